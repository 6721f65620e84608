import fc from 'fast-check';
import type { NotesBlock, NotesText } from './notesDocument.ts';
import { parseNotes, writeNotesText } from './notesText.ts';

const line = (...children: NotesText[]): NotesBlock => ({ type: 'line', children });

it('reads headings, lists, formats and links', () => {
  expect(parseNotes('## Trip\n\n- *Oslo* and **Rome**\n- see [site](https://ava.example/a)\n1. first')).toEqual([
    { type: 'heading', level: 2, children: [{ text: 'Trip' }] },
    line({ text: '' }),
    {
      type: 'list',
      isOrdered: false,
      children: [
        {
          type: 'item',
          children: [{ text: 'Oslo', italic: true }, { text: ' and ' }, { text: 'Rome', bold: true }],
        },
        {
          type: 'item',
          children: [{ text: 'see ' }, { type: 'link', url: 'https://ava.example/a', children: [{ text: 'site' }] }],
        },
      ],
    },
    { type: 'list', isOrdered: true, children: [{ type: 'item', children: [{ text: 'first' }] }] },
  ]);
});

it('keeps nested lists with their numbers, and the tabs of a pasted table', () => {
  for (const text of ['1. Oslo\n   - harbor\n      - quay\n   - hotel\n2. Rome', 'City\tNights\nOslo\t3'])
    expect(writeNotesText(parseNotes(text))).toBe(text);
  expect(writeNotesText(parseNotes('- a\n    - b\n        - c\n    - d\n- e'))).toBe(
    '- a\n   - b\n      - c\n   - d\n- e',
  );
});

it('keeps plain text as it is, also signs without a partner and addresses that are not of the web', () => {
  for (const text of [
    'Ask Ben  about Oslo. ',
    '',
    ' \n\n x',
    '2 * 3',
    'a [b] c](d)',
    '[x](javascript:alert(1))',
    'C:\\temp',
  ]) {
    const blocks = parseNotes(text);
    const plain = blocks.map((block) =>
      'text' in (block.children[0] ?? {}) ? (block.children[0] as NotesText).text : '',
    );
    expect(plain.join('\n')).toBe(text);
    expect(blocks.every(({ type, children }) => type === 'line' && children.length === 1)).toBe(true);
  }
});

it('reads every document as it was written', () => {
  const text = fc
    .record({
      text: fc.string({ minLength: 1, unit: fc.constantFrom(...'ab *_[]()\\#-.1•\u200bé') }),
      bold: fc.boolean(),
      italic: fc.boolean(),
    })
    .map((leaf): NotesText => ({
      text: leaf.text,
      ...(leaf.bold && { bold: true }),
      ...(leaf.italic && { italic: true }),
    }));
  // Generating any URL takes a second, because fast-check first lists every character of Unicode.
  const path = fc.string({ unit: fc.constantFrom(...`aZ09-._~!$&'*+,;=:@/?#`, '%20', '%C3%A9', '%28') });
  const link = fc
    .record({ url: path.map((rest) => `https://a.example/${rest}`), label: text })
    .map(({ url, label }) => ({ type: 'link' as const, url, children: [label] }));
  const inline = fc.array(fc.oneof(text, link), { minLength: 1, maxLength: 4 });
  const block = fc.oneof(
    inline.map((children): NotesBlock => ({ type: 'line', children })),
    fc
      .tuple(fc.constantFrom(1 as const, 2 as const, 3 as const), inline)
      .map(([level, children]): NotesBlock => ({ type: 'heading', level, children })),
    fc.tuple(fc.boolean(), fc.array(inline, { minLength: 1, maxLength: 3 })).map(([isOrdered, items]): NotesBlock => ({
      type: 'list',
      isOrdered,
      children: items.map((children) => ({ type: 'item', children })),
    })),
  );
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
      const written = writeNotesText(blocks);
      expect(parseNotes(written).map(toComparable)).toEqual(mergeLists(blocks).map(toComparable));
    }),
    { numRuns: 300 },
  );
});

/** Formats by character, because equal neighbors can be joined. */
function toComparable(block: NotesBlock): unknown {
  const inline = (children: readonly (NotesText | { type: 'link'; url: string; children: NotesText[] })[]) =>
    children.flatMap((child) =>
      'text' in child
        ? [...child.text].map((sign) => [sign, child.bold === true, child.italic === true])
        : [...(child.children[0]?.text ?? '')].map((sign) => [
            sign,
            child.children[0]?.bold === true,
            child.children[0]?.italic === true,
            child.url,
          ]),
    );
  if (block.type === 'list') return [block.isOrdered, block.children.map(({ children }) => inline(children))];
  return [block.type, block.type === 'heading' ? block.level : 0, inline(block.children)];
}

function mergeLists(blocks: readonly NotesBlock[]): NotesBlock[] {
  const merged: NotesBlock[] = [];
  for (const block of blocks) {
    const last = merged.at(-1);
    if (block.type === 'list' && last?.type === 'list' && last.isOrdered === block.isOrdered)
      last.children.push(...block.children);
    else merged.push(structuredClone(block));
  }
  return merged;
}
