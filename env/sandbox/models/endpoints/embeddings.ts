import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import { EMBEDDING_DIMENSIONS, EMBEDDING_WINDOW, findModel } from '#sandbox/models/catalog.ts';
import {
  isObject,
  parseModelId,
  parseNumber,
  rejectUnknownParameters,
  invalidType,
} from '#sandbox/models/openai/validation.ts';
import { embed } from '#sandbox/models/embedder.ts';
import { ApiError, badRequest, unknownModel } from '#sandbox/models/openai/apiError.ts';
import { applyFault } from '#sandbox/models/scenarios/responseFaults.ts';
import { createDisconnectSignal } from '#sandbox/server/disconnectSignal.ts';
import { sendJson } from '#sandbox/models/openai/http.ts';
import { countTokens } from '#sandbox/models/tokens.ts';
import type { JsonObject } from '#sandbox/models/openai/validation.ts';
import type { ServerContext } from '#sandbox/models/serverContext.ts';
import type { LoggedRequest } from '#sandbox/models/requestLog.ts';

const MAX_INPUTS = 2048;
/** Number of inputs to embed before other requests get their turn. */
const INPUTS_PER_TURN = 16;
const PARAMETERS = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user']);

/** Handles `POST /v1/embeddings`. Throws ApiError for invalid requests. */
export async function createEmbeddings(
  context: ServerContext,
  res: ServerResponse,
  body: unknown,
  entry: LoggedRequest,
): Promise<void> {
  if (!isObject(body)) throw badRequest('We could not parse the JSON body of your request: expected an object.');
  const model = findEmbeddingModel(parseModelId(body));
  rejectUnknownParameters(body, PARAMETERS);
  const inputs = parseInputs(body);
  const dimensions =
    parseNumber(body, 'dimensions', { min: 1, max: EMBEDDING_DIMENSIONS, integer: true }) ?? EMBEDDING_DIMENSIONS;
  const format = parseFormat(body);
  const tokens = countInputTokens(inputs);
  const scenario = context.scenarios.take('embeddings', inputs.join('\n'));
  entry.scenario = scenario?.name ?? null;
  const disconnect = createDisconnectSignal(res);
  if (scenario && (await applyFault(res, scenario, false, disconnect))) return;
  const data = [];
  for (const [index, text] of inputs.entries()) {
    if (index % INPUTS_PER_TURN === 0) await yieldToEventLoop();
    if (disconnect.aborted) return;
    data.push({ object: 'embedding', index, embedding: encodeVector(embed(text, dimensions), format) });
  }
  sendJson(res, 200, { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } });
}

function findEmbeddingModel(id: string): string {
  const model = findModel(id);
  if (!model) throw unknownModel(id);
  if (model.modalities.includes('embedding')) return model.id;
  throw new ApiError({ status: 403, message: 'You are not allowed to generate embeddings from this model' });
}

function parseFormat({ encoding_format: format }: JsonObject): 'float' | 'base64' {
  if (format === undefined || format === null || format === 'float') return 'float';
  if (format === 'base64') return 'base64';
  const problem = `Invalid value: '${String(format)}'. Supported values are: 'float' and 'base64'.`;
  throw badRequest(problem, 'encoding_format', 'invalid_value');
}

/** Parses a text, a list of texts, or lists of token numbers; each token number is embedded as a word. */
function parseInputs({ input }: JsonObject): string[] {
  if (input === undefined)
    throw badRequest("Missing required parameter: 'input'.", 'input', 'missing_required_parameter');
  const list = typeof input === 'string' || isTokenList(input) ? [input] : input;
  if (!Array.isArray(list)) throw invalidType('input', 'a string or an array', input);
  if (list.length === 0) throw badRequest("Invalid 'input': empty array.", 'input', 'empty_array');
  if (list.length > MAX_INPUTS) {
    throw badRequest(
      `Invalid 'input': expected at most ${MAX_INPUTS} items, but got ${list.length}.`,
      'input',
      'array_above_max_length',
    );
  }
  return list.map(parseInput);
}

function parseInput(item: unknown, index: number): string {
  if (item === '')
    throw badRequest(`Invalid 'input[${index}]': input cannot be an empty string.`, 'input', 'empty_string');
  if (typeof item === 'string') return item;
  if (isTokenList(item)) return item.map((token) => `token${token}`).join(' ');
  throw invalidType(`input[${index}]`, 'a string', item);
}

function isTokenList(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item));
}

function countInputTokens(inputs: string[]): number {
  return inputs.reduce((sum, text) => {
    const tokens = countTokens(text);
    if (tokens <= EMBEDDING_WINDOW) return sum + tokens;
    const problem =
      `This model's maximum context length is ${EMBEDDING_WINDOW} tokens, however you requested ${tokens} tokens ` +
      `(${tokens} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`;
    throw badRequest(problem, 'input', 'context_length_exceeded');
  }, 0);
}

/** Encodes a vector as numbers, or as the Base64 of little-endian 32-bit floats. */
function encodeVector(vector: Float32Array, format: 'float' | 'base64'): number[] | string {
  if (format === 'float') return [...vector];
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
