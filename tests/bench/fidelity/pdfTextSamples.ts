import { PDFName, PDFString, type PDFPage } from 'pdf-lib';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { drawn } from './drawnPdf.ts';
import type { Sample } from './sample.ts';

/** A field that only its appearance and its formatted value fill, as Acrobat saves it. */
function addFormattedField(page: PDFPage, lines: readonly string[]): void {
  const { context } = page.doc;
  const font = context.register(context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }));
  const text = lines.map((line) => `(${line}) Tj 0 -12 Td`).join(' ');
  const appearance = context.register(
    context.stream(`/Tx BMC BT /F1 9 Tf 2 30 Td ${text} ET EMC`, {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, 300, 45],
      Resources: { Font: { F1: font } },
    }),
  );
  const field = {
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Tx',
    T: PDFString.of('Remarks'),
    // Several lines of formatted text.
    Ff: (1 << 12) | (1 << 25),
    RV: PDFString.of(
      `<body xmlns="http://www.w3.org/1999/xhtml">${lines.map((line) => `<p>${line}</p>`).join('')}</body>`,
    ),
    Rect: [60, 500, 360, 545],
    F: 4,
    AP: { N: appearance },
  };
  const annotation = context.register(context.obj(field as never));
  page.node.addAnnot(annotation);
  page.doc.getForm().acroForm.addField(annotation);
}

/** Text that programs draw without regard to its reading order, and the fields of forms. */
export const pdfTextSamples: readonly Sample[] = [
  drawn(
    'each letter drawn twice',
    ({ write, font }) => {
      let x = 60;
      for (const letter of 'Assembly hall') {
        if (letter !== ' ') for (const shift of [0, 0.3]) write(letter, x + shift, 100, 14);
        x += font.widthOfTextAtSize(letter, 14);
      }
      write('Aaron keeps the books of all committees.', 60, 130);
    },
    'Assembly hall Aaron keeps the books of all committees.',
    { hidden: 'AAsssseemmbbllyy' },
  ),
  drawn(
    'large heading above small text',
    ({ write, font }) => {
      write('Opening', 60, 160, 60);
      write('hours', 60 + font.widthOfTextAtSize('Opening', 60), 185, 9);
      write('Monday to Friday', 60, 230);
    },
    'Opening hours Monday to Friday',
    { hidden: 'Openinghours' },
  ),
  drawn(
    'list to choose from',
    ({ page, write }) => {
      write('Order', 60, 60, 14);
      const form = page.doc.getForm();
      const meal = form.createOptionList('Meal');
      meal.addOptions(['Soup', 'Salad', 'Stew']);
      meal.select('Salad');
      meal.addToPage(page, { x: 60, y: 600, width: 200, height: 60 });
      const office = form.createDropdown('Office');
      office.addToPage(page, { x: 60, y: 500, width: 200, height: 20 });
      // The saved value of the field differs from the shown one.
      office.acroField.dict.set(
        PDFName.of('Opt'),
        page.doc.context.obj([
          [PDFString.of('o1'), PDFString.of('Bern')],
          [PDFString.of('o2'), PDFString.of('Basel')],
        ]),
      );
      office.acroField.dict.set(PDFName.of('V'), PDFString.of('o2'));
    },
    'Order Meal Salad choices Soup Salad Stew Office Basel',
    { hidden: 'o2 Bern' },
  ),
  {
    name: 'damaged header.pdf',
    make: async () => {
      const bytes = Buffer.from(await makePdf([['The gate opens at six.']]));
      bytes.write('%PDX', 0, 'latin1');
      return bytes;
    },
    text: 'The gate opens at six.',
  },
  drawn(
    'field with formatted text',
    ({ page, write }) => {
      write('Handover', 60, 60, 14);
      addFormattedField(page, ['The key is with the porter.', 'The alarm is off.']);
    },
    'Handover Remarks The key is with the porter. The alarm is off.',
  ),
];
