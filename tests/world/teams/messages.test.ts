import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseQuestion } from '#bot/question/question.ts';

/** The folder of the cases: each file has what Teams sends for one kind of message, with its public source. */
const folder = join(import.meta.dirname, 'messages');
interface Case {
  source: string;
  story: string;
  activity: { text: string; attachments: unknown[]; entities?: unknown[] };
  text: string;
  context: { name: string; text: string }[];
}
const cases = readdirSync(folder).map((name) => {
  const read = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Case;
  return [read.story, read] as const;
});
const recipient = { id: '28:bot' };

it.each(cases)('the bot reads %s', (_, { source, activity, text, context }) => {
  expect(source).toMatch(/^https:/);
  const question = parseQuestion({ id: '1', recipient, ...activity });
  expect(question.text).toBe(text);
  expect(question.context).toEqual(context);
});

it('the bot keeps what Ada wrote if it only ends like the forwarded message', () => {
  const html = '<p>book</p><blockquote itemtype="http://schema.skype.com/Forward"><p>ok</p></blockquote>';
  const attachments = [{ contentType: 'text/html', content: html }];
  expect(parseQuestion({ id: '1', recipient, text: 'book', attachments }).text).toBe('book');
});

/** @proves threat:quoted-messages */
it.each([
  ['deeply nested elements', '<div>'.repeat(3_900)],
  ['deeply nested quotes', '<blockquote itemtype="http://schema.skype.com/Reply">'.repeat(1_000)],
  ['formatting that is never closed', '<b><i><a href="https://x.example">'.repeat(1_200)],
  ['more tags than Teams sends', '<p>'.repeat(50_000)],
  ['an unclosed tag', `<blockquote itemtype="${'x'.repeat(50_000)}`],
])('the bot survives HTML of %s', (_, content) => {
  const attachments = Array.from({ length: 50 }, () => ({ contentType: 'text/html', content }));
  expect(parseQuestion({ id: '1', recipient, text: 'Hello', attachments }).text).toBe('Hello');
});
