import { hostileTexts } from '#tab/testing/hostileTexts.ts';
import { expectLinear } from '#tests/harness/hostile/linearTime.ts';
import { limitNesting } from './nesting.ts';

const withoutBackslashes = (text: string) => text.replaceAll('\\', '');
const indent = (levels: number) => '  '.repeat(levels);

describe.each(Object.entries(hostileTexts))('a text of %s', (_, make) => {
  /** @proves threat:nesting */
  it('keeps all its characters, and is limited once', () => {
    const text = make(4_000);
    const limited = limitNesting(text);
    expect(withoutBackslashes(limited)).toBe(withoutBackslashes(text));
    expect(limitNesting(limited)).toBe(limited);
  });

  /** @proves threat:nesting */
  it('is limited in time linear to its length', async () => {
    await expectLinear(20_000, make, limitNesting);
  });
});

it('leaves a text that people write as it is', () => {
  const nested = Array.from({ length: 40 }, (_, level) => `${indent(level)}- level ${level}`).join('\n');
  const texts = ['> > Tea\n> > at four', '- a\n\n  1. b\n     > c', '---', '- - -', '* '.repeat(80), nested];
  for (const text of texts) expect(limitNesting(text)).toBe(text);
});

/** @proves threat:nesting */
it.each([
  ['quotes', `${'>'.repeat(60)} tea`, `${'>'.repeat(50)}\\${'>'.repeat(10)} tea`],
  [
    'quotes that end with a line across the page',
    `${'>'.repeat(60)}- - -`,
    `${'>'.repeat(50)}\\${'>'.repeat(10)}- - -`,
  ],
  ['lists', `${'- '.repeat(60)}tea`, `${'- '.repeat(50)}\\${'- '.repeat(10)}tea`],
  ['numbers', `${'1. '.repeat(51)}tea`, `${'1. '.repeat(50)}1\\. tea`],
  ['quotes and lists', `${'> - '.repeat(30)}tea`, `${'> - '.repeat(25)}\\${'> - '.repeat(5)}tea`],
  ['footnotes', `${'[^a]: '.repeat(51)}tea`, `${'[^a]: '.repeat(50)}\\[^a]: tea`],
])('makes the 51st level of %s text', (_, text, expected) => {
  expect(limitNesting(text)).toBe(expected);
});

it('counts the open items above a line, also after a line that continues their text', () => {
  const outer = `${'- '.repeat(50)}a\nmore text\n`;
  expect(limitNesting(`${outer}${' '.repeat(100)}- b`)).toBe(`${outer}${' '.repeat(100)}\\- b`);
});
