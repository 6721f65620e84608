import { DONE_FRAME, ERROR_FRAME, MALFORMED_FRAME } from './frames.ts';
import type { Frames } from './frames.ts';
import type { FinishReason, ToolCall, Usage } from '#sandbox/models/openai/apiTypes.ts';

/** The frames after the deltas: a complete end, or one of the faults. */
export type StreamEnding = 'complete' | 'none' | 'error' | 'malformed';

type AnswerShape = {
  thoughts: Iterable<string>;
  reason: FinishReason;
  usage: () => Usage;
  ending?: StreamEnding;
  maxDeltas?: number;
};

/** Generates the frames of a streamed text. */
export function* generateTextFrames(
  frames: Frames,
  deltas: Iterable<string>,
  shape: AnswerShape,
): Generator<string, void> {
  yield frames.role('');
  for (const thought of shape.thoughts) yield frames.thought(thought);
  let remaining = shape.maxDeltas ?? Infinity;
  for (const delta of deltas) {
    if (remaining <= 0) break;
    remaining -= 1;
    yield frames.content(delta);
  }
  yield* generateEndFrames(frames, shape);
}

/** Generates the frames of a text and of tool calls after it: id and name of each call, then its arguments in chunks. */
export function* generateToolCallFrames(
  frames: Frames,
  deltas: Iterable<string>,
  calls: ToolCall[],
  shape: AnswerShape,
): Generator<string, void> {
  yield frames.role(null);
  for (const thought of shape.thoughts) yield frames.thought(thought);
  for (const delta of deltas) yield frames.content(delta);
  for (const [index, call] of calls.entries()) {
    yield frames.toolCallHead(index, call);
    for (const chunk of call.function.arguments.match(/[\s\S]{1,8}/gu) ?? [])
      yield frames.toolCallArguments(index, chunk);
  }
  yield* generateEndFrames(frames, shape);
}

function* generateEndFrames(
  frames: Frames,
  { reason, usage, ending = 'complete' }: AnswerShape,
): Generator<string, void> {
  if (ending === 'error') yield ERROR_FRAME;
  if (ending === 'malformed') yield MALFORMED_FRAME;
  if (ending !== 'complete') return;
  // These frames are sent together, because only deltas are paced.
  yield frames.finish(reason) + frames.usage(usage()) + DONE_FRAME;
}
