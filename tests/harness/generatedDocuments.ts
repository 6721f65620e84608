import fc from 'fast-check';

/** A document in Markdown, all of whose words occur once. */
export interface GeneratedDocument {
  markdown: string;
  words: string[];
}

/** Generates texts in which `§` stands for each word. */
type Text = fc.Arbitrary<string>;

const WORD = '§';
const words = (min: number, max: number): Text =>
  fc.integer({ min, max }).map((count) => Array.from({ length: count }, () => WORD).join(' '));
/** Enough words for a cell that is higher than a page. */
const tall = words(450, 600);
const short = words(1, 6);

const inline: Text = fc
  .array(
    fc.oneof(
      short,
      fc.constantFrom(`**${WORD}**`, `*${WORD}*`, `~~${WORD}~~`, `\`${WORD}\``, `***${WORD}** ${WORD}*`),
      fc.constantFrom(
        `[${WORD}](https://northwind.example/a)`,
        `${WORD}<br>${WORD}`,
        `🚀 ${WORD}`,
        `“${WORD}” – ${WORD}…`,
      ),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(' '));

const cell: Text = fc.oneof(
  { weight: 12, arbitrary: inline },
  { weight: 2, arbitrary: words(20, 60) },
  fc.constant(''),
);
const table = (first: Text, columns: fc.Arbitrary<number>): Text =>
  fc
    .tuple(columns, fc.integer({ min: 1, max: 4 }))
    .chain(([width, height]) =>
      fc.tuple(
        first,
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: height, maxLength: height }),
      ),
    )
    .map(([text, [header = [], ...rows]]) => {
      const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
      const lines = [
        toRow([text, ...header]),
        `|${'--|'.repeat(header.length + 1)}`,
        ...rows.map((row) => toRow([WORD, ...row])),
      ];
      return lines.join('\n');
    });

const leaf: Text = fc.oneof(
  { weight: 6, arbitrary: inline },
  { weight: 1, arbitrary: words(40, 80) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([depth, text]) => `${'#'.repeat(depth)} ${text}`),
  },
  {
    weight: 2,
    arbitrary: fc.array(short, { minLength: 1, maxLength: 12 }).map((lines) => `\`\`\`\n${lines.join('\n')}\n\`\`\``),
  },
  { weight: 3, arbitrary: table(cell, fc.integer({ min: 1, max: 5 })) },
  { weight: 1, arbitrary: table(cell, fc.integer({ min: 10, max: 16 })) },
  { weight: 1, arbitrary: fc.constant(`$$\n${WORD}\n$$`) },
  { weight: 1, arbitrary: fc.constant('---') },
);

const prefix = (text: string, first: string, others: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? others.trimEnd() : others + line))
    .join('\n');

const { block } = fc.letrec<{ block: string }>((tie) => {
  const blocks = fc.array(tie('block'), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('\n\n'));
  const list = (mark: string) =>
    fc
      .array(blocks, { minLength: 1, maxLength: 2 })
      .map((items) => items.map((item) => prefix(item, mark, ' '.repeat(mark.length))).join('\n'));
  return {
    block: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { weight: 5, arbitrary: leaf },
      { weight: 1, arbitrary: list('- ') },
      { weight: 1, arbitrary: list('7. ') },
      { weight: 1, arbitrary: list('- [ ] ').map((text) => text.replaceAll(/^ {6}/gm, '  ')) },
      { weight: 1, arbitrary: blocks.map((text) => prefix(text, '> ', '> ')) },
    ),
  };
});

const note: Text = fc.array(fc.oneof(inline, leaf), { minLength: 1, maxLength: 2 }).map((parts) => parts.join('\n\n'));
/** Each document has one of these, so that a hundred documents have them all. */
const special: Text = fc.oneof(
  table(tall, fc.integer({ min: 1, max: 4 })),
  table(fc.constant(WORD), fc.integer({ min: 2, max: 4 })).chain((text) =>
    tall.map((long) => `${text}\n| ${WORD} | ${long} |`),
  ),
  note.map((text) => `${WORD}[^n]\n\n[^n]: ${prefix(text, '', '    ')}`),
  fc.constant(`${WORD} ${'x'.repeat(300)} ${WORD}`),
  fc.constant(Array.from({ length: 9 }, (_, depth) => `${'  '.repeat(depth)}- ${WORD}`).join('\n')),
);

/** Ten letters of each script. A word is a number whose digits are written with these letters. */
const alphabets = [
  'абвгдежзик',
  'αβγδεζηθικ',
  'אבגדהוזחטי',
  'بتثجحدرسصط',
  '春夏秋冬山川海空花鳥',
  'かきくけこさしすせそ',
  '가나다라마바사아자차',
  'कखगघचछजझटठ',
  'กขคงจฉชซญด',
  'কখগঘচছজঝটঠ',
];

function toWord(number: number): string {
  const alphabet = alphabets[number % 23];
  const digits = [...String(number).padStart(4, '0')];
  return alphabet ? digits.map((digit) => [...alphabet][Number(digit)]).join('') : `tea${number}x`;
}

/** The same documents each time. */
export function generateDocuments(count: number): GeneratedDocument[] {
  const document = fc.tuple(fc.array(block, { minLength: 1, maxLength: 3 }), special);
  return fc.sample(document, { numRuns: count, seed: 1 }).map(([blocks, last]) => {
    const used: string[] = [];
    const template = [...blocks, last].join('\n\n');
    const markdown = template.replaceAll(WORD, () => {
      const word = toWord(used.length);
      used.push(word);
      return word;
    });
    return { markdown, words: used };
  });
}
