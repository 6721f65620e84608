import fc from 'fast-check';
import { toTeamsMarkdown } from './teamsMarkdown.ts';

it.each([
  ['![chart](https://evil.example/p.png?data=secret)', '!\\[chart](https://evil.example/p.png?data=secret)'],
  ['![chart][1]\n\n[1]: https://evil.example', '!\\[chart][1]  \n\n[1]: https://evil.example'],
  ['<img src="https://evil.example/p.png">', '&lt;img src="https://evil.example/p.png">'],
  ['<image src=x>', '&lt;image src=x>'],
  ['<b onclick=x>a</b>', '&lt;b onclick=x>a&lt;/b>'],
  ['<p style=background:url(//evil.example)>', '&lt;p style=background:url(//evil.example)>'],
  ['<details open ontoggle=x>', '&lt;details open ontoggle=x>'],
  ['1 < 2, and `a<b>(1 < 2)` is code [1]', '1 &lt; 2, and `a<\u200bb>(1 < 2)` is code [1]'],
  ['```html\n<p>\n```\n<p>', '```html\n<\u200bp>\n```\n&lt;p>'],
  ['~~~\n```\n<p> ![x](y)\n~~~\n<p>', '~~~\n```\n<\u200bp> !\u200b[x](y)\n~~~\n&lt;p>'],
  ['\\(<img src=x>\\) and \\![x](y)', '`<\u200bimg src=x>` and \\!\\[x](y)'],
])('loads nothing in %s', (text, escaped) => {
  expect(toTeamsMarkdown(text, false)).toBe(escaped);
});

const pieces =
  '! . [ < <at </at> ` ``` ![ &nbsp; a (u) ~~~ `` $ \\( \\) \\[ \\] $$ ** * ~ ~~ <u> </u> <br> <B> </b> | x+1 。 é \\ { } 5'
    .split(' ')
    .concat(' ', '  ', '\n', '\n\n', '\r', '```\n', '| ');

it('only adds to the text that is shown while an answer grows, wherever the answer is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
      const text = parts.join('');
      const whole = toTeamsMarkdown(text, false);
      let before = '';
      for (let end = 0; end <= text.length; end += 1) {
        const shown = toTeamsMarkdown(text.slice(0, end), true);
        expect(shown.startsWith(before)).toBe(true);
        expect(whole.startsWith(shown)).toBe(true);
        before = shown;
      }
      expect(whole).not.toMatch(/<(?!(?:br|\/?[ub])>)[a-z/!?]|!\[/i);
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  ['a price while no second one follows', 'It costs $5 for a', 'It costs $5 for a'],
  ['nothing of a formula before its end', 'Since $E = m', 'Since '],
  ['nothing of a tag before its end', 'H<sub>2', 'H'],
  ['a line of code as soon as it is there', '```ts\nconst x', '```ts\nconst x'],
])('shows %s', (_, text, shown) => {
  expect(toTeamsMarkdown(text, true)).toBe(shown);
});
