import { isObject } from '#sandbox/models/openai/validation.ts';
import { getText } from '#sandbox/models/openai/apiTypes.ts';
import type { ChatMessage } from '#sandbox/models/openai/apiTypes.ts';

/** A tool's answer and the tool's name. */
export type ToolResult = { name: string; text: string };

/** The tool messages at the end of the conversation; empty if the last message has another role. */
export function getLatestToolResults(messages: ChatMessage[]): ToolResult[] {
  const start = messages.findLastIndex((message) => message.role !== 'tool') + 1;
  const names = new Map(
    messages.flatMap((message) => message.tool_calls ?? []).map((call) => [call.id, call.function.name]),
  );
  return messages
    .slice(start)
    .map((message) => ({ name: names.get(message.tool_call_id ?? '') ?? 'tool', text: getText(message) }));
}

/** Longest result, in characters, that is repeated completely. */
export const MAX_SHORT_RESULT = 700;

/** A complete short result: JSON as a list of its fields, other text unchanged. */
export function describeToolResult({ name, text }: ToolResult): string {
  const result = formatJson(text).trim();
  return result ? `The tool \`${name}\` answered:\n\n${result}` : `The tool \`${name}\` answered with nothing.`;
}

/** JSON as lines of "field: value"; anything else unchanged. */
export function formatJson(text: string): string {
  try {
    return (
      listFields(JSON.parse(text))
        .map((line) => `- ${line}`)
        .join('\n') || text
    );
  } catch {
    // A tool can return plain text.
    return text;
  }
}

function listFields(value: unknown, name = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => (isObject(item) ? [formatRow(item)] : listFields(item, name)));
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => listFields(inner, key));
  return [name ? `${name}: ${String(value)}` : String(value)];
}

function formatRow(row: Record<string, unknown>): string {
  return Object.entries(row)
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
