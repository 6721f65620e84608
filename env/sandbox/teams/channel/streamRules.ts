import { streamInfoOf, type Activity, type Entity } from './activity.ts';
import { refuse } from './refusal.ts';

/** A message that is being streamed, as the channel remembers it. */
export interface Stream {
  /** Id of the activity that began it, and of the message it becomes. */
  id: string;
  state: 'running' | 'stopped' | 'finished';
  /** Milliseconds of the channel's clock. */
  startedAt: number;
  lastAt: number;
  lastSequence: number;
  /** What the last streaming update said; informative updates do not count. */
  text: string;
}

export type StreamStep =
  | { kind: 'start' }
  | { kind: 'continue'; stream: Stream }
  /** Out of order: Teams accepts it and shows nothing of it. */
  | { kind: 'drop'; stream: Stream }
  | { kind: 'finish'; stream: Stream }
  /** The activity has nothing to do with streaming. */
  | { kind: 'none' };

export const LONGEST_STREAM_MS = 120_000;
/** One a second is what Teams allows; the tenth less is for the way through the network. */
export const FASTEST_MS = 900;
const LONGEST_INFORMATIVE = 1_000;

/**
 * What Teams does with an activity by its rules of streaming.
 * @param streams All of this conversation, by id.
 * @param now Milliseconds of the channel's clock.
 * @throws ConnectorRefusal 400 for what is not written as it should be, 403 ContentStreamNotAllowed, 429 when too fast.
 */
export function streamStep(
  activity: Activity,
  streams: Map<string, Stream>,
  personal: boolean,
  now: number,
): StreamStep {
  const info = streamInfoOf(activity);
  if (!info) return { kind: 'none' };
  if (!personal) throw refuse.badRequest('The streaming API is not enabled for this conversation.');
  if (activity.type === 'message') return finish(info, streams, now);
  if (activity.type !== 'typing') throw refuse.badRequest('Only typing and message activities can stream.');
  refuseBadUpdate(activity, info);
  if (info['streamId'] === undefined) return start(info, streams, now);
  return proceed(activity, info, running(streams, info['streamId'], now), now);
}

function refuseBadUpdate(activity: Activity, info: Entity): void {
  const { streamType, streamSequence } = info;
  if (streamType !== 'informative' && streamType !== 'streaming') {
    throw refuse.badRequest('Only start streaming and continue streaming types are allowed as a typing activity.');
  }
  if (!Number.isInteger(streamSequence) || Number(streamSequence) < 1) {
    throw refuse.badRequest('A streaming activity needs a stream sequence of 1 or more.');
  }
  if (!activity.text) throw refuse.badRequest('A streaming activity needs text.');
  if (streamType === 'informative' && activity.text.length > LONGEST_INFORMATIVE) {
    throw refuse.badRequest(`An informative update is at most ${LONGEST_INFORMATIVE} characters long.`);
  }
  if (activity.attachments.length > 0) throw refuse.badRequest('Attachments are allowed on the final message alone.');
}

function start(info: Entity, streams: Map<string, Stream>, now: number): StreamStep {
  if (info['streamSequence'] !== 1) throw refuse.badRequest('The first streaming activity has the sequence 1.');
  const other = [...streams.values()].some((stream) => stream.state === 'running' && !isOver(stream, now));
  if (other) throw refuse.streamNotAllowed('Content stream is not allowed while another message is streaming.');
  return { kind: 'start' };
}

function proceed(activity: Activity, info: Entity, stream: Stream, now: number): StreamStep {
  if (Number(info['streamSequence']) <= stream.lastSequence) return { kind: 'drop', stream };
  if (now - stream.lastAt < FASTEST_MS) throw refuse.tooFast();
  if (info['streamType'] === 'streaming' && !activity.text?.startsWith(stream.text)) {
    throw refuse.streamNotAllowed('Request streamed content should contain the previously streamed content.');
  }
  return { kind: 'continue', stream };
}

function finish(info: Entity, streams: Map<string, Stream>, now: number): StreamStep {
  if (info['streamType'] !== 'final') {
    throw refuse.badRequest('Only end streaming type is allowed as a message activity.');
  }
  if (info['streamSequence'] !== undefined) throw refuse.badRequest('The final message has no stream sequence.');
  return { kind: 'finish', stream: running(streams, info['streamId'], now) };
}

function running(streams: Map<string, Stream>, id: unknown, now: number): Stream {
  const stream = streams.get(String(id));
  if (!stream) throw refuse.badRequest('There is no stream with this stream id.');
  if (stream.state === 'stopped') throw refuse.streamNotAllowed('Content stream was canceled by user.');
  if (stream.state === 'finished') {
    throw refuse.streamNotAllowed('Content stream is not allowed on an already completed streamed message.');
  }
  if (isOver(stream, now)) {
    throw refuse.streamNotAllowed('Content stream finished due to exceeded streaming time.');
  }
  return stream;
}

/** Whether Teams' two minutes for a streamed message are over. */
export function isOver(stream: Stream, now: number): boolean {
  return now - stream.startedAt > LONGEST_STREAM_MS;
}
