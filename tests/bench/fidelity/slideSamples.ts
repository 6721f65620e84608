import { unzipSync } from 'fflate';
import { makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { contents, toText } from './contents.ts';
import type { Sample } from './sample.ts';

const decks = contents.map((content): Sample => ({
  name: `deck.${content.language}.pptx`,
  make: () =>
    makePptx([
      { title: content.title, bullets: [...content.paragraphs, ...content.items] },
      { title: content.title, table: content.table.map((row) => [...row]), notes: content.paragraphs[0]! },
    ]),
  text: `${toText({ ...content, table: [] })} ${content.title} ${content.table.flat().join(' ')} ${content.paragraphs[0]}`,
  rows: content.table,
}));

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
const shape = (text: string, x: number, y: number, more = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="9" name="s"/><p:cNvSpPr/><p:nvPr>${more}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="3000000" cy="500000"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const table = (...rows: string[]) =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows.map((row) => `<a:tr>${row}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
const cell = (text: string, attributes = '') =>
  `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;

/** A deck of one slide whose shapes are given as XML. */
const slide = (name: string, shapes: string, text: string, more: Partial<Sample> = {}): Sample => ({
  name: `${name}.pptx`,
  make: () =>
    makeZip({
      ...unzipSync(makePptx([{ title: 'x' }])),
      'ppt/slides/slide1.xml': `<p:sld ${A} xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    }),
  text,
  ...more,
});

export const slideSamples: readonly Sample[] = [
  ...decks,
  slide(
    'group',
    `<p:grpSp><p:grpSpPr/>${shape('Inside', 0, 0)}${shape('the group', 0, 900_000)}</p:grpSp>`,
    'Inside the group',
  ),
  slide(
    'merged cells',
    table(cell('2025', 'gridSpan="2"') + cell('', 'hMerge="1"') + cell('2026'), cell('a') + cell('b') + cell('c')),
    '2025 2026 a b c',
    {
      rows: [
        ['2025', '', '2026'],
        ['a', 'b', 'c'],
      ],
    },
  ),
  slide(
    'breaks and fields',
    '<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:txBody><a:p><a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r><a:fld type="slidenum"><a:t>7</a:t></a:fld></a:p></p:txBody></p:sp>',
    'one two',
  ),
  slide(
    'split runs',
    '<p:sp><p:txBody><a:p><a:r><a:t>reim</a:t></a:r><a:r><a:t>bursement</a:t></a:r></a:p></p:txBody></p:sp>',
    'reimbursement',
  ),
];
