import { createWordBuffer } from './wordBuffer.ts';

/** Pushes the parts and returns the output after each part and at the end. */
function pushAll(...parts: string[]): string[] {
  const buffer = createWordBuffer();
  return [...parts.map((part) => buffer.push(part)), buffer.end()];
}

it('passes on a word when the space after it has arrived', () => {
  expect(pushAll('Tra', 'ins co', 'st ', 'little', '.')).toEqual(['', 'Trains ', 'cost ', '', '', 'little.']);
});

it('keeps a citation with the word before it', () => {
  expect(pushAll('Trains are cheap', '[1', '].', ' Flights')).toEqual(['Trains are ', '', '', 'cheap[1]. ', 'Flights']);
});

it('does not hold back text that is written without spaces', () => {
  expect(pushAll('東京は', '大きい')).toEqual(['東京は', '大きい', '']);
  const address = `https://northwind.example/${'a'.repeat(60)}`;
  expect(pushAll(address, 'b')).toEqual([address, '', 'b']);
});

it('does not change the text', () => {
  const text = 'A line\n\n| a | b |\n東京 and [1] 👩‍👩‍👧 end';
  const parts = text.match(/[\s\S]{1,3}/g) ?? [];
  expect(pushAll(...parts).join('')).toBe(text);
});
