import { zipParts } from './officeArchive.ts';

export interface Slide {
  title: string;
  bullets?: string[];
  table?: string[][];
  /** Speaker notes; not shown on the slide. */
  notes?: string;
}

const PRESENTATION = 'application/vnd.openxmlformats-officedocument.presentationml';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${REL}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;

/**
 * A PowerPoint deck with the given slides. Its parts are numbered backwards, as in a deck that was rearranged: only the
 * list in the presentation gives the order.
 */
export function makePptx(slides: Slide[]): Uint8Array {
  const numbers = slides.map((_, index) => slides.length - index);
  const slideParts = slides.flatMap((slide, index) => makeSlideParts(slide, numbers[index]!));
  return zipParts({
    '[Content_Types].xml': makeContentTypes(slides, numbers),
    '_rels/.rels': relationshipsPart([['rId1', `${REL}/officeDocument`, 'ppt/presentation.xml']]),
    'ppt/presentation.xml': makePresentation(slides.length),
    'ppt/_rels/presentation.xml.rels': relationshipsPart([
      ['rId1', `${REL}/slideMaster`, 'slideMasters/slideMaster1.xml'],
      ...numbers.map((number, index): [string, string, string] => [
        `rId${index + 2}`,
        `${REL}/slide`,
        `slides/slide${number}.xml`,
      ]),
    ]),
    'ppt/slideMasters/slideMaster1.xml': xmlPart(
      `<p:sldMaster ${NAMESPACES}><p:cSld>${makeShapeTree('')}</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    ),
    'ppt/slideMasters/_rels/slideMaster1.xml.rels': relationshipsPart([
      ['rId1', `${REL}/slideLayout`, '../slideLayouts/slideLayout1.xml'],
      ['rId2', `${REL}/theme`, '../theme/theme1.xml'],
    ]),
    'ppt/slideLayouts/slideLayout1.xml': xmlPart(
      `<p:sldLayout ${NAMESPACES} type="obj"><p:cSld name="Title and Content">${makeShapeTree('')}</p:cSld></p:sldLayout>`,
    ),
    'ppt/slideLayouts/_rels/slideLayout1.xml.rels': relationshipsPart([
      ['rId1', `${REL}/slideMaster`, '../slideMasters/slideMaster1.xml'],
    ]),
    'ppt/theme/theme1.xml': makeTheme(),
    ...Object.fromEntries(slideParts),
  });
}

function makeSlideParts(slide: Slide, number: number): [string, string][] {
  const links: [string, string, string][] = [['rId1', `${REL}/slideLayout`, '../slideLayouts/slideLayout1.xml']];
  if (slide.notes) links.push(['rId2', `${REL}/notesSlide`, `../notesSlides/notesSlide${number}.xml`]);
  const parts: [string, string][] = [
    [`ppt/slides/slide${number}.xml`, makeSlide(slide)],
    [`ppt/slides/_rels/slide${number}.xml.rels`, relationshipsPart(links)],
  ];
  if (!slide.notes) return parts;
  const notes = xmlPart(
    `<p:notes ${NAMESPACES}><p:cSld>${makeShapeTree(makeShape(2, 'body', [slide.notes]))}</p:cSld></p:notes>`,
  );
  const notesLinks = relationshipsPart([['rId1', `${REL}/slide`, `../slides/slide${number}.xml`]]);
  return [
    ...parts,
    [`ppt/notesSlides/notesSlide${number}.xml`, notes],
    [`ppt/notesSlides/_rels/notesSlide${number}.xml.rels`, notesLinks],
  ];
}

function makeSlide({ title, bullets = [], table }: Slide): string {
  const shapes = makeShape(2, 'title', [title]) + (bullets.length > 0 ? makeShape(3, 'body', bullets) : '');
  return xmlPart(
    `<p:sld ${NAMESPACES}><p:cSld>${makeShapeTree(shapes + (table ? makeTable(table) : ''))}</p:cSld></p:sld>`,
  );
}

function makeShape(id: number, type: 'title' | 'body', paragraphs: string[]): string {
  const top = type === 'title' ? 365_125 : 1_825_625;
  const transform = `<a:xfrm><a:off x="838200" y="${top}"/><a:ext cx="10515600" cy="${type === 'title' ? 1_325_563 : 4_351_338}"/></a:xfrm>`;
  const index = type === 'body' ? ' idx="1"' : '';
  return `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${type} ${id}"/><p:cNvSpPr/><p:nvPr><p:ph type="${type}"${index}/></p:nvPr></p:nvSpPr><p:spPr>${transform}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/>${paragraphs.map(makeParagraph).join('')}</p:txBody></p:sp>`;
}

function makeTable(rows: string[][]): string {
  const cell = (text: string) =>
    `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${makeParagraph(text)}</a:txBody><a:tcPr/></a:tc>`;
  const grid = (rows[0] ?? []).map(() => '<a:gridCol w="2000000"/>').join('');
  const body = rows.map((row) => `<a:tr h="370840">${row.map(cell).join('')}</a:tr>`).join('');
  return `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="Table"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="838200" y="3000000"/><a:ext cx="8000000" cy="1500000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr/><a:tblGrid>${grid}</a:tblGrid>${body}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

function makeParagraph(text: string): string {
  return `<a:p><a:r><a:rPr lang="en-GB"/><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;
}

function makeShapeTree(shapes: string): string {
  return `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree>`;
}

function makePresentation(count: number): string {
  const list = Array.from({ length: count }, (_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`);
  return xmlPart(
    `<p:presentation ${NAMESPACES}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${list.join('')}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
  );
}

function makeContentTypes(slides: Slide[], numbers: number[]): string {
  const override = (name: string, type: string) => `<Override PartName="/ppt/${name}" ContentType="${type}+xml"/>`;
  const slideOverrides = slides.map((slide, index) => {
    const number = numbers[index];
    const notes = slide.notes ? override(`notesSlides/notesSlide${number}.xml`, `${PRESENTATION}.notesSlide`) : '';
    return override(`slides/slide${number}.xml`, `${PRESENTATION}.slide`) + notes;
  });
  return xmlPart(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('presentation.xml', `${PRESENTATION}.presentation.main`)}${override('slideMasters/slideMaster1.xml', `${PRESENTATION}.slideMaster`)}${override('slideLayouts/slideLayout1.xml', `${PRESENTATION}.slideLayout`)}${override('theme/theme1.xml', 'application/vnd.openxmlformats-officedocument.theme')}${slideOverrides.join('')}</Types>`,
  );
}

function makeTheme(): string {
  const colors = [
    'dk1',
    'lt1',
    'dk2',
    'lt2',
    'accent1',
    'accent2',
    'accent3',
    'accent4',
    'accent5',
    'accent6',
    'hlink',
    'folHlink',
  ]
    .map(
      (name, index) =>
        `<a:${name}><a:srgbClr val="${name.startsWith('lt') ? 'FFFFFF' : `${index}0${index % 8}050`.padStart(6, '0').slice(-6)}"/></a:${name}>`,
    )
    .join('');
  const font = '<a:latin typeface="Arial"/><a:ea typeface=""/><a:cs typeface=""/>';
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  const line = `<a:ln w="6350">${fill}</a:ln>`;
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>';
  return xmlPart(
    `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Northwind"><a:themeElements><a:clrScheme name="Northwind">${colors}</a:clrScheme><a:fontScheme name="Northwind"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Northwind"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`,
  );
}

/** Escapes the text of an XML element or attribute. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One part of an Office document with the given root element. */
function xmlPart(root: string): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root}`;
}

/** The relationships of a part: id, type, target. */
function relationshipsPart(links: [id: string, type: string, target: string][]): string {
  const elements = links.map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`);
  return xmlPart(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${elements.join('')}</Relationships>`,
  );
}
