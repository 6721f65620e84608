import { Activity } from './activity.ts';
import { ConnectorError } from './connectorErrors.ts';
import { MAX_STREAM_MS, getStreamStep, type Stream } from './streamRules.ts';

const START = 1_000_000;

/** A stream with the text `Hotels are paid` after its second update. */
function createStreams(state: Stream['state'] = 'running'): Map<string, Stream> {
  const stream = { id: '1', state, startedAt: START, lastAt: START, lastSequence: 2, text: 'Hotels are paid' };
  return new Map([['1', stream]]);
}

function createTyping(text: string, info: object): Activity {
  return Activity.parse({ type: 'typing', text, entities: [{ type: 'streaminfo', ...info }] });
}

const createUpdate = (text: string, streamSequence = 3) =>
  createTyping(text, { streamType: 'streaming', streamSequence, streamId: '1' });
const createFinal = (info: object = {}) =>
  Activity.parse({
    type: 'message',
    text: 'Hotels are paid.',
    entities: [{ type: 'streaminfo', streamType: 'final', streamId: '1', ...info }],
  });

function getError(
  activity: Activity,
  streams = createStreams(),
  { isPersonal = true, after = 1_500 } = {},
): ConnectorError {
  try {
    const step = getStreamStep(activity, streams, isPersonal, START + after);
    throw new Error(`It was accepted as ${step.kind}.`);
  } catch (error) {
    if (error instanceof ConnectorError) return error;
    throw error;
  }
}

describe('a stream', () => {
  it('starts with sequence 1, continues with text that starts with the former text, and ends with a message', () => {
    const first = createTyping('AVA is thinking...', { streamType: 'informative', streamSequence: 1 });

    expect(getStreamStep(first, new Map(), true, START)).toEqual({ kind: 'start' });
    expect(getStreamStep(createUpdate('Hotels are paid up to'), createStreams(), true, START + 1_500).kind).toBe(
      'continue',
    );
    expect(getStreamStep(createFinal(), createStreams(), true, START + 100).kind).toBe('finish');
    expect(getStreamStep(Activity.parse({ type: 'message', text: 'Hello' }), createStreams(), true, START).kind).toBe(
      'none',
    );
  });

  it('ignores updates out of order', () => {
    expect(getStreamStep(createUpdate('Hotels', 2), createStreams(), true, START + 1_500).kind).toBe('drop');
  });

  it('is rejected outside of personal chats', () => {
    expect(getError(createUpdate('Hotels are paid up to'), createStreams(), { isPersonal: false })).toMatchObject({
      status: 400,
    });
  });

  it('is rejected if it removes former text', () => {
    expect(getError(createUpdate('Trains are paid'))).toMatchObject({ status: 403, code: 'ContentStreamNotAllowed' });
  });

  it('is rejected with Retry-After if it has more than one update per second', () => {
    const tooSoon = getError(createUpdate('Hotels are paid up to'), createStreams(), { after: 500 });

    expect(tooSoon).toMatchObject({ status: 429, retryAfter: 1 });
  });

  it('ends after two minutes, by Stop or by its final message; later updates get a different error for each', () => {
    const afterLimit = { after: MAX_STREAM_MS + 1 };

    expect(getError(createUpdate('Hotels are paid up to'), createStreams(), afterLimit).message).toContain(
      'exceeded streaming time',
    );
    expect(getError(createFinal(), createStreams(), afterLimit)).toMatchObject({
      status: 403,
      code: 'ContentStreamNotAllowed',
    });
    expect(getError(createFinal(), createStreams('stopped')).message).toContain('canceled by user');
    expect(getError(createUpdate('Hotels are paid up to'), createStreams('finished')).message).toContain(
      'already completed',
    );
  });

  it('cannot start while another stream is active; a stream is active for at most two minutes', () => {
    const first = createTyping('AVA is thinking...', { streamType: 'informative', streamSequence: 1 });

    expect(getError(first)).toMatchObject({ status: 403 });
    expect(getStreamStep(first, createStreams(), true, START + MAX_STREAM_MS + 1).kind).toBe('start');
  });

  it.each([
    ['an entity without properties', createTyping('Hotels', {})],
    ['a first update with the sequence 2', createTyping('Hotels', { streamType: 'streaming', streamSequence: 2 })],
    ['no sequence', createTyping('Hotels', { streamType: 'streaming', streamId: '1' })],
    ['no text', createTyping('', { streamType: 'streaming', streamSequence: 1 })],
    ['an unknown stream', createTyping('Hotels', { streamType: 'streaming', streamSequence: 3, streamId: '9' })],
    [
      'an informative update of 1,001 characters',
      createTyping('x'.repeat(1_001), { streamType: 'informative', streamSequence: 1 }),
    ],
    ['a final message with a sequence', createFinal({ streamSequence: 4 })],
    ['a message that is not final', createFinal({ streamType: 'streaming' })],
  ])('is rejected with %s', (_name, activity) => {
    expect(getError(activity)).toMatchObject({ status: 400, code: 'BadArgument' });
  });
});
