import { Lexer } from 'marked';

/** A text cut at the borders of its Markdown blocks; the parts joined are the text again. */
export interface Blocks {
  text: string;
  parts: readonly string[];
}

export const noBlocks: Blocks = { text: '', parts: [] };

/**
 * What still grows can change the block it belongs to and, through the blank lines between, the one before: a list goes
 * on after a blank line. Two blocks of text and the blanks around them are read anew.
 */
const UNSURE_BLOCKS = 2;

/**
 * Cuts a text into blocks. Where it goes on from the text of `before`, only its end is read, so that an answer costs
 * what it is long and not its length times its pieces.
 */
export function cutBlocks(before: Blocks, text: string): Blocks {
  if (text === before.text) return before;
  const kept = text.startsWith(before.text) ? sureParts(before.parts) : [];
  const known = kept.reduce((length, part) => length + part.length, 0);
  return { text, parts: [...kept, ...lex(text.slice(known))] };
}

/** Cuts one text again and again while it grows, remembering where it was cut the last time. */
export function createBlockCutter(): (text: string) => readonly string[] {
  let blocks = noBlocks;
  return (text) => {
    blocks = cutBlocks(blocks, text);
    return blocks.parts;
  };
}

function sureParts(parts: readonly string[]): readonly string[] {
  let unsure = 0;
  for (let at = parts.length - 1; at >= 0; at -= 1) {
    if ((parts[at] ?? '').trim() !== '') unsure += 1;
    if (unsure === UNSURE_BLOCKS) return parts.slice(0, at);
  }
  return [];
}

/** The lexer writes line ends and tabs its own way; where its parts are not the text, the text stays whole. */
function lex(text: string): string[] {
  const parts = new Lexer({ gfm: true }).blockTokens(text, []).map((token) => token.raw);
  return parts.join('') === text ? parts : [text];
}
