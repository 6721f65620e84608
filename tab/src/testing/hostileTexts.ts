const fill = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));

const numbered = (piece: (at: number) => string) => (length: number) => {
  const pieces: string[] = [];
  for (let at = 0, sum = 0; sum < length; at += 1) {
    pieces.push(piece(at));
    sum += pieces.at(-1)?.length ?? 1;
  }
  return pieces.join('');
};

/** Texts that cost a Markdown parser, React or a layout more than they are long; each by its name and length. */
export const hostileTexts: Record<string, (length: number) => string> = {
  'nested quotes': fill('>'),
  'nested quotes with spaces': fill('> '),
  'rules or nested lists': fill('- '),
  'nested lists': (length) => `${'- '.repeat(length / 2)}a`,
  'quotes after a tag': (length) => `<a>\n${'>'.repeat(length)}`,
  'nested lists by indentation': numbered((at) => `${' '.repeat((at % 100) * 2)}- a\n`),
  'nested lists in quotes': numbered((at) => `> ${' '.repeat((at % 100) * 2)}- a\n`),
  'quotes and lists in turn': fill('> - '),
  'ordered lists': fill('1. '),
  'one line of a deep quote in each line': numbered((at) => `${'>'.repeat(at % 200)} a\n`),
  'emphasis that closes inside out': fill('**a_ '),
  'emphasis in emphasis': fill('*a **b '),
  'closed emphasis in emphasis': (length) => '*a **b '.repeat(length / 12) + 'c** d* '.repeat(length / 12),
  'strike through': fill('~a ~~b '),
  'opening brackets': fill('['),
  'closing brackets': fill(']'),
  'links in links': (length) => '['.repeat(length / 5) + 'a' + '](b)'.repeat(length / 5),
  images: fill('!['),
  'images in images': (length) => '!['.repeat(length / 6) + 'a' + '](b)'.repeat(length / 6),
  'an address without end': (length) => `[a](${'('.repeat(length)}`,
  'less-than signs': fill('<'),
  tags: fill('<a '),
  comments: fill('a <!-- '),
  ampersands: fill('&'),
  entities: fill('&amp;'),
  'back-tick runs of every length': numbered((at) => `${'`'.repeat(at + 1)} a `),
  dollars: fill('$'),
  backslashes: fill('\\'),
  addresses: fill('http://'),
  'mail addresses': fill('a@b.c '),
  links: fill('[a](b) '),
  headings: fill('# h\n'),
  rules: fill('---\n\n'),
  'empty items': fill('-\n'),
  tasks: fill('- [ ] a\n'),
  'link definitions': numbered((at) => `[a${at}]: b\n`),
  'link definitions and their use': numbered((at) => `[a${at}]: b\n\n[a${at}]\n\n`),
  footnotes: numbered((at) => `[^a${at}]: b\n\n[^a${at}]\n\n`),
  'table of many columns': (length) => `|${'a|'.repeat(length / 4)}\n|${'-|'.repeat(length / 4)}\n`,
  'table of short rows': (length) => `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|\n'.repeat(length / 2)}`,
  'table of many rows': (length) => `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(length / 14)}`,
  'code in one line': (length) => `\`\`\`\n${'x'.repeat(length)}\n\`\`\``,
  fences: fill('```\n'),
  'one line of words': fill('word '),
  'one word': fill('a'),
  'combining marks': fill('a\u0301\u0302\u0303\u0304'),
  'right-to-left overrides': fill('\u202Eabc '),
  'hard line breaks': fill('a  \n'),
  'white space': (length) => `a${' '.repeat(length)}b`,
  'blank lines': fill('\n'),
  'carriage returns': fill('a\r'),
};
