import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { getBytes, getContent } from './documentContent.ts';
import { listTexts, type DocumentPlan } from './documentPlan.ts';

const lease: DocumentPlan = {
  format: 'pdf',
  pages: [['Lease'], ['Contents'], ['The rent is due on the fifth.'], ['The lease ends in 2031.']],
  style: { romanPages: 2, footer: 'Page' },
};
const deck: DocumentPlan = {
  format: 'pptx',
  slides: [
    { title: 'Ferries & bridges', bullets: ['Tickets cost 4 crowns.'], notes: 'Say it slowly.' },
    {
      title: 'Caves',
      table: [
        ['Cave', 'Depth'],
        ['Whisper', '310'],
      ],
    },
    { title: 'The end' },
  ],
};
const guide: DocumentPlan = {
  format: 'docx',
  sections: [
    { heading: 'Guide', paragraphs: ['Read this first.'] },
    { heading: 'Trains', level: 2, paragraphs: ['First class after three hours.'] },
    { heading: 'Annex', level: 1, bullets: ['A list of stations'] },
  ],
  header: 'Northwind Studio',
};

it.each([
  ['a PDF', lease],
  ['a deck', deck],
  ['a Word document', guide],
])('generates the same bytes for %s every time', async (_, plan) => {
  const hash = async () =>
    createHash('sha256')
      .update(await getBytes(structuredClone(plan)))
      .digest('hex');
  expect(await hash()).toBe(await hash());
});

it('lists every text of a document with its location', () => {
  expect(listTexts(lease)).toEqual([
    { text: 'Lease', location: { kind: 'page', page: 1 }, label: 'i' },
    { text: 'Contents', location: { kind: 'page', page: 2 }, label: 'ii' },
    { text: 'The rent is due on the fifth.', location: { kind: 'page', page: 3 }, label: '1' },
    { text: 'The lease ends in 2031.', location: { kind: 'page', page: 4 }, label: '2' },
  ]);
  expect(listTexts(guide).map(({ location }) => location)).toEqual([
    { kind: 'section', path: ['Guide'] },
    { kind: 'section', path: ['Guide', 'Trains'] },
    { kind: 'section', path: ['Annex'] },
  ]);
  expect(listTexts(deck).filter(({ location }) => location.kind === 'slide' && location.slide === 2)).toHaveLength(5);
  expect(listTexts({ format: 'scan', pages: 2 })).toEqual([]);
});

it('orders slides by the list of the presentation, not by part name', async () => {
  const parts = unzipSync(await getBytes(deck));
  const text = (name: string) => strFromU8(parts[name]!);
  const targets = new Map(
    [...text('ppt/_rels/presentation.xml.rels').matchAll(/Id="(\w+)"[^>]*Target="([^"]+)"/g)].map(([, id, target]) => [
      id,
      target,
    ]),
  );
  const slides = [...text('ppt/presentation.xml').matchAll(/<p:sldId [^>]*r:id="(\w+)"/g)].map(([, id]) =>
    targets.get(id),
  );
  expect(slides).toEqual(['slides/slide3.xml', 'slides/slide2.xml', 'slides/slide1.xml']);
  expect(text('ppt/slides/slide3.xml')).toContain('Ferries &#38; bridges');
  expect(text('ppt/notesSlides/notesSlide3.xml')).toContain('Say it slowly.');
  const partNames = [...text('[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name!);
  expect(partNames.filter((name) => !parts[name])).toEqual([]);
});

it('generates a large PDF of the exact size, readable in ranges and in small pieces', async () => {
  const plan: DocumentPlan = { format: 'large', size: 300_000, pages: ['One (1).', 'Two.'] };
  const { size, read } = await getContent(plan);
  const whole = Buffer.concat([...read(0, size)]);
  expect([size, whole.length]).toEqual([300_000, 300_000]);
  expect(Buffer.concat([...read(1_000, 200_001)]).equals(whole.subarray(1_000, 200_001))).toBe(true);
  expect(Math.max(...[...read(0, size)].map((piece) => piece.length))).toBeLessThanOrEqual(65_536);
  const table = Number(/startxref\n(\d+)\n%%EOF$/.exec(whole.toString('latin1'))?.[1]);
  expect(whole.subarray(table, table + 4).toString()).toBe('xref');
  await expect(getContent({ ...plan, size: 100 })).rejects.toThrow('does not fit');
});
