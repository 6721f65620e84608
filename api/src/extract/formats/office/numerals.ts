const ROMAN: readonly [number, string][] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];
const MAX_ROMAN = 3_999;

/** Up to 3,999, as Office writes them; a larger number stays as it is. */
export function toRoman(number: number): string {
  if (number < 1 || number > MAX_ROMAN) return `${number}`;
  let rest = number;
  let roman = '';
  for (const [value, sign] of ROMAN) for (; rest >= value; rest -= value) roman += sign;
  return roman;
}

/** A to Z, then AA to ZZ: Office repeats the letter. */
export function toLetters(number: number): string {
  if (number < 1) return '0';
  const letter = String.fromCharCode(65 + ((number - 1) % 26));
  return letter.repeat(Math.min(10, Math.ceil(number / 26)));
}
