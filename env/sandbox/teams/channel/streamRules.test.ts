import { Activity } from './activity.ts';
import { ConnectorRefusal } from './refusal.ts';
import { LONGEST_STREAM_MS, streamStep, type Stream } from './streamRules.ts';

const START = 1_000_000;

/** A stream that has said `Hotels are paid` at its second update. */
function running(state: Stream['state'] = 'running'): Map<string, Stream> {
  const stream = { id: '1', state, startedAt: START, lastAt: START, lastSequence: 2, text: 'Hotels are paid' };
  return new Map([['1', stream]]);
}

function typing(text: string, info: object): Activity {
  return Activity.parse({ type: 'typing', text, entities: [{ type: 'streaminfo', ...info }] });
}

const update = (text: string, streamSequence = 3) =>
  typing(text, { streamType: 'streaming', streamSequence, streamId: '1' });
const final = (info: object = {}) =>
  Activity.parse({
    type: 'message',
    text: 'Hotels are paid.',
    entities: [{ type: 'streaminfo', streamType: 'final', streamId: '1', ...info }],
  });

function refusal(activity: Activity, streams = running(), { personal = true, after = 1_500 } = {}): ConnectorRefusal {
  try {
    const step = streamStep(activity, streams, personal, START + after);
    throw new Error(`It was taken as ${step.kind}.`);
  } catch (error) {
    if (error instanceof ConnectorRefusal) return error;
    throw error;
  }
}

describe('a stream', () => {
  it('begins with the sequence 1, goes on with text that holds what was said, and ends with a message', () => {
    const first = typing('AVA is thinking...', { streamType: 'informative', streamSequence: 1 });

    expect(streamStep(first, new Map(), true, START)).toEqual({ kind: 'start' });
    expect(streamStep(update('Hotels are paid up to'), running(), true, START + 1_500).kind).toBe('continue');
    expect(streamStep(final(), running(), true, START + 100).kind).toBe('finish');
    expect(streamStep(Activity.parse({ type: 'message', text: 'Hello' }), running(), true, START).kind).toBe('none');
  });

  it('drops what comes out of order without a word', () => {
    expect(streamStep(update('Hotels', 2), running(), true, START + 1_500).kind).toBe('drop');
  });

  it('is refused outside personal chats', () => {
    expect(refusal(update('Hotels are paid up to'), running(), { personal: false })).toMatchObject({ status: 400 });
  });

  it('is refused when it takes back what was said', () => {
    expect(refusal(update('Trains are paid'))).toMatchObject({ status: 403, code: 'ContentStreamNotAllowed' });
  });

  it('is refused faster than once a second, with the time to wait', () => {
    const tooSoon = refusal(update('Hotels are paid up to'), running(), { after: 500 });

    expect(tooSoon).toMatchObject({ status: 429, retryAfter: 1 });
  });

  it('is over after two minutes, after Stop and after its end, each with its own sentence', () => {
    const late = { after: LONGEST_STREAM_MS + 1 };

    expect(refusal(update('Hotels are paid up to'), running(), late).message).toContain('exceeded streaming time');
    expect(refusal(final(), running(), late)).toMatchObject({ status: 403, code: 'ContentStreamNotAllowed' });
    expect(refusal(final(), running('stopped')).message).toContain('canceled by user');
    expect(refusal(update('Hotels are paid up to'), running('finished')).message).toContain('already completed');
  });

  it('is one at a time, until the one before has had its two minutes', () => {
    const first = typing('AVA is thinking...', { streamType: 'informative', streamSequence: 1 });

    expect(refusal(first)).toMatchObject({ status: 403 });
    expect(streamStep(first, running(), true, START + LONGEST_STREAM_MS + 1).kind).toBe('start');
  });

  it.each([
    ['an entity whose properties were lost', typing('Hotels', {})],
    ['a first update with the sequence 2', typing('Hotels', { streamType: 'streaming', streamSequence: 2 })],
    ['no sequence', typing('Hotels', { streamType: 'streaming', streamId: '1' })],
    ['no text', typing('', { streamType: 'streaming', streamSequence: 1 })],
    ['a stream nobody began', typing('Hotels', { streamType: 'streaming', streamSequence: 3, streamId: '9' })],
    ['news of 1,001 characters', typing('x'.repeat(1_001), { streamType: 'informative', streamSequence: 1 })],
    ['a final message with a sequence', final({ streamSequence: 4 })],
    ['a message that is not final', final({ streamType: 'streaming' })],
  ])('is refused with %s', (_what, activity) => {
    expect(refusal(activity)).toMatchObject({ status: 400, code: 'BadArgument' });
  });
});
