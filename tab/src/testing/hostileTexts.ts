const repeatTo = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length));

const joinNumbered = (piece: (at: number) => string) => (length: number) => {
  const pieces: string[] = [];
  for (let at = 0, sum = 0; sum < length; at += 1) {
    pieces.push(piece(at));
    sum += pieces.at(-1)?.length ?? 1;
  }
  return pieces.join('');
};

/**
 * Texts that are disproportionately expensive for a Markdown parser, React or the browser's layout; each creates a text
 * of a given length.
 */
export const hostileTexts: Record<string, (length: number) => string> = {
  'nested quotes': repeatTo('>'),
  'nested quotes with spaces': repeatTo('> '),
  'rules or nested lists': repeatTo('- '),
  'nested lists': (length) => `${'- '.repeat(length / 2)}a`,
  'quotes after a tag': (length) => `<a>\n${'>'.repeat(length)}`,
  'nested lists by indentation': joinNumbered((at) => `${' '.repeat((at % 100) * 2)}- a\n`),
  'nested lists in quotes': joinNumbered((at) => `> ${' '.repeat((at % 100) * 2)}- a\n`),
  'quotes and lists in turn': repeatTo('> - '),
  'ordered lists': repeatTo('1. '),
  'one line of a deep quote in each line': joinNumbered((at) => `${'>'.repeat(at % 200)} a\n`),
  'emphasis that closes inside out': repeatTo('**a_ '),
  'emphasis in emphasis': repeatTo('*a **b '),
  'closed emphasis in emphasis': (length) => '*a **b '.repeat(length / 12) + 'c** d* '.repeat(length / 12),
  'strike through': repeatTo('~a ~~b '),
  'opening brackets': repeatTo('['),
  'closing brackets': repeatTo(']'),
  'links in links': (length) => '['.repeat(length / 5) + 'a' + '](b)'.repeat(length / 5),
  images: repeatTo('!['),
  'images in images': (length) => '!['.repeat(length / 6) + 'a' + '](b)'.repeat(length / 6),
  'an address without end': (length) => `[a](${'('.repeat(length)}`,
  'less-than signs': repeatTo('<'),
  tags: repeatTo('<a '),
  comments: repeatTo('a <!-- '),
  ampersands: repeatTo('&'),
  entities: repeatTo('&amp;'),
  'back-tick runs of every length': joinNumbered((at) => `${'`'.repeat(at + 1)} a `),
  dollars: repeatTo('$'),
  backslashes: repeatTo('\\'),
  addresses: repeatTo('http://'),
  'mail addresses': repeatTo('a@b.c '),
  links: repeatTo('[a](b) '),
  headings: repeatTo('# h\n'),
  rules: repeatTo('---\n\n'),
  'empty items': repeatTo('-\n'),
  tasks: repeatTo('- [ ] a\n'),
  'link definitions': joinNumbered((at) => `[a${at}]: b\n`),
  'link definitions and their use': joinNumbered((at) => `[a${at}]: b\n\n[a${at}]\n\n`),
  footnotes: joinNumbered((at) => `[^a${at}]: b\n\n[^a${at}]\n\n`),
  'table of many columns': (length) => `|${'a|'.repeat(length / 4)}\n|${'-|'.repeat(length / 4)}\n`,
  'table of short rows': (length) => `|${'a|'.repeat(100)}\n|${'-|'.repeat(100)}\n${'|\n'.repeat(length / 8)}`,
  'table of many rows': (length) => `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(length / 14)}`,
  'code in one line': (length) => `\`\`\`\n${'x'.repeat(length)}\n\`\`\``,
  fences: repeatTo('```\n'),
  'one line of words': repeatTo('word '),
  'one word': repeatTo('a'),
  'combining marks': repeatTo('a\u0301\u0302\u0303\u0304'),
  'right-to-left overrides': repeatTo('\u202Eabc '),
  'hard line breaks': repeatTo('a  \n'),
  'white space': (length) => `a${' '.repeat(length)}b`,
  'blank lines': repeatTo('\n'),
  'carriage returns': repeatTo('a\r'),
};
