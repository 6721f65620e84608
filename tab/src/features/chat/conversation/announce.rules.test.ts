import { getNextSentences, nothingSpoken } from './announce.rules.ts';

/** Announces a text that arrives in parts of `size` characters; returns everything that is said. */
function speak(text: string, size = text.length): string {
  const said: string[] = [];
  let spoken = nothingSpoken;
  const read = (length: number, complete: boolean) => {
    for (let before = -1; before !== spoken.upTo;) {
      before = spoken.upTo;
      const next = getNextSentences(text.slice(0, length), spoken, complete);
      said.push(...next.sentences);
      spoken = next.spoken;
    }
  };
  for (let length = size; length < text.length; length += size) read(length, false);
  read(text.length, true);
  return said.join(' ');
}

it('announces complete sentences', () => {
  const text = 'Trains are **cheap** [1]. Flights are not. And bu';
  const first = getNextSentences(text, nothingSpoken, false);
  expect(first.sentences).toEqual(['Trains are cheap. Flights are not.']);
  expect(getNextSentences(text, first.spoken, false).sentences).toEqual([]);
  expect(getNextSentences(`${text}ses?`, first.spoken, true).sentences).toEqual(['And buses?']);
});

it('announces the text of links, and only mentions code', () => {
  expect(speak('See [the policy](https://northwind.example/p).\n\n```\nx = 1\n```\n')).toBe(
    'See the policy. Code block.',
  );
});

it.each([1, 7, 40])('announces the text after a code block that arrives in parts of %d characters', (size) => {
  const text = 'First.\n\n```ts\n// Step 1. Then this.\nconst a = 1;\n```\n\nThe text after it. The end.';
  expect(speak(text, size)).toBe('First. Code block. The text after it. The end.');
});

it('announces every word of a long text without sentence ends', () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `word${index}`).join(' ');
  expect(speak(words)).toBe(words);
  expect(getNextSentences(words, nothingSpoken, true).sentences.every(({ length }) => length <= 400)).toBe(true);
});

it('keeps characters that are not Markdown', () => {
  expect(speak('# Costs in C#\n\n2 * 3 > 5, and `file_name` is *new*.')).toBe(
    'Costs in C# 2 * 3 > 5, and file_name is new.',
  );
  expect(speak('Dear <Name>, H<sub>2</sub>O<br>has 20~25 °C.')).toBe('Dear <Name>, H2O has 20~25 °C.');
});
