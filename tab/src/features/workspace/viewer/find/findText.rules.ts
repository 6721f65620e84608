/** A piece of text; after a `break` follows another line, paragraph or cell. */
export interface TextItem {
  text: string;
  isBreak: boolean;
}

/** A match: its first and last character (exclusive) as item and index. */
export interface TextMatch {
  from: { item: number; index: number };
  to: { item: number; index: number };
}

/** Maximum number of matches: more would help nobody and make the screen slow. */
export const MAX_MATCHES = 1_000;

interface Normalized {
  text: string;
  /** Item and index of each character of `text`. */
  items: number[];
  indexes: number[];
}

/** Finds a term, ignoring case, kinds of quotation marks and dashes, and how white space is written. */
export function findAll(items: readonly TextItem[], term: string): TextMatch[] {
  const wanted = normalize([{ text: term.trim(), isBreak: false }]).text.trim();
  if (wanted === '') return [];
  const page = normalize(items);
  const matches: TextMatch[] = [];
  for (
    let at = page.text.indexOf(wanted);
    at >= 0 && matches.length < MAX_MATCHES;
    at = page.text.indexOf(wanted, at + wanted.length)
  ) {
    const last = at + wanted.length - 1;
    matches.push({
      from: { item: page.items[at]!, index: page.indexes[at]! },
      to: { item: page.items[last]!, index: page.indexes[last]! + 1 },
    });
  }
  return matches;
}

function normalize(items: readonly TextItem[]): Normalized {
  const page: Normalized = { text: '', items: [], indexes: [] };
  const signs: string[] = [];
  const push = (sign: string, item: number, index: number) => {
    if (sign === ' ' && signs.at(-1) === ' ') return;
    signs.push(sign);
    page.items.push(item);
    page.indexes.push(index);
  };
  items.forEach(({ text, isBreak }, item) => {
    for (let index = 0; index < text.length; index += 1) {
      const plain = toPlainSign(text.charAt(index));
      for (const sign of plain) push(sign, item, index);
    }
    if (isBreak) push(' ', item, Math.max(0, text.length - 1));
  });
  page.text = signs.join('');
  return page;
}

const PLAIN: Record<string, string> = { '‘': "'", '’': "'", '“': '"', '”': '"', '\u00ad': '' };

/** Lower case, in code units, so that positions stay those of the text; a ligature becomes its letters. */
function toPlainSign(sign: string): string[] {
  const plain =
    PLAIN[sign] ?? (/\s/.test(sign) ? ' ' : /\p{Pd}/u.test(sign) ? '-' : sign.normalize('NFKC').toLowerCase());
  return plain.split('');
}
