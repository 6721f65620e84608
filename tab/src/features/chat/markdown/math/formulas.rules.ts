/** Longer formulas stay source text: rendering time grows with the length. */
const MAX_CHARACTERS = 1_000;
/** Each level is a recursion in the parser, and a nested box in the layout. */
const MAX_NESTING = 30;
/** A formula that defines macros can grow exponentially. */
const DEFINITION =
  /\\(?:[egx]?def|let|futurelet|global|long|newcommand|renewcommand|providecommand|mathchoice)(?![a-zA-Z])/;

/** Whether a formula is short and simple enough to be rendered; otherwise its source is shown. */
export function isRenderable(tex: string): boolean {
  return tex !== '' && tex.length <= MAX_CHARACTERS && !DEFINITION.test(tex) && getNesting(tex) <= MAX_NESTING;
}

function getNesting(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of tex) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** The TeX of a block that is a formula: `\[…\]` or `$$…$$`. */
export function getBlockTex(block: string): string {
  return block.trim().slice(2, -2).trim();
}
