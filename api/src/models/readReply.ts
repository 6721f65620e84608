import OpenAI from 'openai';
import { AvaError } from '../../contract/errors.ts';
import { findErrorObject } from './errorBody.ts';
import { readChunks } from './readChunks.ts';
import { readReplyPart, type Completion, type ReplyPart } from './replyParts.ts';

/** Some servers leave the connection open after the end of an answer; its usage comes at once or not at all. */
const AFTER_END_MS = 2_000;

/**
 * Reads a streamed reply until its end: a finish reason or `[DONE]`. A failure after the end does not undo the answer.
 * Throws if the reply ends with neither of them.
 */
export async function* readReply(
  response: Response,
  { firstTokenMs, silenceMs }: { firstTokenMs: number; silenceMs: number },
): AsyncGenerator<ReplyPart> {
  const type = response.headers.get('content-type') ?? '';
  // Some gateways do not stream although they are asked to.
  if (type.includes('application/json')) return yield readCompletion(await response.json(), response.headers);
  if (type !== '' && !/text\/event-stream|text\/plain/.test(type)) {
    await response.body?.cancel();
    throw new AvaError('model_refused', { cause: new Error(`the model server answered ${type}`) });
  }
  let hasBegun = false;
  let hasEnded = false;
  const chunks = readChunks(response, () => (hasEnded ? AFTER_END_MS : hasBegun ? silenceMs : firstTokenMs));
  try {
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        if (hasEnded) return { done: true, value: true } as const;
        throw error;
      });
      if (next.done) {
        if (next.value || hasEnded) return;
        throw new AvaError('model_unavailable', { cause: new Error('the stream ended without a finish reason') });
      }
      const part = readReplyPart(next.value as Completion | null);
      hasBegun ||= part.text !== '' || part.thinking !== '' || part.calls.length > 0;
      hasEnded ||= part.finish !== null;
      yield part;
    }
  } finally {
    // Closes the connection if the reader stops.
    await chunks.return(false);
  }
}

/** Reads a reply that came as a whole. Throws OpenAI's `APIError` if it is an error with status 200. */
export function readCompletion(body: unknown, headers: Headers): ReplyPart {
  const error = findErrorObject(body);
  if (error) throw new OpenAI.APIError(undefined, error, undefined, headers);
  if (typeof body !== 'object' || body === null || !('choices' in body))
    throw new AvaError('model_refused', { cause: new Error('the model server answered without choices') });
  const part = readReplyPart(body as Completion);
  return { ...part, finish: part.finish ?? 'stop' };
}
