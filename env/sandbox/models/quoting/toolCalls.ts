import { randomUUID } from 'node:crypto';

import { getText } from '#sandbox/models/openai/apiTypes.ts';
import type { ChatMessage, ChatRequest, ToolCall } from '#sandbox/models/openai/apiTypes.ts';

const COMMAND = /\b(?:then )?use the tool\s{1,9}[`"']?([\w-]{1,80})[`"']?(?:\s{1,9}with\s{1,9}(?=\{))?/gi;
/** Between commands of which the second one waits for the result of the first. */
const THEN = /\bthen (?=use the tool\b)/i;

/** A call before it has an id. */
export type ToolCommand = { name: string; arguments: string };

/** Parses every `use the tool NAME with {json}` of a message; without JSON the arguments are `{}`. */
export function parseToolCommands(message: string): ToolCommand[] {
  return [...message.matchAll(COMMAND)].map((match) => ({
    name: match[1] ?? '',
    arguments: readJsonObject(message, match.index + match[0].length) ?? '{}',
  }));
}

/** The message without its tool commands: the person's question. */
export function removeToolCommands(message: string): string {
  const text = parseToolCommands(message).reduce((rest, command) => rest.replace(command.arguments, ' '), message);
  return text
    .replace(COMMAND, ' ')
    .replace(/^[\s,.;:]{0,9}(?:please|and|then|to)?[\s,.;:]{0,9}/i, '')
    .trim();
}

/** The JSON object that starts at an index of the text, or undefined. */
function readJsonObject(text: string, start: number): string | undefined {
  if (text[start] !== '{') return undefined;
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    const json = text.slice(start, end + 1);
    if (isJson(json)) return json;
  }
  return undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Natural questions that the sandbox itself suggests, with the call that each one needs. */
const QUESTIONS: [name: string, pattern: RegExp, toArguments: (word: string) => object][] = [
  ['find_people', /\bwho is ([\p{L} ]{1,40})\?/iu, (name) => ({ name })],
  [
    'workplace_canteen_menu',
    /\blunch on (monday|tuesday|wednesday|thursday|friday)\b/i,
    (day) => ({ day: day.charAt(0).toUpperCase() + day.slice(1) }),
  ],
];

/** The calls that the last message requests now: the commands before the first "then", after their results the next. */
export function createToolCalls({ messages, tools, toolChoice }: ChatRequest, message: string): ToolCall[] {
  if (toolChoice === 'none') return [];
  const offered = new Set(tools.map((tool) => tool.function.name));
  const answered = messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .filter((item) => item.tool_calls);
  const step = message.split(THEN)[answered.length] ?? '';
  const commands = parseToolCommands(step).filter(({ name }) => offered.has(name));
  if (commands.length > 0) return commands.map(createToolCall);
  if (answered.length > 0) return [];
  for (const [name, pattern, toArguments] of QUESTIONS) {
    const word = offered.has(name) ? pattern.exec(message)?.[1] : undefined;
    if (word !== undefined) return [createToolCall({ name, arguments: JSON.stringify(toArguments(word)) })];
  }
  if (toolChoice === 'auto') return [];
  const required =
    toolChoice === 'required' ? tools[0] : tools.find((tool) => tool.function.name === toolChoice.function.name);
  return required ? [createToolCall({ name: required.function.name, arguments: '{}' })] : [];
}

/** The calls that the text of documents requests, for a model that obeys them. */
export function obeyTexts(texts: string[]): ToolCall[] {
  return texts.flatMap(parseToolCommands).map(createToolCall);
}

export function createToolCall(command: ToolCommand): ToolCall {
  return { id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`, type: 'function', function: command };
}

/** A tool's answer and the tool's name. */
export type ToolResult = { name: string; text: string };

/** The tool messages at the end of the conversation; empty if the last message has another role. */
export function listToolResults(messages: readonly ChatMessage[]): ToolResult[] {
  const calls = messages.flatMap((message) => message.tool_calls ?? []);
  const names = new Map(calls.map((call) => [call.id, call.function.name]));
  return messages
    .slice(messages.findLastIndex((message) => message.role !== 'tool') + 1)
    .map((message) => ({ name: names.get(message.tool_call_id ?? '') ?? 'tool', text: getText(message) }));
}
