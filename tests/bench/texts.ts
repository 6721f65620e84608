import { createRandom } from '../../env/sandbox/random.ts';

/** Texts of a given length, the same at every run: what people paste, and what nobody should be able to hurt with. */

const WORDS =
  'the of and to in is that for it as was with be by on not he his but at are this have from or had an they which one you ' +
  'were all her she there would their we him been has when who will no more if out so up said what its about than into ' +
  'them can only other time new some could these two may first then do any like my now over such our man me even most ' +
  'made after also did many off before must well back through years much where your way down should because long each ' +
  'budget forecast quarter revenue department approval contract supplier meeting minutes decision schedule responsibility';

function build(length: number, piece: () => string): string {
  const pieces: string[] = [];
  for (let size = 0; size < length;) {
    const next = piece();
    pieces.push(next);
    size += next.length;
  }
  return pieces.join('').slice(0, length);
}

/** Sentences of common words in paragraphs. */
export function english(length: number, seed = 1): string {
  const { next, below, pick } = createRandom(seed);
  const words = WORDS.split(' ');
  const word = () => pick(words);
  return build(length, () => {
    const sentence = Array.from({ length: 6 + below(14) }, word).join(' ');
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.${next() < 0.15 ? '\n\n' : ' '}`;
  });
}

/** Characters drawn one by one from a list. */
export function drawn(length: number, characters: string, seed = 1): string {
  const { pick } = createRandom(seed);
  const list = [...characters];
  return build(length, () => pick(list));
}

/** Han, Hiragana and Katakana as they come. */
export function cjk(length: number, seed = 1): string {
  const { below, pick } = createRandom(seed);
  const blocks = [
    [0x4e00, 0x3000],
    [0x4e00, 0x3000],
    [0x3041, 80],
    [0x30a1, 80],
  ] as const;
  return build(length, () => {
    const [start, size] = pick(blocks);
    return String.fromCodePoint(start + below(size));
  });
}

/** An answer in Markdown as models write them: headings, lists, a table, code, links, emphasis. */
export function markdown(length: number, seed = 1): string {
  let part = 0;
  return build(length, () => {
    part += 1;
    const prose = english(500, seed + part);
    const items = Array.from({ length: 5 }, (_, at) => `- **${english(12, part + at)}** ${english(90, part * at + 7)}`);
    const row = (at: number) => `| ${english(14, at)} | ${at * 37} | ${english(20, at + 3)} |`;
    const table = ['| Item | Amount | Note |', '| --- | ---: | --- |', ...[1, 2, 3, 4].map((at) => row(part + at))];
    const code = [
      '```ts',
      `const total${part} = rows.map((row) => row.amount).reduce((sum, one) => sum + one, 0);`,
      '```',
    ];
    return [`## Part ${part}`, prose, items.join('\n'), table.join('\n'), code.join('\n'), ''].join('\n\n');
  });
}
