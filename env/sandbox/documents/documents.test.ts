import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { bytesOf, contentOf } from './documentContent.ts';
import { textsOf, type DocumentPlan } from './documentPlan.ts';
import { randomFrom } from '../random.ts';

const lease: DocumentPlan = {
  format: 'pdf',
  pages: [['Lease'], ['Contents'], ['The rent is due on the fifth.'], ['The lease ends in 2031.']],
  look: { romanPages: 2, footer: 'Page' },
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
])('%s is the same to the last byte whenever it is made', async (_what, plan) => {
  const hash = async () =>
    createHash('sha256')
      .update(await bytesOf(structuredClone(plan)))
      .digest('hex');
  expect(await hash()).toBe(await hash());
});

it('each text of a document is known with its place', () => {
  expect(textsOf(lease)).toEqual([
    { text: 'Lease', place: { kind: 'page', page: 1 }, label: 'i' },
    { text: 'Contents', place: { kind: 'page', page: 2 }, label: 'ii' },
    { text: 'The rent is due on the fifth.', place: { kind: 'page', page: 3 }, label: '1' },
    { text: 'The lease ends in 2031.', place: { kind: 'page', page: 4 }, label: '2' },
  ]);
  expect(textsOf(guide).map(({ place }) => place)).toEqual([
    { kind: 'section', path: ['Guide'] },
    { kind: 'section', path: ['Guide', 'Trains'] },
    { kind: 'section', path: ['Annex'] },
  ]);
  expect(textsOf(deck).filter(({ place }) => place.kind === 'slide' && place.slide === 2)).toHaveLength(5);
  expect(textsOf({ format: 'scan', pages: 2 })).toEqual([]);
});

it("a deck's slides stand in the order of its list, whatever its parts are called", async () => {
  const parts = unzipSync(await bytesOf(deck));
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
  const named = [...text('[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name!);
  expect(named.filter((name) => !parts[name])).toEqual([]);
});

it('a large PDF has exactly the size it was asked for, is read in any part, and is never whole in memory', async () => {
  const plan: DocumentPlan = { format: 'large', size: 300_000, pages: ['One (1).', 'Two.'] };
  const { size, read } = await contentOf(plan);
  const whole = Buffer.concat([...read(0, size)]);
  expect([size, whole.length]).toEqual([300_000, 300_000]);
  expect(Buffer.concat([...read(1_000, 200_001)]).equals(whole.subarray(1_000, 200_001))).toBe(true);
  expect(Math.max(...[...read(0, size)].map((piece) => piece.length))).toBeLessThanOrEqual(65_536);
  const table = Number(/startxref\n(\d+)\n%%EOF$/.exec(whole.toString('latin1'))?.[1]);
  expect(whole.subarray(table, table + 4).toString()).toBe('xref');
  await expect(contentOf({ ...plan, size: 100 })).rejects.toThrow('does not fit');
});

it('what looks random is the same for the same seed, and spreads', () => {
  const rolls = (seed: string) => {
    const random = randomFrom(seed);
    return Array.from({ length: 600 }, () => random.between(1, 6));
  };
  expect(rolls('ada')).toEqual(rolls('ada'));
  expect(rolls('ada')).not.toEqual(rolls('ben'));
  for (const face of [1, 2, 3, 4, 5, 6])
    expect(rolls('ada').filter((roll) => roll === face).length).toBeGreaterThan(60);
  expect(randomFrom('ada').shuffled([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4]);
});
