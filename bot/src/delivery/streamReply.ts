import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import type { Conversation, Outgoing } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import { deliver, getRetryDelay } from './deliver.ts';
import type { Reply } from './reply.ts';
import { classifySendError, isUnknownConversation } from '#bot/teams/sendError.ts';

/** Teams accepts about one update a second, so text is collected in between. */
export const UPDATE_INTERVAL_MS = 1_500;
/** Minimum time between an accepted activity and the next one. The final message does not wait for the next update. */
const MIN_GAP_MS = 1_000;
const MAX_FINAL_ATTEMPTS = 6;

type StreamType = 'informative' | 'streaming' | 'final';
type Phase = 'open' | 'stopped' | 'late' | 'broken';

/** An activity of a stream. The first one has no `streamId`, the last one no sequence number. */
function createStreamActivity(
  streamType: StreamType,
  text: Markdown,
  streamId: string | undefined,
  streamSequence?: number,
): Outgoing {
  const stream = { streamType, ...(streamId ? { streamId } : {}), ...(streamSequence ? { streamSequence } : {}) };
  return {
    type: streamType === 'final' ? 'message' : 'typing',
    text,
    entities: [{ type: 'streaminfo', ...stream }],
    channelData: stream,
  };
}

/** The part of a text that is not shown yet. A word that is only partly shown is repeated in full. */
export function getRemainingText(text: Markdown, shown: string): Markdown {
  if (shown === '' || !text.startsWith(shown)) return text;
  const lastBreak = Math.max(shown.lastIndexOf(' '), shown.lastIndexOf('\n'));
  const start = /^\s/.test(text.slice(shown.length)) || lastBreak < 0 ? shown.length : lastBreak;
  // The cut is before a word, so never inside an escape sequence.
  return text.slice(start).trim() as Markdown;
}

/**
 * A reply for personal chats: streams the answer as fast as Teams accepts it, then delivers the whole message once. A long
 * answer is cut in `answer/answerText.ts`.
 */
export function createStreamReply(conversation: Conversation, clock: Clock, log: Log): Reply {
  const startedAt = clock.monotonic();
  const stop = new AbortController();
  const finishing = new AbortController();
  let phase: Phase = 'open';
  let streamId: string | undefined;
  let sequence = 0;
  let failures = 0;
  /** Earliest times of the next update and of any next activity, on the monotonic clock. */
  let nextUpdateAt = startedAt;
  let nextSendAt = startedAt;
  let pending: { type: 'informative' | 'streaming'; text: Markdown } | null = null;
  let shown = '';
  let sendingUpdates: Promise<void> | null = null;

  function handleError(error: unknown): void {
    const sendError = classifySendError(error, clock.monotonic() - startedAt);
    if (sendError.kind === 'busy') {
      failures += 1;
      nextUpdateAt = clock.monotonic() + getRetryDelay(failures, sendError.retryAfterMs);
      return;
    }
    phase = sendError.kind === 'refused' ? 'broken' : sendError.kind;
    if (phase === 'stopped') stop.abort();
    // The failure is not logged if the conversation is unknown, because the final message then fails too, and the turn
    // logs its error.
    if (phase === 'broken' && !isUnknownConversation(error)) log.warn({ error }, 'failed to stream answer');
  }

  async function sendUpdate(): Promise<void> {
    const update = pending;
    if (!update) return;
    sequence += 1;
    nextUpdateAt = clock.monotonic() + UPDATE_INTERVAL_MS;
    try {
      const id = await conversation.send(createStreamActivity(update.type, update.text, streamId, sequence));
      streamId ??= id || undefined;
      failures = 0;
      nextSendAt = clock.monotonic() + MIN_GAP_MS;
      if (update.type === 'streaming') shown = update.text;
      if (pending === update) pending = null;
    } catch (error) {
      handleError(error);
    }
  }

  async function sendUpdates(): Promise<void> {
    while (pending && phase === 'open' && !finishing.signal.aborted) {
      const delay = Math.max(nextUpdateAt, nextSendAt) - clock.monotonic();
      await clock.sleep(Math.max(0, delay), finishing.signal);
      if (!finishing.signal.aborted) await sendUpdate();
    }
  }

  function queueUpdate(type: 'informative' | 'streaming', text: Markdown): void {
    if (phase !== 'open' || finishing.signal.aborted || (type === 'informative' && shown !== '')) return;
    pending = { type, text };
    sendingUpdates ??= sendUpdates().finally(() => (sendingUpdates = null));
  }

  /** Sends the last activity of the stream. False if the answer must be delivered in another way. */
  async function sendFinal(message: Outgoing): Promise<boolean> {
    let mayHaveArrived = false;
    nextUpdateAt = failures > 0 ? nextUpdateAt : nextSendAt;
    for (let attempt = 1; attempt <= MAX_FINAL_ATTEMPTS && phase === 'open'; attempt += 1) {
      await clock.sleep(Math.max(0, nextUpdateAt - clock.monotonic()));
      try {
        await conversation.send(message);
        return true;
      } catch (error) {
        const sendError = classifySendError(error, clock.monotonic() - startedAt);
        // A finished stream refuses a second end, so the first one arrived.
        if (mayHaveArrived && sendError.kind !== 'busy') return true;
        mayHaveArrived ||= sendError.kind === 'busy' && sendError.mayHaveArrived;
        handleError(error);
      }
    }
    return phase === 'open' && mayHaveArrived;
  }

  return {
    inform: (sentence) => queueUpdate('informative', sentence),
    show: (text) => queueUpdate('streaming', text),
    stopped: stop.signal,
    async finish(text, createMessage) {
      finishing.abort();
      await sendingUpdates;
      if (phase === 'open' && streamId) {
        const final = mergeMessages(createMessage(text), createStreamActivity('final', text, streamId));
        if (await sendFinal(final)) return streamId;
      }
      if (phase === 'stopped') return undefined;
      const remaining = phase === 'late' ? getRemainingText(text, shown) : text;
      const toSend = remaining === text ? text : texts.continued(remaining);
      return deliver(conversation, clock, (id) => createMessage(toSend, id));
    },
  };
}

function mergeMessages({ entities = [], channelData, ...message }: Outgoing, stream: Outgoing): Outgoing {
  return {
    ...message,
    ...stream,
    entities: [...(stream.entities ?? []), ...entities],
    channelData: { ...(channelData as object), ...(stream.channelData as object) },
  };
}
