import type { ErrorCode } from '#contract/errors.ts';
import { MAX_MESSAGE_BYTES } from '#contract/limits.ts';
import { sampleMessage } from '#tab/testing/samples.ts';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { toEntry } from '#tab/features/chat/opening/reconcile.rules.ts';
import { addVersion, canContinueEntry, canRegenerate, findEditBlocker, getVersionPosition } from './versions.rules.ts';

const makeAnswer = (changes: Partial<Entry> = {}): Entry => ({
  ...toEntry(sampleMessage({ source: 'AVA', seq: 5 })),
  ...changes,
});

describe('the position of a message among its versions', () => {
  it('includes the versions before and after it', () => {
    const versions = ['a', 'b', 'c'];
    expect(getVersionPosition({ message_id: 'b', versions })).toEqual({
      number: 2,
      count: 3,
      previous: 'a',
      next: 'c',
    });
    expect(getVersionPosition({ message_id: 'a', versions })).toMatchObject({ number: 1, previous: null, next: 'b' });
    expect(getVersionPosition({ message_id: 'c', versions })).toMatchObject({ number: 3, previous: 'b', next: null });
  });

  it.each([[undefined], [[]], [['a']], [['b', 'c']]])('is null with versions %j', (versions) => {
    expect(getVersionPosition({ message_id: 'a', ...(versions && { versions }) })).toBeNull();
  });

  it('is the last for a new version', () => {
    expect(addVersion({ message_id: 'a' }, 'b')).toEqual(['a', 'b']);
    expect(addVersion({ message_id: 'a', versions: ['a', 'b'] }, 'c')).toEqual(['a', 'b', 'c']);
  });
});

it('answers of a run can be regenerated, sentences that AVA appended and answers in progress cannot', () => {
  expect(canRegenerate(makeAnswer())).toBe(true);
  expect(canRegenerate(makeAnswer({ seq: 0 }))).toBe(false);
  expect(canRegenerate(makeAnswer({ delivery: 'sending' }))).toBe(false);
  expect(canRegenerate(makeAnswer({ state: { name: 'streaming', stage: 'thinking' } }))).toBe(false);
});

it('only the last answer can be continued, if it was stopped or cut or met a budget, and has text', () => {
  const stopped = makeAnswer({ state: { name: 'stopped' } });
  const cut = makeAnswer({ state: { name: 'complete', finish: 'length' } });
  expect(canContinueEntry([stopped], stopped)).toBe(true);
  expect(canContinueEntry([cut], cut)).toBe(true);
  expect(canContinueEntry([stopped, makeAnswer()], stopped)).toBe(false);
  expect(canContinueEntry([makeAnswer()], makeAnswer())).toBe(false);
  const fail = (code: ErrorCode) => makeAnswer({ state: { name: 'failed', error: { code, detail: 'No.' } } });
  const [limited, broken] = [fail('budget_used_up'), fail('model_unavailable')];
  expect(canContinueEntry([limited], limited)).toBe(true);
  expect(canContinueEntry([broken], broken)).toBe(false);
  const empty = makeAnswer({ state: { name: 'stopped' }, content: ' ' });
  expect(canContinueEntry([empty], empty)).toBe(false);
});

it('an edit needs text of at most the longest message, and no answer in progress', () => {
  expect(findEditBlocker('tea', [makeAnswer()])).toBeNull();
  expect(findEditBlocker('  ', [makeAnswer()])).toBe('Write a message to send it.');
  expect(findEditBlocker('é'.repeat(MAX_MESSAGE_BYTES / 2 + 1), [])).toContain('512 KB');
  const streaming = makeAnswer({ state: { name: 'streaming', stage: 'thinking' } });
  expect(findEditBlocker('tea', [streaming])).toBe('Wait until the answer is finished, or stop it.');
});
