import { setImmediate as breathe } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';

import { EMBEDDING_DIMENSIONS, EMBEDDING_WINDOW, findModel } from '../catalog.ts';
import { isObject, modelIn, numberIn, onlyKnown, wrongType } from '../openai/validation.ts';
import { embed } from '../embedder.ts';
import { ApiError, badRequest, unknownModel } from '../openai/apiError.ts';
import { befall } from '../scenarios/responseFaults.ts';
import { clientGone, sendJson } from '../openai/http.ts';
import { countPieces } from '../tokens.ts';
import type { Json } from '../openai/validation.ts';
import type { Context } from '../serverContext.ts';
import type { Entry } from '../requestLog.ts';

const MOST_INPUTS = 2048;
/** Inputs embedded before other requests get a turn. */
const INPUTS_PER_TURN = 16;
const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user']);

/** Answers `POST /v1/embeddings`. Throws an `ApiError` for what it refuses. */
export async function createEmbeddings(
  context: Context,
  res: ServerResponse,
  body: unknown,
  entry: Entry,
): Promise<void> {
  if (!isObject(body)) throw badRequest('We could not parse the JSON body of your request: expected an object.');
  const model = embeddingModel(modelIn(body));
  onlyKnown(body, KNOWN);
  const inputs = inputsIn(body);
  const dimensions =
    numberIn(body, 'dimensions', { min: 1, max: EMBEDDING_DIMENSIONS, integer: true }) ?? EMBEDDING_DIMENSIONS;
  const format = formatIn(body);
  const pieces = piecesOf(inputs);
  const scenario = context.scenarios.take('embeddings', inputs.join('\n'));
  entry.scenario = scenario?.name ?? null;
  const gone = clientGone(res);
  if (scenario && (await befall(res, scenario, false, gone))) return;
  const data = [];
  for (const [index, text] of inputs.entries()) {
    if (index % INPUTS_PER_TURN === 0) await breathe();
    if (gone.aborted) return;
    data.push({ object: 'embedding', index, embedding: encoded(embed(text, dimensions), format) });
  }
  sendJson(res, 200, { object: 'list', data, model, usage: { prompt_tokens: pieces, total_tokens: pieces } });
}

function embeddingModel(id: string): string {
  const model = findModel(id);
  if (!model) throw unknownModel(id);
  if (model.modalities.includes('embedding')) return model.id;
  throw new ApiError({ status: 403, message: 'You are not allowed to generate embeddings from this model' });
}

function formatIn({ encoding_format: format }: Json): 'float' | 'base64' {
  if (format === undefined || format === null || format === 'float') return 'float';
  if (format === 'base64') return 'base64';
  const problem = `Invalid value: '${String(format)}'. Supported values are: 'float' and 'base64'.`;
  throw badRequest(problem, 'encoding_format', 'invalid_value');
}

/** One text, texts, or lists of token numbers; a token number is embedded as a word of its own. */
function inputsIn({ input }: Json): string[] {
  if (input === undefined)
    throw badRequest("Missing required parameter: 'input'.", 'input', 'missing_required_parameter');
  const list = typeof input === 'string' || isTokens(input) ? [input] : input;
  if (!Array.isArray(list)) throw wrongType('input', 'a string or an array', input);
  if (list.length === 0) throw badRequest("Invalid 'input': empty array.", 'input', 'empty_array');
  if (list.length > MOST_INPUTS) {
    throw badRequest(
      `Invalid 'input': expected at most ${MOST_INPUTS} items, but got ${list.length}.`,
      'input',
      'array_above_max_length',
    );
  }
  return list.map(oneInput);
}

function oneInput(item: unknown, at: number): string {
  if (item === '')
    throw badRequest(`Invalid 'input[${at}]': input cannot be an empty string.`, 'input', 'empty_string');
  if (typeof item === 'string') return item;
  if (isTokens(item)) return item.map((token) => `token${token}`).join(' ');
  throw wrongType(`input[${at}]`, 'a string', item);
}

function isTokens(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => Number.isInteger(item));
}

function piecesOf(inputs: string[]): number {
  return inputs.reduce((sum, text) => {
    const pieces = countPieces(text);
    if (pieces <= EMBEDDING_WINDOW) return sum + pieces;
    const problem =
      `This model's maximum context length is ${EMBEDDING_WINDOW} tokens, however you requested ${pieces} tokens ` +
      `(${pieces} in your prompt; 0 for the completion). Please reduce your prompt; or completion length.`;
    throw badRequest(problem, 'input', 'context_length_exceeded');
  }, 0);
}

/** As numbers, or as the base64 of little-endian 32-bit floats. */
function encoded(vector: Float32Array, format: 'float' | 'base64'): number[] | string {
  if (format === 'float') return [...vector];
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');
}
