import { createHash } from 'node:crypto';
import { imageTypes } from '#api/exports/document.ts';
import { CORE_PROPERTIES, contentTypes, NAMESPACE_P, NAMESPACE_R, NAMESPACES } from '#api/ooxml/names.ts';
import {
  readContentTypes,
  readRelationships,
  writeContentTypes,
  writeRelationships,
  type Parts,
  type Relationship,
} from '#api/ooxml/parts.ts';
import { escapeXml } from '#api/ooxml/escapeXml.ts';
import { encodeXml, listChildren, parseXml, serializeXml } from '#api/ooxml/xml.ts';
import { findMainPart } from '#api/presentations/template/refuseTemplate.ts';
import { ensureNotesMaster, toFreeId, toNotesParagraphs, toNotesXml } from './notes.ts';
import { toFooterShape, toPictureShape, toTableShape, toTextShape } from './shapeXml.ts';
import type { Slide } from './slide.ts';
import { toParagraphs } from './textXml.ts';
import { EMPTY_TREE } from './tree.ts';

const FIRST_SLIDE_ID = 256;
const NUMBER_OF_FIRST_SHAPE = 2;

export interface DeckProperties {
  title: string;
  author: string;
  created: Date;
  /** Language for the spelling check and for screen readers, such as `de-DE`. */
  language: string;
}

/** Writes slides into a template without slides, in place. */
export function writeDeck(parts: Parts, slides: readonly Slide[], properties: DeckProperties): void {
  const { language } = properties;
  const presentation = findMainPart(parts);
  const hasNotes = slides.some(({ notes }) => notes.length > 0);
  const notesMaster = hasNotes ? ensureNotesMaster(parts, presentation) : null;
  const types = readContentTypes(parts);
  const names = slides.map((slide, index) => {
    const part = `ppt/slides/slide${index + 1}.xml`;
    const relationships = writeSlide(parts, part, slide, { extensions: types.defaults, language });
    types.overrides.set(part, contentTypes.slide);
    if (notesMaster && slide.notes.length > 0) {
      const notes = `ppt/notesSlides/notesSlide${index + 1}.xml`;
      writeNotes(parts, notes, part, { master: notesMaster, language }, slide);
      types.overrides.set(notes, contentTypes.notesSlide);
      relationships.add('notesSlide', notes);
    }
    writeRelationships(parts, part, relationships.list);
    return part;
  });
  types.overrides.set('docProps/core.xml', contentTypes.core);
  writeContentTypes(parts, types);
  listSlides(parts, presentation, names);
  writeProperties(parts, properties);
}

/** The relationships of one part; the same target gets one relationship. */
function createRelationships() {
  const list: Relationship[] = [];
  const ids = new Map<string, string>();
  return {
    list,
    add(type: string, target: string, external = false): string {
      const key = `${type} ${target}`;
      const known = ids.get(key);
      if (known !== undefined) return known;
      const id = `rId${list.length + 1}`;
      ids.set(key, id);
      list.push({ id, type: `${NAMESPACE_R}/${type}`, target, external });
      return id;
    },
  };
}

type Relationships = ReturnType<typeof createRelationships>;

/** All runs of text are in one language. */
const setLanguage = (xml: string, language: string) => xml.replaceAll('<a:rPr', `<a:rPr lang="${language}"`);

function writeSlide(
  parts: Parts,
  part: string,
  slide: Slide,
  { extensions, language }: { extensions: Map<string, string>; language: string },
): Relationships {
  const relationships = createRelationships();
  relationships.add('slideLayout', slide.layout.part);
  const addLink = (url: string) => relationships.add('hyperlink', url, true);
  let id = NUMBER_OF_FIRST_SHAPE;
  const shapes = slide.items.map((item) => {
    const number = id;
    id += 1;
    if (item.kind === 'text') return toTextShape(number, item, addLink);
    if (item.kind === 'table') return toTableShape(number, item, slide.layout.textOnAccent, addLink);
    const { bytes, type } = item.image;
    const media = writeMedia(parts, bytes, type);
    extensions.set(type, imageTypes[type]);
    return toPictureShape(number, item, relationships.add('image', media));
  });
  const footers = slide.hasFooter ? slide.layout.placeholders.filter(isShownFooter) : [];
  shapes.push(...footers.map((placeholder, index) => toFooterShape(id + index, placeholder)));
  parts.set(
    part,
    encodeXml(
      `<p:sld ${NAMESPACES}><p:cSld><p:spTree>${EMPTY_TREE}${setLanguage(shapes.join(''), language)}</p:spTree></p:cSld>` +
        '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>',
    ),
  );
  return relationships;
}

/** Sample texts that templates have in their footers until somebody replaces them. */
const SAMPLE_FOOTER =
  /^[<[(]?(?:(?:sample|add|add a|your|insert|click to (?:add|edit)|enter) )?(?:footer|presentation title|title of (?:the )?presentation)(?: text)?(?: here)?(?: goes here)?[>\])]?$/i;

/** The slide number, or the footer of the organization. A sample text is not shown. */
function isShownFooter({ type, text }: Slide['layout']['placeholders'][number]): boolean {
  return type === 'sldNum' || (type === 'ftr' && text !== '' && !SAMPLE_FOOTER.test(text.trim().slice(0, 80)));
}

/** Stores the bytes of a picture once, under their digest. */
function writeMedia(parts: Parts, bytes: Uint8Array, extension: string): string {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const part = `ppt/media/image-${digest}.${extension}`;
  parts.set(part, bytes);
  return part;
}

function writeNotes(
  parts: Parts,
  part: string,
  slide: string,
  { master, language }: { master: string; language: string },
  { notes }: Slide,
): void {
  const relationships = createRelationships();
  relationships.add('notesMaster', master);
  relationships.add('slide', slide);
  const addLink = (url: string) => relationships.add('hyperlink', url, true);
  const paragraphs = toParagraphs(toNotesParagraphs(notes), [noStyle], addLink);
  parts.set(part, toNotesXml(setLanguage(paragraphs, language)));
  writeRelationships(parts, part, relationships.list);
}

const noStyle = {
  size: 12,
  bullet: false,
  margin: 0,
  indent: 0,
  lineSpacing: 1,
  spaceBefore: 0,
  capitals: false,
};

/** The list of slides follows those of masters (ECMA-376, part 1, 19.2.1.26). */
function listSlides(parts: Parts, presentation: string, names: readonly string[]): void {
  const relationships = readRelationships(parts, presentation);
  const document = parseXml(parts.get(presentation)!);
  const root = document.documentElement!;
  const list = document.createElementNS(NAMESPACE_P, 'p:sldIdLst');
  names.forEach((target, index) => {
    const id = toFreeId(relationships.map((one) => one.id));
    relationships.push({ id, type: `${NAMESPACE_R}/slide`, target, external: false });
    const entry = document.createElementNS(NAMESPACE_P, 'p:sldId');
    entry.setAttribute('id', String(FIRST_SLIDE_ID + index));
    entry.setAttributeNS(NAMESPACE_R, 'r:id', id);
    list.appendChild(entry);
  });
  const masters = listChildren(root).filter(({ localName }) =>
    /^(sld|notes|handout)MasterIdLst$/.test(localName ?? ''),
  );
  if (names.length > 0) root.insertBefore(list, masters.at(-1)?.nextSibling ?? root.firstChild);
  parts.set(presentation, serializeXml(document));
  writeRelationships(parts, presentation, relationships);
}

function writeProperties(parts: Parts, { title, author, created }: DeckProperties): void {
  const part = 'docProps/core.xml';
  const time = created.toISOString().replace(/\.\d+Z$/, 'Z');
  parts.set(
    part,
    encodeXml(
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" ' +
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" ' +
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
        `<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator>` +
        `<dcterms:created xsi:type="dcterms:W3CDTF">${time}</dcterms:created>` +
        `<dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`,
    ),
  );
  const root = readRelationships(parts, '').filter(({ type }) => type !== CORE_PROPERTIES);
  const id = toFreeId(root.map((one) => one.id));
  writeRelationships(parts, '', [...root, { id, type: CORE_PROPERTIES, target: part, external: false }]);
}
