import { badRequest } from './apiError.ts';
import { isObject, describeType, invalidType } from './validation.ts';
import type { JsonObject } from './validation.ts';
import type { ChatMessage } from './apiTypes.ts';

const ROLES = ['system', 'assistant', 'user', 'tool', 'developer'];

/** Validates the list of messages like OpenAI. Throws ApiError 400 with the path of the invalid value. */
export function parseMessages(body: JsonObject): ChatMessage[] {
  const { messages } = body;
  if (messages === undefined) {
    throw badRequest("Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter');
  }
  if (!Array.isArray(messages)) throw invalidType('messages', 'an array of objects', messages);
  if (messages.length === 0) {
    const problem =
      "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.";
    throw badRequest(problem, 'messages', 'empty_array');
  }
  messages.forEach(checkMessage);
  const typed = messages as ChatMessage[];
  checkToolOrder(typed);
  return typed;
}

function checkMessage(message: unknown, index: number): void {
  const path = `messages[${index}]`;
  if (!isObject(message)) throw invalidType(path, 'an object', message);
  const { role } = message;
  if (role === undefined) {
    throw badRequest(`Missing required parameter: '${path}.role'.`, `${path}.role`, 'missing_required_parameter');
  }
  if (typeof role !== 'string' || !ROLES.includes(role)) {
    const supported = ROLES.map((name) => `'${name}'`).join(', ');
    const problem = `Invalid value: '${String(role)}'. Supported values are: ${supported}.`;
    throw badRequest(problem, `${path}.role`, 'invalid_value');
  }
  if (role === 'assistant') checkToolCalls(message['tool_calls'], path);
  checkContent(message, path);
}

function checkContent({ role, content, tool_calls: calls }: JsonObject, path: string): void {
  const param = `${path}.content`;
  if (role === 'assistant' && (content === null || content === undefined) && calls !== undefined) return;
  if (typeof content === 'string') return;
  if (Array.isArray(content) && content.length > 0)
    return content.forEach((part, index) => checkPart(part, role, `${param}[${index}]`));
  const problem = `Invalid value for 'content': expected a string, got ${content === undefined ? 'null' : describeType(content)}.`;
  throw badRequest(problem, param);
}

function checkPart(part: unknown, role: unknown, path: string): void {
  if (!isObject(part)) throw invalidType(path, 'an object', part);
  if (part['type'] === 'text') {
    if (typeof part['text'] !== 'string') throw invalidType(`${path}.text`, 'a string', part['text']);
    return;
  }
  if (part['type'] === 'image_url' && role === 'user') return checkImage(part['image_url'], `${path}.image_url`);
  const supported = role === 'user' ? "'text', 'image_url'" : "'text'";
  const problem = `Invalid value: '${String(part['type'])}'. Supported values are: ${supported}.`;
  throw badRequest(problem, `${path}.type`, 'invalid_value');
}

function checkImage(image: unknown, path: string): void {
  if (!isObject(image)) throw invalidType(path, 'an object', image);
  const { url } = image;
  if (typeof url !== 'string') throw invalidType(`${path}.url`, 'a string', url);
  if (/^data:image\/[\w.+-]+;base64,/.test(url) || /^https?:\/\//.test(url)) return;
  throw badRequest(
    'Invalid image URL: it must be an http(s) address or a base64 data URL.',
    `${path}.url`,
    'invalid_image_url',
  );
}

function checkToolCalls(calls: unknown, path: string): void {
  if (calls === undefined) return;
  const param = `${path}.tool_calls`;
  if (!Array.isArray(calls)) throw invalidType(param, 'an array of objects', calls);
  if (calls.length === 0) throw badRequest(`Invalid '${param}': empty array.`, param, 'empty_array');
  calls.forEach((call, index) => {
    const isValid = isObject(call) && typeof call['id'] === 'string' && isObject(call['function']);
    if (!isValid) throw invalidType(`${param}[${index}]`, 'an object with id and function', call);
    checkFunctionName(call['function'], `${param}[${index}].function.name`);
  });
}

function checkFunctionName(called: unknown, param: string): void {
  if (/^[a-zA-Z0-9_-]+$/.test(String((called as JsonObject)['name']))) return;
  const problem = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  throw badRequest(problem, param, 'invalid_value');
}

/** Checks that tool messages follow the assistant's calls, and that each call has a result before the next message. */
function checkToolOrder(messages: ChatMessage[]): void {
  let openCalls = new Set<string>();
  messages.forEach((message, index) => {
    if (message.role === 'tool') {
      if (openCalls.delete(message.tool_call_id ?? '')) return;
      const problem = "messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
      throw badRequest(`Invalid parameter: ${problem}`, `messages[${index}].role`);
    }
    rejectOpenCalls(openCalls);
    openCalls = new Set((message.tool_calls ?? []).map((call) => call.id));
  });
  rejectOpenCalls(openCalls);
}

function rejectOpenCalls(openCalls: Set<string>): void {
  if (openCalls.size === 0) return;
  const rule =
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
  const ids = [...openCalls].join(', ');
  throw badRequest(`${rule} The following tool_call_ids did not have response messages: ${ids}`, 'messages');
}
