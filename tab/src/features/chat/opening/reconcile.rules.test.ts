import { sampleMessage } from '#tab/testing/samples.ts';
import { createAnswerEntry, createPersonEntry } from '#tab/features/chat/exchange/newEntries.ts';
import { appendOnce, toEntry, reconcile } from './reconcile.rules.ts';

const question = sampleMessage({ content: 'Who pays for trains?' });
const streaming = sampleMessage({
  source: 'AVA',
  content: 'The traveller',
  state: { name: 'streaming', stage: 'thinking' },
  run_id: '11111111-1111-4111-8111-111111111111',
  seq: 4,
});

it('uses the order of the server and keeps existing entries', () => {
  const local = [toEntry(question)];
  const other = sampleMessage({ content: 'Written on the phone' });
  const merged = reconcile(local, [other, question]);
  expect(merged.map((entry) => entry.content)).toEqual(['Written on the phone', 'Who pays for trains?']);
  expect(merged[1]).toBe(local[0]);
});

it('skips duplicate messages', () => {
  expect(reconcile([], [question, question])).toHaveLength(1);
  const entries = [toEntry(question)];
  appendOnce(entries, toEntry(question));
  expect(entries).toHaveLength(1);
});

it('keeps an answer that is ahead of the server', () => {
  const local = toEntry({ ...streaming, content: 'The traveller pays first', seq: 9 });
  expect(reconcile([local], [streaming])[0]?.content).toBe('The traveller pays first');
});

it('updates an answer that is behind the server', () => {
  const local = toEntry(streaming);
  const done = { ...streaming, content: 'The traveller pays first.', seq: 12, state: { name: 'stopped' as const } };
  const [merged] = reconcile([local], [done]);
  expect(merged).toBe(local);
  expect(merged).toMatchObject({ content: 'The traveller pays first.', seq: 12, state: { name: 'stopped' } });
});

it('replaces the answer of an older run', () => {
  const local = toEntry({ ...streaming, seq: 40 });
  const retried = { ...streaming, content: 'No', seq: 2, run_id: '22222222-2222-4222-8222-222222222222' };
  expect(reconcile([local], [retried])[0]?.content).toBe('No');
});

it('removes deleted messages and keeps unsent ones', () => {
  const deleted = toEntry(sampleMessage({ content: 'Deleted on the phone' }));
  const unsent = {
    ...createPersonEntry('b0000000-0000-4000-8000-000000000001', 'Not sent', []),
    delivery: 'unsent' as const,
  };
  const merged = reconcile([deleted, unsent], [question]);
  expect(merged.map((entry) => entry.content)).toEqual(['Who pays for trains?', 'Not sent']);
});

it('removes the apology if the server has the message and its answer', () => {
  const person = { ...createPersonEntry(question.message_id, question.content, []), delivery: 'unsent' as const };
  const apology = { ...createAnswerEntry(''), delivery: 'unsent' as const, failure: 'Sorry' };
  const merged = reconcile([person, apology], [question, streaming]);
  expect(merged.map((entry) => entry.failure)).toEqual([null, null]);
  expect(merged[0]?.delivery).toBe('stored');
});
