import { randomUUID } from 'node:crypto';

import { asksToRead, chooseFunction } from './chooseFunction.ts';
import { createSearchQuery } from '#sandbox/models/extractive/tasks/searchQuery.ts';
import { isObject } from '#sandbox/models/openai/validation.ts';
import type { ChatRequest, ToolCall } from '#sandbox/models/openai/apiTypes.ts';
import type { ToolResult } from './toolResults.ts';

const COMMAND = /\buse the tool\s+[`"']?([\w-]+)[`"']?(?:\s+with\s+(?=\{))?/gi;

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
  return parseToolCommands(message)
    .reduce((text, command) => text.replace(command.arguments, ' '), message)
    .replace(COMMAND, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,.;:]*(?:please|and|then|to)?[\s,.;:]*/i, '')
    .trim();
}

/** The JSON object that starts at an index of the text, or undefined. */
function readJsonObject(text: string, start: number): string | undefined {
  if (text[start] !== '{') return undefined;
  let depth = 0;
  let isQuoted = false;
  for (let index = start; index < text.length; index += 1) {
    const char = text[index];
    if (isQuoted && char === '\\') index += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '{') depth += 1;
    else if (!isQuoted && char === '}' && (depth -= 1) === 0) return text.slice(start, index + 1);
  }
  return undefined;
}

/** The calls that the last message requests or `tool_choice` requires; none if `tool_choice` is `none`. */
export function createToolCalls({ tools, toolChoice }: ChatRequest, message: string, turns: string[]): ToolCall[] {
  if (tools.length === 0 || toolChoice === 'none') return [];
  const toolNames = new Set(tools.map((tool) => tool.function.name));
  const commands = parseToolCommands(message).filter(({ name }) => toolNames.has(name));
  if (commands.length > 0) return commands.map(createToolCall);
  if (toolChoice === 'auto') {
    const choice = chooseFunction(message, [...toolNames]);
    return choice ? [createToolCall({ name: choice.name, arguments: JSON.stringify(choice.arguments) })] : [];
  }
  const requiredTool =
    toolChoice === 'required' ? tools[0] : tools.find((tool) => tool.function.name === toolChoice.function.name);
  if (!requiredTool) return [];
  const { name, parameters } = requiredTool.function;
  return [
    createToolCall({ name, arguments: JSON.stringify(createMinimalValue(parameters, createSearchQuery(turns))) }),
  ];
}

/** What reads a thing by its handle, and the argument that takes it. */
const readers: Record<string, { name: string; argument: string }> = {
  f: { name: 'read_file', argument: 'file' },
  m: { name: 'read_mail', argument: 'mail' },
  e: { name: 'read_transcript', argument: 'meeting' },
};

/** The call that reads the first thing that was found, if the message asks for it. */
export function createReadCall({ tools, toolChoice }: ChatRequest, message: string, latest: ToolResult[]): ToolCall[] {
  const [handle] = latest.flatMap(({ text }) => /\b([fme]\d+) = passage/.exec(text)?.[1] ?? []);
  const reader = readers[handle?.charAt(0) ?? ''];
  const canRead = toolChoice === 'auto' && tools.some((tool) => tool.function.name === reader?.name);
  if (!reader || !canRead || !asksToRead(message)) return [];
  return [createToolCall({ name: reader.name, arguments: JSON.stringify({ [reader.argument]: handle }) })];
}

/** The calls that the text of documents requests, for a model that obeys them. */
export function obeyTexts(texts: string[]): ToolCall[] {
  return texts.flatMap(parseToolCommands).map(createToolCall);
}

export function createToolCall(command: ToolCommand): ToolCall {
  return { id: `call_${randomUUID().replaceAll('-', '').slice(0, 24)}`, type: 'function', function: command };
}

/** The smallest value that fits a JSON schema; strings are the question's search terms. */
function createMinimalValue(schema: unknown, query: string): unknown {
  if (!isObject(schema)) return {};
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (schema['type']) {
    case 'string':
      return query;
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return createMinimalObject(schema, query);
  }
}

function createMinimalObject(schema: Record<string, unknown>, query: string): Record<string, unknown> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return Object.fromEntries(required.map((name) => [name, createMinimalValue(properties[name], query)]));
}
