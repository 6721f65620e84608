import { sampleMessage } from '../../../testing/samples.ts';
import { createAnswerEntry, createPersonEntry } from '../sending/newEntries.ts';
import { appendOnce, toEntry, reconcile } from './reconcile.rules.ts';

const question = sampleMessage({ content: 'Who pays for trains?' });
const streaming = sampleMessage({
  source: 'AVA',
  content: 'The traveller',
  state: { name: 'streaming', stage: 'thinking' },
  run_id: '11111111-1111-4111-8111-111111111111',
  seq: 4,
});

it('takes the messages of the server in its order and keeps the entries that it knows', () => {
  const local = [toEntry(question)];
  const other = sampleMessage({ content: 'Written on the phone' });
  const merged = reconcile(local, [other, question]);
  expect(merged.map((entry) => entry.content)).toEqual(['Written on the phone', 'Who pays for trains?']);
  expect(merged[1]).toBe(local[0]);
});

it('skips a message that comes twice', () => {
  expect(reconcile([], [question, question])).toHaveLength(1);
  const entries = [toEntry(question)];
  appendOnce(entries, toEntry(question));
  expect(entries).toHaveLength(1);
});

it('keeps an answer that is further on here than what the server has saved', () => {
  const local = toEntry({ ...streaming, content: 'The traveller pays first', seq: 9 });
  expect(reconcile([local], [streaming])[0]?.content).toBe('The traveller pays first');
});

it('takes over an answer that is further on at the server', () => {
  const local = toEntry(streaming);
  const done = { ...streaming, content: 'The traveller pays first.', seq: 12, state: { name: 'stopped' as const } };
  const [merged] = reconcile([local], [done]);
  expect(merged).toBe(local);
  expect(merged).toMatchObject({ content: 'The traveller pays first.', seq: 12, state: { name: 'stopped' } });
});

it('takes over the answer of another run, however short it still is', () => {
  const local = toEntry({ ...streaming, seq: 40 });
  const retried = { ...streaming, content: 'No', seq: 2, run_id: '22222222-2222-4222-8222-222222222222' };
  expect(reconcile([local], [retried])[0]?.content).toBe('No');
});

it('lets go what was deleted elsewhere and keeps what has not reached the server', () => {
  const gone = toEntry(sampleMessage({ content: 'Deleted on the phone' }));
  const waiting = {
    ...createPersonEntry('b0000000-0000-4000-8000-000000000001', 'Not sent', []),
    delivery: 'unsent' as const,
  };
  const merged = reconcile([gone, waiting], [question]);
  expect(merged.map((entry) => entry.content)).toEqual(['Who pays for trains?', 'Not sent']);
});

it('drops the apology of this window when the message did reach the server and has its answer there', () => {
  const person = { ...createPersonEntry(question.message_id, question.content, []), delivery: 'unsent' as const };
  const apology = { ...createAnswerEntry(''), delivery: 'unsent' as const, failure: 'Sorry' };
  const merged = reconcile([person, apology], [question, streaming]);
  expect(merged.map((entry) => entry.failure)).toEqual([null, null]);
  expect(merged[0]?.delivery).toBe('stored');
});
