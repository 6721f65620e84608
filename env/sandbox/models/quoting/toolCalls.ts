import { randomUUID } from 'node:crypto';

import { getText } from '#sandbox/models/openai/apiTypes.ts';
import type { ChatMessage, ChatRequest, ToolCall } from '#sandbox/models/openai/apiTypes.ts';

/** A command in a message. Its JSON ends at the closing brace; braces in strings do not count. */
const COMMAND =
  /\b(?:then )?use the tool\s{1,9}[`"']?([\w-]{1,80})[`"']?(?:\s{1,9}with\s{1,9}(\{(?:[^{}"]|\{\}|"(?:[^"\\]|\\.)*")*\}))?/gi;
/** Separates two commands if the second waits for the result of the first. */
const THEN = /\bthen (?=use the tool\b)/i;

/** A call that has no id yet. */
export type ToolCommand = { name: string; arguments: string };

/** Parses every `use the tool NAME with {json}` of a message; without JSON the arguments are `{}`. */
export function parseToolCommands(message: string): ToolCommand[] {
  return [...message.matchAll(COMMAND)].map(([, name = '', json = '{}']) => ({ name, arguments: json }));
}

/** The message without its tool commands: the person's question. */
export function removeToolCommands(message: string): string {
  return message
    .replace(COMMAND, ' ')
    .replace(/^[\s,.;:]{0,9}(?:please|and|to)?[\s,.;:]{0,9}/i, '')
    .trim();
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

/**
 * The calls to make next: first the commands before the first "then", and after their results those up to the next
 * "then".
 */
export function createToolCalls({ messages, tools, toolChoice }: ChatRequest, message: string): ToolCall[] {
  if (toolChoice === 'none') return [];
  const offered = new Set(tools.map((tool) => tool.function.name));
  const sinceQuestion = messages.slice(messages.findLastIndex(({ role }) => role === 'user'));
  const answered = sinceQuestion.filter((item) => item.tool_calls).length;
  const step = message.split(THEN)[answered] ?? '';
  const commands = parseToolCommands(step).filter(({ name }) => offered.has(name));
  if (commands.length > 0) return commands.map(createToolCall);
  if (answered > 0) return [];
  return QUESTIONS.flatMap(([name, pattern, toArguments]) => {
    const word = offered.has(name) ? pattern.exec(message)?.[1] : undefined;
    return word === undefined ? [] : [createToolCall({ name, arguments: JSON.stringify(toArguments(word)) })];
  });
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
