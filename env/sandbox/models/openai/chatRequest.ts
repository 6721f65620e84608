import { badRequest, unknownModel } from './apiError.ts';
import {
  parseBoolean,
  isObject,
  parseModelId,
  parseNumber,
  rejectUnknownParameters,
  invalidType,
} from './validation.ts';
import { findModel } from '#sandbox/models/catalog.ts';
import { parseMessages } from './chatMessages.ts';
import { countTokens } from '#sandbox/models/tokens.ts';
import { getImages, getText } from './apiTypes.ts';
import type { CatalogModel } from '#sandbox/models/catalog.ts';
import type { JsonObject } from './validation.ts';
import type { ChatMessage, ChatRequest, Tool, ToolChoice } from './apiTypes.ts';

const PARAMETERS = new Set(
  (
    'messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens ' +
    'metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key ' +
    'prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed service_tier ' +
    'stop store stream stream_options temperature tool_choice tools top_logprobs top_p user verbosity web_search_options'
  ).split(' '),
);

/** Validates the body of a chat completion like OpenAI. Throws ApiError 400, or 404 for an unknown model. */
export function parseChatRequest(body: unknown): ChatRequest {
  if (!isObject(body)) throw badRequest('We could not parse the JSON body of your request: expected an object.');
  const model = findChatModel(parseModelId(body));
  rejectUnknownParameters(body, PARAMETERS);
  const messages = parseMessages(body);
  parseNumber(body, 'temperature', { min: 0, max: 2 });
  parseNumber(body, 'top_p', { min: 0, max: 1 });
  parseNumber(body, 'presence_penalty', { min: -2, max: 2 });
  parseNumber(body, 'frequency_penalty', { min: -2, max: 2 });
  if ((parseNumber(body, 'n', { min: 1, max: 128, integer: true }) ?? 1) > 1) {
    throw badRequest("Unsupported value: this server gives one choice; 'n' must be 1.", 'n', 'unsupported_value');
  }
  checkImages(messages, model);
  checkWindow(messages, model);
  const stream = parseBoolean(body, 'stream') ?? false;
  const tools = parseTools(body);
  return {
    model: model.id,
    messages,
    stream,
    includeUsage: parseIncludeUsage(body, stream),
    maxTokens: parseMaxTokens(body, model) ?? model.max_output_tokens,
    stop: parseStop(body),
    seed: parseNumber(body, 'seed', { integer: true }),
    tools,
    toolChoice: parseToolChoice(body, tools),
  };
}

function findChatModel(id: string): CatalogModel {
  const model = findModel(id);
  if (!model) throw unknownModel(id);
  if (model.modalities.includes('chat_completion')) return model;
  throw badRequest('This is not a chat model and thus not supported in the v1/chat/completions endpoint.', 'model');
}

function checkImages(messages: ChatMessage[], model: CatalogModel): void {
  const index = messages.findIndex((message) => getImages(message).length > 0);
  if (index < 0 || model.modalities.includes('image_input')) return;
  const problem = 'Invalid content type. image_url is only supported by certain models.';
  throw badRequest(problem, `messages[${index}].content`, null);
}

function checkWindow(messages: ChatMessage[], { context_window: window }: CatalogModel): void {
  const length = messages.reduce((sum, message) => sum + getText(message).length, 0);
  // A token has at least one character, so short requests need no counting.
  if (length <= window) return;
  const tokens = countPromptTokens(messages);
  if (tokens <= window) return;
  const problem =
    `This model's maximum context length is ${window} tokens. However, your messages resulted in ${tokens} tokens. ` +
    'Please reduce the length of the messages.';
  throw badRequest(problem, 'messages', 'context_length_exceeded');
}

/** Counts the tokens of a prompt: 3 extra in total and per message, and 765 per image, as for a common size. */
export function countPromptTokens(messages: ChatMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + 3 + countTokens(getText(message)) + 765 * getImages(message).length,
    3,
  );
}

function parseMaxTokens(body: JsonObject, { max_output_tokens: max }: CatalogModel): number | undefined {
  const param = (body['max_completion_tokens'] ?? null) === null ? 'max_tokens' : 'max_completion_tokens';
  const value = parseNumber(body, param, { min: 1, integer: true });
  if (value === undefined || value <= max) return value;
  const problem =
    `${param} is too large: ${value}. This model supports at most ${max} completion tokens, ` +
    `whereas you provided ${value}.`;
  throw badRequest(problem, param, 'invalid_value');
}

function parseStop({ stop }: JsonObject): string[] {
  if (stop === undefined || stop === null) return [];
  if (typeof stop === 'string') return [stop];
  const isValid = Array.isArray(stop) && stop.length <= 4 && stop.every((item) => typeof item === 'string');
  if (!isValid) throw invalidType('stop', 'a string or an array of up to four strings', stop);
  return stop;
}

function parseIncludeUsage(body: JsonObject, stream: boolean): boolean {
  const options = body['stream_options'];
  if (options === undefined || options === null) return false;
  if (!isObject(options)) throw invalidType('stream_options', 'an object', options);
  if (!stream) {
    throw badRequest("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options');
  }
  return parseBoolean(options, 'include_usage') ?? false;
}

function parseTools({ tools }: JsonObject): Tool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) throw invalidType('tools', 'an array of objects', tools);
  if (tools.length === 0) throw badRequest("Invalid 'tools': empty array.", 'tools', 'empty_array');
  tools.forEach((tool, index) => {
    const name = isObject(tool) && isObject(tool['function']) ? tool['function']['name'] : undefined;
    if (typeof name === 'string' && /^[\w-]{1,64}$/.test(name)) return;
    const problem = `Invalid 'tools[${index}].function.name': expected 1 to 64 letters, digits, '_' or '-'.`;
    throw badRequest(problem, `tools[${index}].function.name`, 'invalid_value');
  });
  return tools as Tool[];
}

function parseToolChoice({ tool_choice: choice }: JsonObject, tools: Tool[]): ToolChoice {
  if (choice === undefined || choice === null) return 'auto';
  if (tools.length === 0) throw badRequest("'tool_choice' is only allowed when 'tools' are specified.", 'tool_choice');
  if (choice === 'none' || choice === 'auto' || choice === 'required') return choice;
  const name = isObject(choice) && isObject(choice['function']) ? choice['function']['name'] : undefined;
  if (typeof name !== 'string') throw invalidType('tool_choice', "'none', 'auto', 'required' or a function", choice);
  if (tools.some((tool) => tool.function.name === name)) return { type: 'function', function: { name } };
  throw badRequest(`Tool choice '${name}' not found in 'tools' parameter.`, 'tool_choice');
}
