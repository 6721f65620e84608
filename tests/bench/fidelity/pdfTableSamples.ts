import { drawn, type Sheet } from './drawnPdf.ts';
import type { Sample } from './sample.ts';

const plan = [
  ['Region', 'Plan', 'Actual', 'Note'],
  ['North', '1,200', '1,500', 'on time'],
  ['EMEA', '', '890', 'late'],
  ['Overseas', '2,750', '3,100', ''],
  ['Total', '3,950', '5,490', 'open'],
];
const planText = plan.flat().join(' ');
const columns = [60, 200, 300, 400];

/** Cells in the order in which a program draws them. */
const drawCells = (
  { write, font }: Sheet,
  order: 'rows' | 'columns',
  { isRight = false, isHeaderLeft = false, step = 18 } = {},
) => {
  const cells = plan.flatMap((row, y) => row.map((text, x) => ({ text, x, y })));
  if (order === 'columns') cells.sort((a, b) => a.x - b.x);
  for (const { text, x, y } of cells)
    if (text)
      write(
        text,
        columns[x]! +
          (isRight && x > 0 && x < 3 && (y > 0 || !isHeaderLeft) ? 60 - font.widthOfTextAtSize(text, 10) : 0),
        100 + y * step,
      );
};

/** Tables in the ways in which programs draw them. */
export const pdfTableSamples: readonly Sample[] = [
  drawn('table by rows', (sheet) => drawCells(sheet, 'rows'), planText, { rows: plan }),
  drawn('table by columns', (sheet) => drawCells(sheet, 'columns'), planText, { rows: plan }),
  drawn('numbers to the right', (sheet) => drawCells(sheet, 'rows', { isRight: true }), planText, { rows: plan }),
  drawn('headers to the left', (sheet) => drawCells(sheet, 'rows', { isRight: true, isHeaderLeft: true }), planText, {
    rows: plan,
  }),
  drawn('dense table', (sheet) => drawCells(sheet, 'rows', { isRight: true, step: 11 }), planText, { rows: plan }),
  drawn('wide rows', (sheet) => drawCells(sheet, 'columns', { step: 34 }), planText, { rows: plan }),
  drawn(
    'table between paragraphs',
    (sheet) => {
      sheet.write('The plan of the year is shown below, by region and with a note.', 60, 60);
      drawCells(sheet, 'rows');
      sheet.write('All amounts are in thousands of euros and without taxes.', 60, 220);
    },
    `The plan of the year is shown below, by region and with a note. ${planText} All amounts are in thousands of euros and without taxes.`,
    { rows: plan },
  ),
  drawn(
    'wrapped cells',
    ({ write }) => {
      const rows = [
        [['Item'], ['Owner'], ['Budget'], ['Remark']],
        [['Network'], ['Ada Moreau'], ['12,000'], ['waits for the', 'new contract']],
        [['Office', 'furniture'], ['Ben Okafor'], ['8,500'], ['ordered']],
        [['Training'], ['Cleo Lind'], ['3,200'], ['two courses', 'in spring']],
      ];
      let y = 100;
      for (const row of rows) {
        row.forEach((lines, x) => lines.forEach((line, index) => write(line, 60 + x * 120, y + index * 12)));
        y += Math.max(...row.map((lines) => lines.length)) * 12 + 10;
      }
    },
    'Item Owner Budget Remark Network Ada Moreau 12,000 waits for the new contract Office furniture Ben Okafor 8,500 ordered Training Cleo Lind 3,200 two courses in spring',
    {
      rows: [
        ['Item', 'Owner', 'Budget', 'Remark'],
        ['Network', 'Ada Moreau', '12,000', 'waits for the new contract'],
        ['Office furniture', 'Ben Okafor', '8,500', 'ordered'],
        ['Training', 'Cleo Lind', '3,200', 'two courses in spring'],
      ],
    },
  ),
  drawn(
    'invoice',
    ({ write }) => {
      write('Invoice 2026-114', 60, 60, 16);
      write('Northwind Studio', 60, 90);
      write('Date: 5 January 2026', 380, 90);
      const rows = [
        ['Pos.', 'Description', 'Qty', 'Price', 'Amount'],
        ['1', 'Workshop on site', '2', '1,200.00', '2,400.00'],
        ['2', 'Travel by train', '3', '89.90', '269.70'],
        ['3', 'Printed handbook', '25', '12.00', '300.00'],
      ];
      rows.forEach((row, y) => row.forEach((cell, x) => write(cell, [60, 100, 300, 360, 450][x]!, 140 + y * 16)));
      write('Please pay within 30 days.', 60, 260);
    },
    'Invoice 2026-114 Northwind Studio Date: 5 January 2026 Pos. Description Qty Price Amount 1 Workshop on site 2 1,200.00 2,400.00 2 Travel by train 3 89.90 269.70 3 Printed handbook 25 12.00 300.00 Please pay within 30 days.',
    {
      rows: [
        ['Pos.', 'Description', 'Qty', 'Price', 'Amount'],
        ['1', 'Workshop on site', '2', '1,200.00', '2,400.00'],
        ['2', 'Travel by train', '3', '89.90', '269.70'],
        ['3', 'Printed handbook', '25', '12.00', '300.00'],
      ],
    },
  ),
];
