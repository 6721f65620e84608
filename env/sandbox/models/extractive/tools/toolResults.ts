import { isObject } from '../../openai/validation.ts';
import { textOf } from '../../openai/apiTypes.ts';
import type { ChatMessage } from '../../openai/apiTypes.ts';

/** A tool's answer and the tool's name. */
export type ToolResult = { name: string; text: string };

/** The tool messages that end the conversation, in order; empty when somebody else spoke last. */
export function latestResults(messages: ChatMessage[]): ToolResult[] {
  const start = messages.findLastIndex((message) => message.role !== 'tool') + 1;
  const names = new Map(
    messages.flatMap((message) => message.tool_calls ?? []).map((call) => [call.id, call.function.name]),
  );
  return messages
    .slice(start)
    .map((message) => ({ name: names.get(message.tool_call_id ?? '') ?? 'tool', text: textOf(message) }));
}

/** Longest result that is told whole, in characters. */
export const SHORT_RESULT = 700;

/** A short result, told whole: JSON as a list of its fields, other text as it came. */
export function tell({ name, text }: ToolResult): string {
  const told = readable(text).trim();
  return told ? `The tool \`${name}\` answered:\n\n${told}` : `The tool \`${name}\` answered with nothing.`;
}

/** JSON as lines of "field: value"; anything else unchanged. */
export function readable(text: string): string {
  try {
    return (
      linesOf(JSON.parse(text))
        .map((line) => `- ${line}`)
        .join('\n') || text
    );
  } catch {
    // Not JSON, which a tool's answer need not be.
    return text;
  }
}

function linesOf(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => (isObject(item) ? [flat(item)] : linesOf(item, name)));
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => linesOf(inner, key));
  return [name ? `${name}: ${String(value)}` : String(value)];
}

function flat(row: Record<string, unknown>): string {
  return Object.entries(row)
    .map(([key, value]) => `${key}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ');
}
