import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const CODE_POINTS = 0x110000 - SURROGATES;

/**
 * Any Unicode character, as a `unit` of strings. fast-check's own unit `binary` takes a second to index all characters and
 * keeps 85 MB in memory.
 */
export const anyCharacter = fc
  .integer({ min: 0, max: CODE_POINTS - 1 })
  .map((code) => String.fromCodePoint(code < FIRST_SURROGATE ? code : code + SURROGATES));
