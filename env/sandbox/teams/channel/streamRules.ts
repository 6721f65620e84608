import { getStreamInfo, type Activity, type Entity } from './activity.ts';
import { connectorErrors } from './connectorErrors.ts';

/** A message that is being streamed. */
export interface Stream {
  /** Id of its first activity, and of the final message. */
  id: string;
  state: 'running' | 'stopped' | 'finished';
  /** Milliseconds of the channel's clock. */
  startedAt: number;
  lastAt: number;
  lastSequence: number;
  /** Text of the last streaming update; informative updates are not included. */
  text: string;
}

export type StreamStep =
  | { kind: 'start' }
  | { kind: 'continue'; stream: Stream }
  /** Out of order: Teams accepts the update but does not show it. */
  | { kind: 'drop'; stream: Stream }
  | { kind: 'finish'; stream: Stream }
  /** The activity is not part of a stream. */
  | { kind: 'none' };

export const MAX_STREAM_MS = 120_000;
/** Teams allows one update per second; 100 ms less compensates for network delays. */
export const MIN_INTERVAL_MS = 900;
const MAX_INFORMATIVE = 1_000;

/**
 * Applies Teams' streaming rules to an activity.
 *
 * @param streams All streams of the conversation, by id.
 * @param isPersonal Whether the conversation is a personal chat; a bot can stream only there.
 * @param now Milliseconds of the channel's clock.
 * @throws ConnectorError 400 for an invalid activity, 403 ContentStreamNotAllowed, 429 for too many updates
 */
export function getStreamStep(
  activity: Activity,
  streams: Map<string, Stream>,
  isPersonal: boolean,
  now: number,
): StreamStep {
  const info = getStreamInfo(activity);
  if (!info) return { kind: 'none' };
  if (!isPersonal) throw connectorErrors.badRequest('The streaming API is not enabled for this conversation.');
  if (activity.type === 'message') return finish(info, streams, now);
  if (activity.type !== 'typing') throw connectorErrors.badRequest('Only typing and message activities can stream.');
  checkUpdate(activity, info);
  if (info['streamId'] === undefined) return start(info, streams, now);
  return continueStream(activity, info, getRunningStream(streams, info['streamId'], now), now);
}

function checkUpdate(activity: Activity, info: Entity): void {
  const { streamType, streamSequence } = info;
  if (streamType !== 'informative' && streamType !== 'streaming') {
    throw connectorErrors.badRequest(
      'Only start streaming and continue streaming types are allowed as a typing activity.',
    );
  }
  if (!Number.isInteger(streamSequence) || Number(streamSequence) < 1) {
    throw connectorErrors.badRequest('A streaming activity needs a stream sequence of 1 or more.');
  }
  if (!activity.text) throw connectorErrors.badRequest('A streaming activity needs text.');
  if (streamType === 'informative' && activity.text.length > MAX_INFORMATIVE) {
    throw connectorErrors.badRequest(`An informative update is at most ${MAX_INFORMATIVE} characters long.`);
  }
  if (activity.attachments.length > 0)
    throw connectorErrors.badRequest('Attachments are allowed only on the final message.');
}

function start(info: Entity, streams: Map<string, Stream>, now: number): StreamStep {
  if (info['streamSequence'] !== 1)
    throw connectorErrors.badRequest('The first streaming activity has the sequence 1.');
  const isStreaming = [...streams.values()].some((stream) => stream.state === 'running' && !hasExpired(stream, now));
  if (isStreaming)
    throw connectorErrors.streamNotAllowed('Content stream is not allowed while another message is streaming.');
  return { kind: 'start' };
}

function continueStream(activity: Activity, info: Entity, stream: Stream, now: number): StreamStep {
  if (Number(info['streamSequence']) <= stream.lastSequence) return { kind: 'drop', stream };
  if (now - stream.lastAt < MIN_INTERVAL_MS) throw connectorErrors.tooFast();
  if (info['streamType'] === 'streaming' && !activity.text?.startsWith(stream.text)) {
    throw connectorErrors.streamNotAllowed('Request streamed content should contain the previously streamed content.');
  }
  return { kind: 'continue', stream };
}

function finish(info: Entity, streams: Map<string, Stream>, now: number): StreamStep {
  if (info['streamType'] !== 'final') {
    throw connectorErrors.badRequest('Only end streaming type is allowed as a message activity.');
  }
  if (info['streamSequence'] !== undefined)
    throw connectorErrors.badRequest('The final message has no stream sequence.');
  return { kind: 'finish', stream: getRunningStream(streams, info['streamId'], now) };
}

function getRunningStream(streams: Map<string, Stream>, id: unknown, now: number): Stream {
  const stream = streams.get(String(id));
  if (!stream) throw connectorErrors.badRequest('There is no stream with this stream id.');
  if (stream.state === 'stopped') throw connectorErrors.streamNotAllowed('Content stream was canceled by user.');
  if (stream.state === 'finished') {
    throw connectorErrors.streamNotAllowed('Content stream is not allowed on an already completed streamed message.');
  }
  if (hasExpired(stream, now)) {
    throw connectorErrors.streamNotAllowed('Content stream finished due to exceeded streaming time.');
  }
  return stream;
}

/** Whether the stream has exceeded Teams' limit of two minutes. */
function hasExpired(stream: Stream, now: number): boolean {
  return now - stream.startedAt > MAX_STREAM_MS;
}
