import { createCodeScanner } from './codeScanner.ts';

/** Replaces code and its markers by dots. */
function hideCode(text: string): string {
  const code = createCodeScanner();
  return [...text].map((character) => (code.scan(character) && character !== '\n' ? '·' : character)).join('');
}

it.each([
  ['plain text', 'a b', 'a b'],
  ['a span', 'a `b` c', 'a ··· c'],
  ['a span of two backticks around one', 'a ``b ` c`` d', 'a ········· d'],
  ['a span over two lines', '`a\nb` c', '··\n·· c'],
  ['a span that is never closed, until the end of its paragraph', 'a `b\nc\n\nd', 'a ··\n·\n\nd'],
  ['a line of spaces as the end of a paragraph', 'a `b\n \t\nd', 'a ··\n··\nd'],
  ['an escaped backtick', 'a \\` b', 'a \\· b'],
  ['a fenced block', 'a\n```js\nb\n```\nc', 'a\n·····\n·\n···\nc'],
  ['a block of tildes that contains other fences', '~~~\n```\nb\n~~~~ \nc', '···\n···\n·\n·····\nc'],
  ['a longer fence around a shorter one', '````\n```\na\n```\n````\nb', '····\n···\n·\n···\n····\nb'],
  ['an opening fence inside a block', '```\na\n```js\nb\n```\nc', '···\n·\n·····\n·\n···\nc'],
  ['a block in a list item', '- ```\n  a\n  ```\nb', '- ···\n···\n·····\nb'],
  ['a block in a quote', '> ```\n> a\n> ```\nb', '> ···\n···\n·····\nb'],
  ['three backticks inside a line', 'a ```b``` c', 'a ······· c'],
  ['a span of three backticks at the start of a line', '```b``` c\nd', '······· c\nd'],
  ['a block that is not closed', '```\na\n\nb', '···\n·\n\n·'],
  ['tildes in a line', 'a ~~b~~ c', 'a ··b·· c'],
])('recognizes %s', (_, text, expected) => {
  expect(hideCode(text)).toBe(expected);
});
