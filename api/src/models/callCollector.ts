import type { ChatCompletionChunk } from 'openai/resources/chat/completions';

/** A function that a model calls. `arguments` are JSON if the model keeps to the protocol. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: string;
}

type CallDelta = Omit<ChatCompletionChunk.Choice.Delta.ToolCall, 'index'> & { index?: number | null };

/** An answer performs eight calls. */
const MAX_CALLS = 64;
/** Longer arguments are cut, so that they are no JSON any more and the call is refused. */
const MAX_ARGUMENTS_CHARACTERS = 65_536;

interface CallCollector {
  add(deltas: readonly CallDelta[] | null | undefined): void;
  /** The calls by their index; a part without a name belongs to no call. */
  list(): ToolCall[];
}

/**
 * Joins the parts of streamed calls, however a server splits them. Parts belong together by their index. Some servers
 * send no index, or the same one for every call: then another id starts the next call.
 */
export function createCallCollector(): CallCollector {
  const calls: { index: number; call: ToolCall }[] = [];

  function find({ index, id }: CallDelta): ToolCall | undefined {
    const last = calls.findLast((candidate) => typeof index !== 'number' || candidate.index === index);
    if (last && (!id || last.call.id === '' || last.call.id === id)) return last.call;
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
        call.name += delta.function?.name ?? '';
        call.arguments = (call.arguments + (delta.function?.arguments ?? '')).slice(0, MAX_ARGUMENTS_CHARACTERS);
      }
    },
    list: () =>
      calls
        .toSorted((a, b) => a.index - b.index)
        .map(({ call }) => call)
        .filter(({ name }) => name !== ''),
  };
}
