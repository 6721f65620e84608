import { DONE_FRAME, ERROR_FRAME, MALFORMED_FRAME } from './frames.ts';
import type { Frames } from './frames.ts';
import type { FinishReason, ToolCall, Usage } from '../openai/apiTypes.ts';

/** How the lines after the deltas look: a proper end, or one of the faults. */
export type StreamEnding = 'whole' | 'none' | 'error' | 'malformed';

type AnswerShape = { reason: FinishReason; usage: () => Usage; ending?: StreamEnding; maxDeltas?: number };

/** The lines of a streamed text. */
export function* generateTextFrames(
  frames: Frames,
  deltas: Iterable<string>,
  shape: AnswerShape,
): Generator<string, void> {
  yield frames.role('');
  let left = shape.maxDeltas ?? Infinity;
  for (const delta of deltas) {
    if (left <= 0) break;
    left -= 1;
    yield frames.content(delta);
  }
  yield* generateEndFrames(frames, shape);
}

/** The lines of streamed tool calls: for each a head with its id and name, then its arguments in pieces. */
export function* generateToolCallFrames(
  frames: Frames,
  calls: ToolCall[],
  shape: AnswerShape,
): Generator<string, void> {
  yield frames.role(null);
  for (const [index, call] of calls.entries()) {
    yield frames.toolCallHead(index, call);
    for (const piece of call.function.arguments.match(/[\s\S]{1,8}/gu) ?? [])
      yield frames.toolCallArguments(index, piece);
  }
  yield* generateEndFrames(frames, shape);
}

function* generateEndFrames(frames: Frames, { reason, usage, ending = 'whole' }: AnswerShape): Generator<string, void> {
  if (ending === 'error') yield ERROR_FRAME;
  if (ending === 'malformed') yield MALFORMED_FRAME;
  if (ending !== 'whole') return;
  // Together: only deltas are paced.
  yield frames.finish(reason) + frames.usage(usage()) + DONE_FRAME;
}
