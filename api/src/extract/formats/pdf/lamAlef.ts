import type { PDFPageProxy } from 'pdfjs-dist';
import { OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Alef and lam: either the Arabic article, or a lam-alef whose letters are in the wrong order. */
const ALEF_LAM = /[اأإآٱ]ل/;
/** A glyph that stands for two letters. */
const LAM_ALEF = /^ل[اأإآٱ]$/;
/** Space in a line that separates words, in thousandths of the font's size. */
const WORD_GAP = 200;
/** A shorter piece can also occur inside another word. */
const MIN_PIECE = 4;
/** After this number of pages without such a glyph, the other pages are not searched for it. */
const MAX_PAGES_WITHOUT = 3;

type Glyph = { unicode: string } | number | null;

/**
 * Puts the letters of lam-alef into order, in files that map one glyph to both letters. pdf.js reverses a right-to-left
 * line letter by letter, and so reverses the letters of one glyph as well.
 */
export class LamAlefRepair {
  private pagesWithout = 0;

  /** @param texts the texts of a page, as pdf.js returns them */
  async repair(page: PDFPageProxy, texts: readonly string[]): Promise<string[]> {
    if (this.pagesWithout >= MAX_PAGES_WITHOUT || !texts.some((text) => ALEF_LAM.test(text))) return [...texts];
    const words = await findWords(page);
    if (words.size === 0) this.pagesWithout += 1;
    return texts.map((text) =>
      text
        .split(' ')
        .map((word) => repairWord(word, words))
        .join(' '),
    );
  }
}

/**
 * Maps each word of a page that contains lam-alef, as pdf.js returns it, to the word with its letters in the right
 * order.
 */
async function findWords(page: PDFPageProxy): Promise<Map<string, string>> {
  const words = new Map<string, string>();
  const operators = await page.getOperatorList().catch(() => null);
  if (!operators) return words;
  const { fnArray, argsArray } = operators;
  let signs: string[] = [];
  const endWord = () => {
    if (signs.some((sign) => LAM_ALEF.test(sign)))
      words.set([...signs.join('')].toReversed().join(''), signs.toReversed().join(''));
    signs = [];
  };
  for (const [index, operator] of fnArray.entries()) {
    if (operator !== OPS.showText) continue;
    for (const glyph of (argsArray[index] as [Glyph[]])[0]) {
      const isGap = typeof glyph === 'number' ? Math.abs(glyph) > WORD_GAP : !glyph || glyph.unicode.trim() === '';
      if (isGap) endWord();
      else if (typeof glyph === 'object' && glyph) signs.push(glyph.unicode);
    }
    endWord();
  }
  return words;
}

function repairWord(word: string, words: ReadonlyMap<string, string>): string {
  const whole = words.get(word);
  if (whole !== undefined || !ALEF_LAM.test(word)) return whole ?? word;
  let repaired = word;
  for (const [wrong, right] of words)
    if (wrong.length >= MIN_PIECE && repaired.includes(wrong)) repaired = repaired.replace(wrong, right);
  return repaired;
}
