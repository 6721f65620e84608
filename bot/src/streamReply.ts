import type { Clock } from '../../api/platform/clock.ts';
import type { Conversation, Outgoing } from './conversation.ts';
import { deliver, waitBefore } from './deliver.ts';
import type { Log } from '../../api/platform/log.ts';
import type { Markdown } from './markdown.ts';
import type { Reply } from './reply.ts';
import { faultOf } from './sendFault.ts';
import { texts } from './texts.ts';

/** Teams takes about one update a second; what comes meanwhile is gathered. */
export const PACE_MS = 1_500;
/** Between what Teams has taken and the next it takes there must be a second; the end waits for no more than that. */
const GAP_MS = 1_000;
const LAST_TRIES = 6;

type StreamType = 'informative' | 'streaming' | 'final';
type Phase = 'open' | 'stopped' | 'late' | 'broken';

/** An activity of a stream. The first has no `streamId`, the last no number. */
export function streamActivity(
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

/** The part of a text that was not shown yet, from the last whole word on. */
export function restOf(text: Markdown, shown: string): Markdown {
  if (shown === '' || !text.startsWith(shown)) return text;
  const cut = Math.max(shown.lastIndexOf(' '), shown.lastIndexOf('\n'));
  const from = /^\s/.test(text.slice(shown.length)) || cut < 0 ? shown.length : cut;
  // It is cut before a word, never inside an escape.
  return text.slice(from).trim() as Markdown;
}

/** Shows an answer in a personal chat while it is written, as fast as Teams takes it, and delivers its end once. */
export function createStreamReply(conversation: Conversation, clock: Clock, log: Log): Reply {
  const began = clock.monotonic();
  const stop = new AbortController();
  const ending = new AbortController();
  let phase: Phase = 'open';
  let streamId: string | undefined;
  let sequence = 0;
  let failures = 0;
  let due = began;
  let free = began;
  let next: { type: 'informative' | 'streaming'; text: Markdown } | null = null;
  let shown = '';
  let pumping: Promise<void> | null = null;

  function meet(error: unknown): void {
    const fault = faultOf(error, clock.monotonic() - began);
    if (fault.kind === 'busy') {
      failures += 1;
      due = clock.monotonic() + waitBefore(failures, fault.retryAfterMs);
      return;
    }
    phase = fault.kind === 'refused' ? 'broken' : fault.kind;
    if (phase === 'stopped') stop.abort();
    if (phase === 'broken') log.warn({ error }, 'an answer could not be shown while it was written');
  }

  async function sendNext(): Promise<void> {
    const sending = next;
    if (!sending) return;
    sequence += 1;
    due = clock.monotonic() + PACE_MS;
    try {
      const id = await conversation.send(streamActivity(sending.type, sending.text, streamId, sequence));
      streamId ??= id || undefined;
      failures = 0;
      free = clock.monotonic() + GAP_MS;
      if (sending.type === 'streaming') shown = sending.text;
      if (next === sending) next = null;
    } catch (error) {
      meet(error);
    }
  }

  async function pump(): Promise<void> {
    while (next && phase === 'open' && !ending.signal.aborted) {
      await clock.sleep(Math.max(0, due - clock.monotonic(), free - clock.monotonic()), ending.signal);
      if (!ending.signal.aborted) await sendNext();
    }
  }

  function put(type: 'informative' | 'streaming', text: Markdown): void {
    if (phase !== 'open' || ending.signal.aborted || (type === 'informative' && shown !== '')) return;
    next = { type, text };
    pumping ??= pump().finally(() => (pumping = null));
  }

  /** The end of the stream itself; false where it must go another way. */
  async function end(message: Outgoing): Promise<boolean> {
    let mayHaveArrived = false;
    due = failures > 0 ? due : free;
    for (let attempt = 1; attempt <= LAST_TRIES && phase === 'open'; attempt += 1) {
      await clock.sleep(Math.max(0, due - clock.monotonic()));
      try {
        await conversation.send(message);
        return true;
      } catch (error) {
        const fault = faultOf(error, clock.monotonic() - began);
        // A stream that has ended takes no second end: the first one had arrived.
        if (mayHaveArrived && fault.kind !== 'busy') return true;
        mayHaveArrived ||= fault.kind === 'busy' && fault.mayHaveArrived;
        meet(error);
      }
    }
    return phase === 'open' && mayHaveArrived;
  }

  return {
    inform: (sentence) => put('informative', sentence),
    show: (text) => put('streaming', text),
    stopped: stop.signal,
    async finish(text, message) {
      ending.abort();
      await pumping;
      if (phase === 'open' && streamId) {
        const { entities = [], channelData, ...whole } = message(text);
        const last = streamActivity('final', text, streamId);
        const merged = {
          ...whole,
          ...last,
          entities: [...(last.entities ?? []), ...entities],
          channelData: { ...(channelData as object), ...(last.channelData as object) },
        };
        if (await end(merged)) return streamId;
      }
      if (phase === 'stopped') return undefined;
      const rest = phase === 'late' ? restOf(text, shown) : text;
      const last = rest === text ? text : texts.continued(rest);
      return deliver(conversation, clock, (id) => message(last, id));
    },
  };
}
