import fc from 'fast-check';
import { createNotFoundMark } from './notFoundMark.ts';

function read(...chunks: string[]): { text: string; wasFound: boolean } {
  const mark = createNotFoundMark('Nothing.');
  const text = chunks.map((chunk) => mark.push(chunk)).join('') + mark.end();
  return { text, wasFound: mark.wasFound() };
}

it.each([
  ['in front of a sentence', '[0] Dazu steht nichts in den Dateien [2].'],
  ['in a line', '[0]\n\nDazu steht nichts in den Dateien [2].'],
  ['bold', '\n**[0]** Dazu steht nichts in den Dateien [2].'],
  ['as code', '`[0]`: Dazu steht nichts in den Dateien [2].'],
  ['of full width', '【0】Dazu steht nichts in den Dateien [2].'],
  ['with blanks', '[ 0 ]. Dazu steht nichts in den Dateien [2].'],
])('removes the mark %s, and reports that the answer had it', (_, text) => {
  expect(read(text)).toEqual({ text: 'Dazu steht nichts in den Dateien [2].', wasFound: true });
});

it.each([
  ['[0] **Nichts** dazu.', '**Nichts** dazu.'],
  ['**[0] Nichts** dazu.', '**Nichts** dazu.'],
  ['**[0]** **Nichts** dazu.', '**Nichts** dazu.'],
  ['**[0] ** Nichts dazu.', 'Nichts dazu.'],
])('keeps the emphasis of %j', (text, expected) => {
  expect(read(text)).toEqual({ text: expected, wasFound: true });
});

it.each([
  ['no mark', 'I found nothing about trains.'],
  ['a passage that contains it', 'Mallory.pdf says: “[0] is the answer” [1].'],
  ['a citation', '[10] says so, and **[1]** too.'],
  ['a list of figures', '[0, 1] is the interval'],
  ['an index', 'list[0]'],
  ['only spaces', '   '],
  ['a bracket that stays open', '[0'],
  ['many spaces before it', `${' '.repeat(40)}text [0]`],
])('changes nothing in a text with %s', (_, text) => {
  expect(read(text)).toEqual({ text, wasFound: false });
});

it('answers with a sentence if the model writes only the mark', () => {
  for (const text of ['[0]', '**[0]**\n', '**[0] **']) expect(read(text)).toEqual({ text: 'Nothing.', wasFound: true });
});

it('returns the same text, however the answer is divided into chunks', () => {
  const parts = fc.array(fc.constantFrom('[0]', '[', '0', ']', ' ', '**', '`', '\n', 'Nein.', '[1]', '【0】'), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(parts, (chunks) => {
      expect(read(...chunks)).toEqual(read(chunks.join('')));
    }),
    { examples: [[['**', '[0]', ' ', '**']]] },
  );
});
