import type { ToolCall } from '#api/models/callCollector.ts';
import { parseArguments } from './parseArguments.ts';

const MAX_NAME_CHARACTERS = 64;

/**
 * Returns a call as the next request of its answer repeats it. Servers check its name and parse its arguments again
 * (vllm-project/vllm#47761), so that one call that is not valid would fail the whole answer.
 * @param name the name of the function that the model meant, if there is such a function
 */
export function normalizeCall(call: ToolCall, name: string | undefined): ToolCall {
  return {
    ...call,
    name: name ?? (call.name.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARACTERS) || '_'),
    arguments: toJsonObject(parseArguments(call.arguments)),
  };
}

function toJsonObject(value: unknown): string {
  return typeof value === 'object' && !Array.isArray(value) ? JSON.stringify(value) : '{}';
}
