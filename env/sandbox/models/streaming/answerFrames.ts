import { DONE_FRAME, ERROR_FRAME, MALFORMED_FRAME } from './frames.ts';
import type { Frames } from './frames.ts';
import type { FinishReason, ToolCall, Usage } from '../openai/apiTypes.ts';

/** How the lines after the deltas look: a proper end, or one of the faults. */
export type Ending = 'whole' | 'none' | 'error' | 'malformed';

type Shape = { reason: FinishReason; usage: () => Usage; ending?: Ending; mostDeltas?: number };

/** The lines of a streamed text. */
export function* textFrames(frames: Frames, deltas: Iterable<string>, shape: Shape): Generator<string, void> {
  yield frames.role('');
  let left = shape.mostDeltas ?? Infinity;
  for (const delta of deltas) {
    if (left <= 0) break;
    left -= 1;
    yield frames.content(delta);
  }
  yield* endFrames(frames, shape);
}

/** The lines of streamed tool calls: for each a head with its id and name, then its arguments in pieces. */
export function* callFrames(frames: Frames, calls: ToolCall[], shape: Shape): Generator<string, void> {
  yield frames.role(null);
  for (const [index, call] of calls.entries()) {
    yield frames.callHead(index, call);
    for (const piece of call.function.arguments.match(/[\s\S]{1,8}/gu) ?? []) yield frames.callArguments(index, piece);
  }
  yield* endFrames(frames, shape);
}

function* endFrames(frames: Frames, { reason, usage, ending = 'whole' }: Shape): Generator<string, void> {
  if (ending === 'error') yield ERROR_FRAME;
  if (ending === 'malformed') yield MALFORMED_FRAME;
  if (ending !== 'whole') return;
  // Together: only deltas are paced.
  yield frames.finish(reason) + frames.usage(usage()) + DONE_FRAME;
}
