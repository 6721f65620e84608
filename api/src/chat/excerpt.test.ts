import { makeExcerpt } from './excerpt.ts';
import { parseSearch } from './searchChats.ts';

/** The excerpt with its marks in brackets. */
function excerptOf(content: string, search: string): string | null {
  const excerpt = makeExcerpt(content, parseSearch(search));
  if (excerpt === null) return null;
  return excerpt.marks.reduceRight(
    (text, { from, to }) => `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`,
    excerpt.text,
  );
}

it('marks the words of a search; its last word also matches longer words that start with it', () => {
  expect(excerptOf('The travel budget for **Oslo**', 'oslo BUDG')).toBe('The travel [budget] for [Oslo]');
  expect(excerptOf('Travelling is fun', 'travel')).toBe('[Travelling] is fun');
  expect(excerptOf('Travelling is fun', 'travel fun')).toBeNull();
});

it('shortens a text to one line around the passage with the most matching words', () => {
  const content = `# Minutes\n\nbudget\n\n${'Nothing happened here. '.repeat(20)}\n\nThe travel\nbudget grew.`;
  expect(excerptOf(content, 'travel budget')).toMatch(/^…[^\n]{20,60}The \[travel\] \[budget\] grew\.$/);
});

it.each([
  ['Das Café in Zürich', 'zurich cafe', 'Das [Café] in [Zürich]'],
  ['Rechnung INV-2026/41 ist offen', 'inv-2026/41', 'Rechnung [INV-2026/41] ist offen'],
  ['ＡＢＣ and ﬁnance', 'finance abc', '[ＡＢＣ] and [ﬁnance]'],
  ['東京で会議', '会議', '東京で[会議]'],
  ["O'Brien's 100% plan_b", 'o\'brien "100%" & plan_b | !', "[O]'[Brien]'s [100]% [plan]_[b]"],
])('marks words of any script and ids: %s', (content, search, expected) => {
  expect(excerptOf(content, search)).toBe(expected);
});

it('does not cut a character in half', () => {
  const excerpt = makeExcerpt(`${'🦊'.repeat(300)} fox`, parseSearch('fox'));
  expect(excerpt?.text.isWellFormed()).toBe(true);
});

it('finds at most sixteen different words in a search text, and none in symbols', () => {
  for (const text of ['', '  ', '%', '_', '"', "'", '!&|():*', '🦊']) expect(parseSearch(text)).toEqual([]);
  expect(parseSearch('word '.repeat(2_000))).toEqual([{ text: 'word', isPrefix: true }]);
  expect(parseSearch(Array.from({ length: 2_000 }, (_, n) => `w${n}`).join(' '))).toHaveLength(16);
});
