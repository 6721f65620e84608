import { MAX_TEXT, toMessageText } from './answerText.ts';

it('cuts a long answer', () => {
  expect(toMessageText('x'.repeat(MAX_TEXT))).toMatchObject({ isCut: false });
  const { text, isCut } = toMessageText('😀'.repeat(MAX_TEXT));
  expect(isCut).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});

it('only adds to the text that is shown while a long answer grows', () => {
  const text = 'See $5 and $x^2$ and <b>bold</b> and **重要。**です\n```ts\n<T>![\n```\n'.repeat(250);
  let previous = '';
  for (let end = 0; end <= text.length; end += 13) {
    const shown = toMessageText(text.slice(0, end), end < text.length).text;
    expect(shown.startsWith(previous)).toBe(true);
    previous = shown;
  }
  expect(toMessageText(text).text.startsWith(previous)).toBe(true);
});
