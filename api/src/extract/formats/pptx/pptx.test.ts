import { strFromU8, strToU8, unzipSync } from 'fflate';
import { makeZip, damage } from '#tests/harness/hostile/hostileFiles.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { Extraction } from '#contract/files/locations.ts';
import { toExtractionError, ExtractionError } from '#api/extract/errors.ts';
import { extract } from '#api/extract/extract.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { readPptx } from './pptx.ts';
import { makePptx, type Slide } from '#sandbox/documents/pptx.ts';
import { UnreadCounts } from '#contract/files/unread.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const review: Slide[] = [
  { title: 'Q3 2026', bullets: ['Review for the management team'] },
  {
    title: 'Revenue & profit',
    bullets: ['Revenue was 3.9 million crowns.', 'Profit was < 0.5 million.'],
    notes: 'Breathe, Ada.',
  },
  {
    title: 'Costs',
    table: [
      ['Month', 'Rent'],
      ['July', '44'],
      ['', ''],
    ],
  },
];

type Parts = Record<string, string>;

/** A deck with changed parts; undefined removes a part. */
function makeChangedDeck(slides: Slide[], change: (parts: Parts) => Record<string, string | undefined>): Uint8Array {
  const parts = Object.fromEntries(
    Object.entries(unzipSync(makePptx(slides))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  );
  const keptParts = Object.entries({ ...parts, ...change(parts) }).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, strToU8(text)]],
  );
  return makeZip(Object.fromEntries(keptParts) as Record<string, Uint8Array>);
}

async function read(bytes: Uint8Array) {
  const parts = readPptx(Buffer.from(bytes), {
    type: 'PPTX',
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  });
  const texts = new Map<number, string>();
  for (;;) {
    const next = await parts.next();
    if (next.done) return { texts, ...next.value };
    const { location, text } = next.value;
    if (location.kind === 'slide') texts.set(location.slide, text);
  }
}

const getFirstSlide = (parts: Parts) => Object.keys(parts).find((name) => name === 'ppt/slides/slide1.xml')!;
const toSlide = (shapes: string) =>
  `<p:sld xmlns:a="a" xmlns:p="p"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`;
const shape = (type: string, ...lines: string[]) =>
  `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;

describe('a deck', () => {
  it('is read in presentation order, whatever the numbers of its parts', async () => {
    const progress: number[] = [];
    const path = await files.write(makePptx(review));
    const extraction = await extract({ path, name: 'Review.pptx' }, { onProgress: ({ done }) => progress.push(done) });
    expect(Extraction.parse(extraction)).toEqual(extraction);
    expect(extraction).toMatchObject({ type: 'PPTX', pages: 3 });
    expect(extraction.parts).toEqual([
      { location: { kind: 'slide', slide: 1 }, text: 'Q3 2026\n\nReview for the management team' },
      {
        location: { kind: 'slide', slide: 2 },
        text: 'Revenue & profit\n\nRevenue was 3.9 million crowns.\nProfit was < 0.5 million.\n\nNotes:\nBreathe, Ada.',
      },
      { location: { kind: 'slide', slide: 3 }, text: 'Costs\n\n| Month | Rent |\n| July | 44 |' },
    ]);
    expect(progress.at(-1)).toBe(3);
  });

  it('is read with the title first, without placeholders and fallbacks for older programs', async () => {
    const shapes = [
      shape('body', 'Second', 'Third &#x2764; &#10084; &amp;lt;'),
      shape('ctrTitle', 'First'),
      shape('ftr', 'Northwind Studio, confidential'),
      shape('sldNum', '17'),
      '<mc:AlternateContent><mc:Choice>' +
        shape('body', 'Chosen') +
        '</mc:Choice><mc:Fallback>' +
        shape('body', 'Chosen') +
        '</mc:Fallback></mc:AlternateContent>',
      '<p:sp><p:txBody><a:p><a:r><a:t>Page </a:t></a:r><a:fld type="slidenum"><a:t>17</a:t></a:fld><a:br/><a:r><a:t><![CDATA[a < b]]></a:t></a:r></a:p></p:txBody></p:sp>',
    ].join('<!-- <a:t>not text</a:t> -->');
    const deck = makeChangedDeck([review[0]!], (parts) => ({ [getFirstSlide(parts)]: toSlide(shapes) }));
    expect((await read(deck)).texts.get(1)).toBe('First\n\nSecond\nThird ❤ ❤ &lt;\n\nChosen\n\nPage\na < b');
  });

  it('is read from top to bottom and from left to right, whatever the order of its shapes', async () => {
    const at = (text: string, left: number, top: number, placeholder = '') =>
      `<p:sp><p:nvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="${left}" y="${top}"/><a:ext cx="400" cy="100"/></a:xfrm></p:spPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const group = `<p:grpSp><p:grpSpPr><a:xfrm><a:off x="500" y="200"/><a:ext cx="400" cy="300"/><a:chOff x="9" y="9"/><a:chExt cx="1" cy="1"/></a:xfrm></p:grpSpPr>${at('right below', 0, 9000)}${at('right above', 0, 0)}</p:grpSp>`;
    const shapes =
      at('Footnote', 0, 900) +
      at('left below', 0, 400) +
      shape('body" idx="1', 'Lead') +
      group +
      at('left above', 5, 210);
    const deck = makeChangedDeck([review[0]!], (parts) => ({
      [getFirstSlide(parts)]: toSlide(shapes + at('Title', 0, 950, '<p:ph type="title"/>')),
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/slideLayout" Target="/ppt/layout.xml"/></Relationships>',
      'ppt/layout.xml': toSlide(at('', 0, 20, '<p:ph type="body" idx="1"/>')),
    }));
    expect((await read(deck)).texts.get(1)?.split('\n\n')).toEqual([
      'Title',
      'Lead',
      'left above',
      'left below',
      'right above',
      'right below',
      'Footnote',
    ]);
  });

  it('can have slides in UTF-16, nested tables and diagrams, whose texts are read', async () => {
    const cell = (inside: string) => `<a:tc><a:txBody>${inside}</a:txBody></a:tc>`;
    const paragraph = (text: string) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
    const inner = `<a:tbl><a:tr>${cell(paragraph('deep'))}</a:tr></a:tbl>`;
    const table = `<p:graphicFrame><a:tbl><a:tr>${cell(paragraph('one') + paragraph('two'))}${cell(inner)}</a:tr></a:tbl></p:graphicFrame>`;
    const deck = makeChangedDeck([review[0]!], (parts) => ({
      [getFirstSlide(parts)]: toSlide(shape('title', 'Plan') + table),
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/diagramData" Target="/ppt/diagrams/data1.xml"/><Relationship Id="b" Type="x/notesSlide" Target="https://elsewhere.example/notes.xml" TargetMode="External"/></Relationships>',
      'ppt/diagrams/data1.xml':
        '<dgm:dataModel><dgm:pt><dgm:t><a:p><a:r><a:t>Roof before heating</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>',
    }));
    expect((await read(deck)).texts.get(1)).toMatch(/^Plan\n\n[^]*\| one two \|[^]*Roof before heating$/);
    const parts = unzipSync(makePptx([review[0]!]));
    const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from(toSlide(shape('title', 'Größe')), 'utf16le')]);
    expect((await read(makeZip({ ...parts, 'ppt/slides/slide1.xml': utf16 }))).texts.get(1)).toBe('Größe');
  });

  it('is read with charts, comments and descriptions of pictures, and the part of a hidden slide says that it is hidden', async () => {
    const point = (text: string) => `<c:pt idx="0"><c:v>${text}</c:v></c:pt>`;
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="4" name="Picture 3" descr="The new&#10;office"/></p:nvPicPr></p:pic>';
    const link = (type: string) => `<Relationship Id="${type}" Type="x/${type}" Target="/ppt/${type}.xml"/>`;
    const deck = makeChangedDeck([review[0]!], (parts) => ({
      [getFirstSlide(parts)]: toSlide(shape('title', 'Plan') + picture).replace('<p:sld', '<p:sld show="0"'),
      'ppt/slides/_rels/slide1.xml.rels': `<Relationships>${link('chart')}${link('comments')}</Relationships>`,
      'ppt/chart.xml': `<c:ser><c:tx>${point('Rent')}</c:tx><c:cat>${point('July')}</c:cat><c:val>${point('44')}</c:val></c:ser>`,
      'ppt/comments.xml': '<p:cmLst><p:cm><p:text>Is this final?</p:text></p:cm></p:cmLst>',
    }));
    expect((await read(deck)).texts.get(1)).toBe(
      '(hidden slide)\nPlan\n\n[The new office]\n\nChart\n|  | Rent |\n| July | 44 |\n\nComments:\nIs this final?',
    );
  });

  it('is read with charts of the newer kinds, whose categories can have several levels', async () => {
    const level = (...points: string[]) =>
      `<cx:lvl ptCount="2">${points.map((point, index) => `<cx:pt idx="${index}">${point}</cx:pt>`).join('')}</cx:lvl>`;
    const chart = `<cx:chartSpace><cx:chartData><cx:data id="4"><cx:strDim type="cat"><cx:f>A1</cx:f>${level('Bern', 'Basel')}${level('West')}</cx:strDim><cx:numDim type="val">${level('12', '0.30000000000000004')}</cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Visitors</a:t></a:r></a:p></cx:rich></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="sunburst"><cx:tx><cx:txData><cx:f>B1</cx:f><cx:v>2026</cx:v></cx:txData></cx:tx><cx:dataId val="4"/></cx:series></cx:plotAreaRegion><cx:axis><cx:title><cx:tx><cx:txData><cx:v>Millions</cx:v></cx:txData></cx:tx></cx:title></cx:axis></cx:plotArea></cx:chart></cx:chartSpace>`;
    const deck = makeChangedDeck([review[0]!], (parts) => ({
      [getFirstSlide(parts)]: toSlide(shape('title', 'Plan')),
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="a" Type="x/chartEx" Target="/ppt/chart.xml"/></Relationships>',
      'ppt/chart.xml': chart,
    }));
    expect((await read(deck)).texts.get(1)).toBe(
      'Plan\n\nChart: Visitors\nAxis: Millions\n|  | 2026 |\n| West Bern | 12 |\n| Basel | 0.3 |',
    );
  });

  it('is read without a missing slide, which is reported', async () => {
    const extraction = await read(makeChangedDeck(review, () => ({ 'ppt/slides/slide2.xml': undefined })));
    expect([...extraction.texts.keys()]).toEqual([1, 3]);
    expect(extraction).toMatchObject({ pages: 3, unreadPages: [2] });
  });

  it('without any words is refused with `no_text`', async () => {
    const path = await files.write(makeChangedDeck([{ title: '' }], () => ({})));
    await expect(extract({ path, name: 'Pictures.pptx' })).rejects.toMatchObject({ code: 'no_text' });
  });
});

describe('a hostile deck', () => {
  it('with entities is rejected', async () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "boo">]><p:sld><a:t>&a;</a:t></p:sld>';
    await expect(
      read(makeChangedDeck([review[0]!], (parts) => ({ [getFirstSlide(parts)]: bomb }))),
    ).rejects.toMatchObject({
      code: 'broken',
    });
  });

  /** @proves threat:xml */
  it('cannot refer to files outside its archive', async () => {
    const rels =
      '<Relationships><Relationship Id="rId2" Type="x/slide" Target="../../../../etc/passwd"/></Relationships>';
    const extraction = await read(makeChangedDeck([review[0]!], () => ({ 'ppt/_rels/presentation.xml.rels': rels })));
    expect(extraction).toMatchObject({ pages: 1, unreadPages: [1] });
  });

  it('without a presentation part is rejected', async () => {
    await expect(read(makeChangedDeck(review, () => ({ 'ppt/presentation.xml': undefined })))).rejects.toBeInstanceOf(
      ExtractionError,
    );
  });

  it('with many incomplete tags is rejected', async () => {
    const broken = '<p:sld>' + '<a:t b="<a:t b="'.repeat(60_000);
    const reading = read(makeChangedDeck([review[0]!], (parts) => ({ [getFirstSlide(parts)]: broken })));
    await expect(reading).rejects.toMatchObject({ code: 'broken' });
  });

  it.each(Array.from({ length: 60 }, (_, seed) => seed))(
    'with mutation %i returns text or an ExtractionError',
    async (seed) => {
      const outcome = await read(damage(makePptx(review), seed)).catch(toExtractionError);
      if (!(outcome instanceof ExtractionError)) expect(outcome.pages).toBeGreaterThanOrEqual(0);
      else expect(outcome.reason).toMatch(/^[A-Z].*\.$/);
    },
  );
});
