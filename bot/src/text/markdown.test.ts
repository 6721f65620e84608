import { escapeMarkdown, joinMarkdown, markdownLink, sentence, shorten } from './markdown.ts';

it.each([
  ['Budget *2027*.pdf', 'Budget \\*2027\\*.pdf'],
  ['[x](y) ![z]', '\\[x\\]\\(y\\) \\!\\[z\\]'],
  ['<img src=x> & more', '&lt;img src=x&gt; &amp; more'],
  ['# one\ntwo\u2028three', '\\# one two three'],
  ['- item', '\\- item'],
  ['1. item', '1\\. item'],
  ['{{DATE(now)}}', '\\{\\{DATE\\(now\\)\\}\\}'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['@everyone', '@\u200beveryone'],
  ['https://evil.example', 'https:\u200b//evil.example'],
  ['www.evil.example', 'www\u200b.evil.example'],
  ['Zoë 😀 \u05d0\u05d1 \u0645\u06cc\u200c\u062e', 'Zoë 😀 \u05d0\u05d1 \u0645\u06cc\u200c\u062e'],
  ['half \ud83d', 'half \ufffd'],
])('escapes %j as %j', (name, escaped) => {
  expect(escapeMarkdown(name)).toBe(escaped);
  expect(sentence`**Hello ${name}!**`).toBe(`**Hello ${escaped}!**`);
});

it('shortens a long name without reading it to its end', () => {
  expect(shorten('x'.repeat(1_000_000), 10)).toBe('xxxxxxxxx…');
  expect(shorten(`${' '.repeat(1_000)}x`, 10)).toBe('…');
  expect(sentence`${'x'.repeat(1_000_000)}`).toHaveLength(400);
});

it('joins parts without the empty ones, and keeps a link whole', () => {
  expect(joinMarkdown([sentence`a`, sentence``, sentence`${'*'}`])).toBe('a\n\n\\*');
  expect(markdownLink('a ]( b', 'https://ava.example/x y)z')).toBe('[a \\]\\( b](https://ava.example/x%20y%29z)');
});
