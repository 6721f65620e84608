import { degrees, PDFName, PDFString, StandardFonts, type PDFFont } from 'pdf-lib';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { makeUnicodePdf } from '#sandbox/documents/unicodePdf.ts';
import { english } from './contents.ts';
import { drawn } from './drawnPdf.ts';
import { pdfTableSamples } from './pdfTableSamples.ts';
import { pdfTextSamples } from './pdfTextSamples.ts';
import type { Sample } from './sample.ts';

const prose = [...english.paragraphs, ...english.paragraphs].join(' ').replaceAll(/[’–]/g, '-').split(' ');

/** Lines of words that fit into a width. */
function wrap(words: readonly string[], font: PDFFont, width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && font.widthOfTextAtSize(longer, 10) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

const inColumns = (name: string, count: number, isAcross: boolean): Sample =>
  drawn(
    name,
    ({ write, font }) => {
      const width = 480 / count - 20;
      const lines = wrap(prose, font, width);
      const height = Math.ceil(lines.length / count);
      const cells = lines.map((text, index) => ({ text, x: Math.floor(index / height), y: index % height }));
      if (isAcross) cells.sort((a, b) => a.y - b.y || a.x - b.x);
      for (const { text, x, y } of cells) write(text, 60 + x * (width + 20), 100 + y * 13);
    },
    prose.join(' '),
  );

const layouts: Sample[] = [
  inColumns('two columns', 2, false),
  inColumns('two columns across', 2, true),
  inColumns('three columns', 3, false),
  drawn(
    'letter by letter',
    ({ write, font }) => {
      let x = 60;
      for (const letter of 'Receipts are sent by the fifth.') {
        if (letter !== ' ') write(letter, x, 100);
        x += font.widthOfTextAtSize(letter, 10);
      }
    },
    'Receipts are sent by the fifth.',
  ),
  drawn(
    'word by word',
    ({ write, font }) => {
      let x = 60;
      for (const word of 'Receipts are sent by the fifth.'.split(' ')) {
        write(word, x, 100);
        x += font.widthOfTextAtSize(`${word} `, 10);
      }
    },
    'Receipts are sent by the fifth.',
  ),
  drawn(
    'drawn twice',
    ({ write }) => {
      for (const shift of [0, 0.3]) write('Important notice', 60 + shift, 100, 14);
      write('Staff book trains early.', 60, 130);
    },
    'Important notice Staff book trains early.',
  ),
  drawn(
    'words split at line ends',
    ({ write }) => {
      [
        'The travel expenses of the em-',
        'ployees are reim-',
        'bursed by the depart-',
        'ment. Non-',
        'smoking rooms and the Meyer-',
        'Lansky form of 2025-',
        '2026 stay.',
      ].forEach((line, index) => write(line, 60, 100 + index * 13));
    },
    'The travel expenses of the employees are reimbursed by the department. Non-smoking rooms and the Meyer-Lansky form of 2025-2026 stay.',
  ),
  drawn(
    'contents with leaders',
    ({ write }) => {
      write('Contents', 60, 70, 14);
      write(`1 Scope ${'.'.repeat(80)} 3`, 60, 100);
      write(`2 Fees ${'. '.repeat(50)}7`, 60, 116);
      write(`3 Renewal ${'\u00b7'.repeat(40)} 12`, 60, 132);
    },
    'Contents 1 Scope 3 2 Fees 7 3 Renewal 12',
  ),
  drawn(
    'superscripts',
    ({ write }) => {
      write('The fee is 40 euros', 60, 100);
      write('1', 152, 96, 6);
      write(' a night.', 158, 100);
      write('1', 60, 780, 6);
      write('Breakfast is included.', 66, 784, 8);
    },
    'The fee is 40 euros 1 a night. 1 Breakfast is included.',
  ),
  drawn(
    'turned page',
    ({ page, font }) => {
      page.setRotation(degrees(90));
      ['The page is turned', 'by a quarter.'].forEach((line, index) =>
        page.drawText(line, { x: 100 + index * 16, y: 200, size: 10, font, rotate: degrees(90) }),
      );
    },
    'The page is turned by a quarter.',
  ),
  drawn(
    'stamp along the margin',
    ({ page, font, write }) => {
      write('Staff book trains early.', 60, 100);
      write('Flights need an approval.', 60, 115);
      page.drawText('COPY 2026', { x: 30, y: 400, size: 10, font, rotate: degrees(90) });
    },
    'Staff book trains early. Flights need an approval. COPY 2026',
  ),
  drawn(
    'list with hanging labels',
    ({ write }) => {
      ['Book early', 'Keep receipts', 'Send the form'].forEach((text, index) => {
        write(`${index + 1}.`, 60, 100 + index * 15);
        write(text, 80, 100 + index * 15);
      });
    },
    '1. Book early 2. Keep receipts 3. Send the form',
  ),
  drawn(
    'label and value',
    ({ write }) => {
      [
        ['Name', 'Ada Moreau'],
        ['Department', 'Facilities'],
        ['Cost center', '4711'],
      ].forEach(([label, value], index) => {
        write(label!, 60, 100 + index * 15);
        write(value!, 250, 100 + index * 15);
      });
    },
    'Name Ada Moreau Department Facilities Cost center 4711',
  ),
  drawn(
    'wide letters',
    ({ page, font }) => {
      page.drawText('I N V O I C E', { x: 60, y: 700, size: 14, font });
      page.drawText('Northwind', { x: 60, y: 660, size: 10, font });
    },
    'I N V O I C E Northwind',
  ),
];

const fields: Sample[] = [
  drawn(
    'form',
    ({ page, write }) => {
      write('Application', 60, 60, 14);
      const form = page.doc.getForm();
      const name = form.createTextField('Name');
      name.setText('Ada Moreau');
      name.addToPage(page, { x: 60, y: 700, width: 200, height: 20 });
      const office = form.createDropdown('Office');
      office.addOptions(['Bern', 'Basel']);
      office.select('Basel');
      office.addToPage(page, { x: 60, y: 660, width: 200, height: 20 });
    },
    'Application Name Ada Moreau Office Basel',
  ),
  drawn(
    'signature and stamp',
    async ({ page, write }) => {
      write('Contract of lease', 60, 60, 14);
      const { context } = page.doc;
      const font = await page.doc.embedFont(StandardFonts.Helvetica);
      await font.embed();
      const appear = (lines: readonly string[]) =>
        context.register(
          context.stream(`BT /F1 9 Tf 2 30 Td ${lines.map((line) => `(${line}) Tj 0 -11 Td`).join(' ')} ET`, {
            Type: 'XObject',
            Subtype: 'Form',
            BBox: [0, 0, 200, 45],
            Resources: { Font: { F1: font.ref } },
          }),
        );
      const annotate = (subtype: string, y: number, lines: readonly string[], more: Record<string, unknown> = {}) =>
        context.register(
          context.obj({
            Type: 'Annot',
            Subtype: subtype,
            Rect: [60, y, 260, y + 45],
            F: 4,
            AP: { N: appear(lines) },
            ...more,
          } as never),
        );
      page.node.set(
        PDFName.of('Annots'),
        context.obj([
          annotate('Widget', 600, ['Digitally signed by', 'Cleo Lind 2026.01.05'], {
            FT: 'Sig',
            T: PDFString.of('Signature1'),
          }),
          annotate('Stamp', 500, ['APPROVED', 'Finance department'], { Name: 'Approved' }),
        ]),
      );
    },
    'Contract of lease APPROVED Finance department Digitally signed by Cleo Lind 2026.01.05',
  ),
];

const unicode = [
  'Größe und Maße',
  'Łódź i Kraków',
  'Ответ на вопрос',
  'Απάντηση τώρα',
  'הפגישה מחר בבוקר',
  '会議は三時です',
  '请在星期五之前回复',
];

export const pdfSamples: readonly Sample[] = [
  ...pdfTableSamples,
  ...pdfTextSamples,
  ...layouts,
  ...fields,
  ...unicode.map((line, index): Sample => ({
    name: `script ${index + 1}.pdf`,
    make: () => makeUnicodePdf([line, line]),
    text: `${line} ${line}`,
  })),
  {
    name: 'pages with header and footer.pdf',
    make: () =>
      makePdf([['First words.'], ['Second words.'], ['Third words.']], { header: 'Northwind Studio', footer: 'Page' }),
    text: 'Northwind Studio First words. Page 1 Northwind Studio Second words. Page 2 Northwind Studio Third words. Page 3',
  },
];
