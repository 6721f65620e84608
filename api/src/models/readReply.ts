import { AvaError } from '#contract/errors.ts';
import { readChunks } from './readChunks.ts';
import { readReplyPart, type Completion, type ReplyPart } from './replyParts.ts';

/**
 * How long to wait for more data after the end of an answer. The number of tokens comes at once or never, and some servers do
 * not close the connection.
 */
const AFTER_END_MS = 2_000;

/**
 * Reads a reply until its end: a finish reason, `[DONE]` or a reply as a whole. Some gateways do not stream although
 * they are asked to, or stream although they are not, and then declare the wrong content type. A failure after the end
 * does not undo the answer. Throws if the reply ends with none of them.
 */
export async function* readReply(
  response: Response,
  { firstTokenMs, silenceMs }: { firstTokenMs: number; silenceMs: number },
): AsyncGenerator<ReplyPart> {
  const type = response.headers.get('content-type') ?? '';
  if (/html|xml/i.test(type)) {
    await response.body?.cancel();
    throw new AvaError('model_refused', { cause: new Error(`the model server answered ${type}`) });
  }
  let hasChoices = false;
  /** Whether only objects without choices have arrived. Then the server is no model server. */
  let isForeign = false;
  let hasThought = false;
  let hasAnswered = false;
  let hasEnded = false;
  /**
   * Whether a finish reason means the end. Some servers send one with each chunk, which is seen when more content
   * follows it.
   */
  let isReliable = true;
  const isOver = () => hasEnded && hasAnswered && isReliable;
  const hasBegun = () => hasThought || hasAnswered;
  const chunks = readChunks(response, () => (isOver() ? AFTER_END_MS : hasBegun() ? silenceMs : firstTokenMs));
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        if (isOver()) return { done: true, value: true } as const;
        throw error;
      });
      if (next.done) {
        if (next.value || hasEnded) return;
        const reason = isForeign ? 'the model server sent no choices' : 'the stream ended without a finish reason';
        throw new AvaError(isForeign ? 'model_refused' : 'model_unavailable', { cause: new Error(reason) });
      }
      const completion = next.value as Completion;
      const part = readReplyPart(completion);
      const [thinks, answers] = [part.thinking !== '', part.text !== '' || part.calls.length > 0];
      isReliable &&= !(hasEnded && (thinks || answers));
      hasChoices ||= 'choices' in completion;
      isForeign = !hasChoices;
      hasThought ||= thinks;
      hasAnswered ||= answers;
      hasEnded ||= part.finish !== null || part.isWhole;
      yield part;
    }
  } finally {
    // Closes the connection if the reader stops.
    await chunks.return(false);
  }
}
