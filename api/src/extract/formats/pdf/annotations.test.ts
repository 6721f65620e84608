import { PDFDocument, PDFString } from 'pdf-lib';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

/** A form on the second of two pages, with one visible free text above it and one hidden. */
async function makeForm(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText('Please fill in the next page.');
  const page = pdf.addPage();
  const form = pdf.getForm();
  const city = form.createTextField('City');
  city.setText('Lisbon');
  city.addToPage(page, { y: 400 });
  const secret = form.createTextField('Passphrase');
  secret.setText('hush');
  secret.enablePassword();
  secret.addToPage(page, { y: 350 });
  for (const name of ['Breakfast', 'Dinner']) form.createCheckBox(name).addToPage(page, { y: 300 });
  form.getCheckBox('Dinner').check();
  const room = form.createDropdown('Room');
  room.addOptions(['Garden', 'Sea']);
  room.select('Sea');
  room.addToPage(page, { y: 250 });
  for (const [text, flags] of [
    ['Approved by Ada', 4],
    ['Nobody sees this', 2],
  ] as const)
    page.node.addAnnot(
      pdf.context.register(
        pdf.context.obj({
          Type: 'Annot',
          Subtype: 'FreeText',
          Rect: [50, 700, 300, 740],
          F: flags,
          DA: PDFString.of('/Helv 12 Tf'),
          Contents: PDFString.of(text),
        }),
      ),
    );
  return pdf.save();
}

it('form fields and free texts are read on their page, but nothing hidden and no password', async () => {
  const { parts } = await readInProcess({ path: await files.write(await makeForm()), name: 'form.pdf' });
  expect(parts.map(({ location }) => location)).toEqual([
    { kind: 'page', page: 1 },
    { kind: 'page', page: 2 },
  ]);
  expect(parts[1]?.text.split('\n').toSorted()).toEqual([
    'Approved by Ada',
    'City: Lisbon',
    'Dinner: checked',
    'Room: Sea',
  ]);
});
