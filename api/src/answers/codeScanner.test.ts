import { createCodeScanner } from './codeScanner.ts';

/** The text with everything in code put as dots, marks of code too. */
function outside(text: string): string {
  const code = createCodeScanner();
  return [...text].map((character) => (code.see(character) && character !== '\n' ? '·' : character)).join('');
}

it.each([
  ['plain text', 'a b', 'a b'],
  ['a span', 'a `b` c', 'a ··· c'],
  ['a span of two marks around one', 'a ``b ` c`` d', 'a ········· d'],
  ['a span over two lines', '`a\nb` c', '··\n·· c'],
  ['a span that is never closed, up to the end of its paragraph', 'a `b\nc\n\nd', 'a ··\n·\n\nd'],
  ['a blank line of blanks', 'a `b\n \t\nd', 'a ··\n··\nd'],
  ['a mark that is escaped', 'a \\` b', 'a \\· b'],
  ['a fenced block', 'a\n```js\nb\n```\nc', 'a\n·····\n·\n···\nc'],
  ['a fence of tildes, in which other fences are text', '~~~\n```\nb\n~~~~ \nc', '···\n···\n·\n·····\nc'],
  ['a longer fence around a shorter one', '````\n```\na\n```\n````\nb', '····\n···\n·\n···\n····\nb'],
  ['a fence that is opened again inside', '```\na\n```js\nb\n```\nc', '···\n·\n·····\n·\n···\nc'],
  ['a fence in an item of a list', '- ```\n  a\n  ```\nb', '- ···\n···\n·····\nb'],
  ['a fence in a quotation', '> ```\n> a\n> ```\nb', '> ···\n···\n·····\nb'],
  ['three marks inside a line', 'a ```b``` c', 'a ······· c'],
  ['three marks at the beginning of a line that are a span', '```b``` c\nd', '······· c\nd'],
  ['a block that has not ended', '```\na\n\nb', '···\n·\n\n·'],
  ['tildes in a line', 'a ~~b~~ c', 'a ··b·· c'],
])('finds %s', (_, text, expected) => {
  expect(outside(text)).toBe(expected);
});
