import type { ChatCompletionChunk } from 'openai/resources/chat/completions';

/** A function that a model calls. `arguments` are JSON if the model keeps to the protocol. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

export type ToolCallDelta = Omit<ChatCompletionChunk.Choice.Delta.ToolCall, 'index'> & { index?: number | null };

/** An answer performs eight calls. */
const MAX_CALLS = 64;
/** Longer arguments are cut, so that they are no JSON any more and the call is refused. */
const MAX_ARGUMENTS_CHARACTERS = 65_536;

interface CallCollector {
  add(deltas: readonly ToolCallDelta[] | null | undefined): void;
  /** The calls by their index; a part without a name belongs to no call. */
  list(): ToolCall[];
}

/**
 * Joins the parts of streamed calls, however a server splits them. Parts belong together by their index. Some servers
 * send no index, or the same one for every call: then another id with a name starts the next call.
 */
export function createCallCollector(): CallCollector {
  const calls: { index: number; call: ToolCall }[] = [];

  function find({ index, id, function: part }: ToolCallDelta): ToolCall | undefined {
    const last = calls.findLast((candidate) => typeof index !== 'number' || candidate.index === index);
    const isSame = last && (!id || last.call.id === '' || last.call.id === id || !part?.name);
    // Without ids, only a name after a complete call shows that the next one begins.
    const isNext = last && !id && Boolean(part?.name) && isComplete(last.call);
    if (isSame && !isNext) return last.call;
    if (calls.length === MAX_CALLS) return undefined;
    const call = { id: '', name: '', arguments: '' };
    calls.push({ index: typeof index === 'number' ? index : calls.length, call });
    return call;
  }

  return {
    add(deltas) {
      for (const delta of deltas ?? []) {
        const call = find(delta);
        if (!call) continue;
        call.id ||= delta.id ?? '';
        const name = delta.function?.name ?? '';
        // Some servers repeat the whole name in each part.
        if (name !== call.name || call.arguments === '') call.name += name;
        call.arguments = (call.arguments + toJson(delta.function?.arguments)).slice(0, MAX_ARGUMENTS_CHARACTERS);
      }
    },
    list: () =>
      calls
        .toSorted((a, b) => a.index - b.index)
        .map(({ call }) => call)
        .filter(({ name }) => name !== ''),
  };
}

/** Ollama's older versions send arguments as an object. */
function toJson(args: unknown): string {
  if (typeof args === 'string') return args;
  return args === null || args === undefined ? '' : JSON.stringify(args);
}

function isComplete(call: ToolCall): boolean {
  try {
    return call.name !== '' && typeof JSON.parse(call.arguments) === 'object';
  } catch {
    return false;
  }
}
