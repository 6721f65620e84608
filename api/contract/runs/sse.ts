import { AvaError } from '#contract/errors.ts';
import { STREAM_SILENCE_MS } from '#contract/limits.ts';

/** Last event of a complete stream; without it the connection was lost. */
export const END_OF_STREAM = 'event: end\ndata: {}\n\n';

/** One event on the wire. */
export function writeEvent(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/**
 * Reads the events of a `text/event-stream` response as AVA writes it: one `data:` line per event, `event: end` at the end,
 * comment lines to keep the connection alive. Throws `AvaError('unexpected')` if the connection is lost before the end, or
 * is silent for STREAM_SILENCE_MS.
 * Does not use eventsource-parser, because that cannot tell a complete stream from a lost connection.
 */
export async function* readEvents(response: Response, signal?: AbortSignal): AsyncGenerator<unknown> {
  if (!response.body) throw new AvaError('unexpected');
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await withinSilence(reader.read()).catch((cause: unknown) => {
        if (signal?.aborted) throw cause;
        throw new AvaError('unexpected', { cause });
      });
      if (done) throw new AvaError('unexpected');
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: end')) return;
        if (block.startsWith('data: ')) yield JSON.parse(block.slice('data: '.length));
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Rejects a read that takes longer than STREAM_SILENCE_MS. A read from a dead connection would otherwise never end. */
async function withinSilence<T>(read: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The stream is silent.')), STREAM_SILENCE_MS);
  try {
    return await Promise.race([read, silence]);
  } finally {
    clearTimeout(timer);
  }
}
