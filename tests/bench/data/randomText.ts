import { createRandom } from '#sandbox/random.ts';

/** Random texts of a given length, the same in every run. */

const WORDS =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you ' +
  'were all her she there would their we him been has when who will no more if out so up said what its about than into ' +
  'them can only other time new some could these two may first then do any like my now over such our man me even most ' +
  'made after also did many off before must well back through years much where your way down should because long each ' +
  'budget forecast quarter revenue department approval contract supplier meeting minutes decision schedule responsibility';

function concatenate(length: number, makePiece: () => string): string {
  const pieces: string[] = [];
  for (let size = 0; size < length;) {
    const next = makePiece();
    pieces.push(next);
    size += next.length;
  }
  return pieces.join('').slice(0, length);
}

/** Paragraphs of sentences of common English words. */
export function makeEnglish(length: number, seed = 1): string {
  const { next, below, pick } = createRandom(seed);
  const words = WORDS.split(' ');
  const word = () => pick(words);
  return concatenate(length, () => {
    const sentence = Array.from({ length: 6 + below(14) }, word).join(' ');
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${next() < 0.15 ? '\n\n' : ' '}`;
  });
}

/** Characters picked at random from a list. */
export function makeRandomCharacters(length: number, characters: string, seed = 1): string {
  const { pick } = createRandom(seed);
  const list = [...characters];
  return concatenate(length, () => pick(list));
}

/** A random mix of Han, Hiragana and Katakana. */
export function makeCjk(length: number, seed = 1): string {
  const { below, pick } = createRandom(seed);
  const blocks = [
    [0x4e00, 0x3000],
    [0x4e00, 0x3000],
    [0x3041, 80],
    [0x30a1, 80],
  ] as const;
  return concatenate(length, () => {
    const [start, size] = pick(blocks);
    return String.fromCodePoint(start + below(size));
  });
}

/** Markdown like a model's answers: headings, lists, tables, code, emphasis. */
export function makeMarkdown(length: number, seed = 1): string {
  let part = 0;
  return concatenate(length, () => {
    part += 1;
    const prose = makeEnglish(500, seed + part);
    const items = Array.from(
      { length: 5 },
      (_, index) => `- **${makeEnglish(12, part + index)}** ${makeEnglish(90, part * index + 7)}`,
    );
    const makeRow = (number: number) =>
      `| ${makeEnglish(14, number)} | ${number * 37} | ${makeEnglish(20, number + 3)} |`;
    const rows = [1, 2, 3, 4].map((number) => makeRow(part + number));
    const table = ['| Item | Amount | Note |', '| --- | ---: | --- |', ...rows];
    const code = [
      '```ts',
      `const total${part} = rows.map((row) => row.amount).reduce((sum, one) => sum + one, 0);`,
      '```',
    ];
    return [`## Part ${part}`, prose, items.join('\n'), table.join('\n'), code.join('\n'), ''].join('\n\n');
  });
}
