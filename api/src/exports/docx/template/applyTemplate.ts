import type { Document, Element } from '@xmldom/xmldom';
import { NAMESPACE_R } from '#api/ooxml/names.ts';
import {
  contentTypeOf,
  CONTENT_TYPES_PART,
  nameOfType,
  openParts,
  readContentTypes,
  readRelationships,
  writeContentTypes,
  writeRelationships,
  zipParts,
  type Parts,
  type Relationship,
} from '#api/ooxml/parts.ts';
import { findChild, findPath, listChildren, parseXml, serializeXml, walkElements } from '#api/ooxml/xml.ts';
import { collectGarbage } from '#api/presentations/template/cleanTemplate.ts';
import { findMainPart } from '#api/presentations/template/refuseTemplate.ts';
import { mergeNumbering, mergeStyles } from './mergeStyles.ts';
import { readPageLayout, type PageLayout } from './pageLayout.ts';
import { getValue, setValue } from './wordNames.ts';

/** A cleaned template, opened to write documents with its look. */
export interface WordTemplate {
  parts: Parts;
  main: string;
  page: PageLayout;
}

/** Where the parts of a template are in a document, so that none has the name of a part of the document. */
const FOLDER = 'word/template/';
const STYLE_REFERENCES = new Set(['pStyle', 'rStyle', 'tblStyle']);
/** Styles that Word uses when it makes the contents. */
const STYLES_OF_CONTENTS = ['TOC1', 'TOC2', 'TOC3'];

export function openWordTemplate(bytes: Uint8Array): WordTemplate {
  const parts = openParts(bytes);
  const main = findMainPart(parts);
  return { parts, main, page: readPageLayout(findSection(parts, main)) };
}

const findSection = (parts: Parts, main: string) =>
  findPath(parseXml(parts.get(main)!).documentElement, 'body', 'sectPr');

/** Gives a document the styles, numbering, theme, fonts, headers and footers of a template. */
export function applyTemplate(bytes: Uint8Array, template: WordTemplate): Uint8Array {
  const parts = openParts(bytes);
  const main = findMainPart(parts);
  const carried = carryParts(parts, template);
  const relationships = readRelationships(parts, main);
  const find = (type: string) => relationships.find((relationship) => nameOfType(relationship) === type)?.target ?? '';
  const texts = ['', 'header', 'footer', 'footnotes', 'endnotes'].flatMap((type) =>
    type === ''
      ? [main]
      : relationships.filter((relationship) => nameOfType(relationship) === type).map(({ target }) => target),
  );
  const documents = new Map(texts.map((part) => [part, parseXml(parts.get(part)!)]));

  const styles = carried.get('styles');
  const numbering = carried.get('numbering');
  const lists = numbering === undefined ? null : merge(find('numbering'), numbering, mergeNumbering);
  const used = new Set([...STYLES_OF_CONTENTS, ...[...documents.values()].flatMap(listStyles)]);
  const ids =
    styles === undefined ? null : merge(find('styles'), styles, (own, other) => mergeStyles(own, other, used));
  for (const document of documents.values()) replaceIds(document, ids, lists);

  setMargins(documents.get(main)!, relationships, template, carried);
  for (const [part, document] of documents) parts.set(part, serializeXml(document));
  applySettings(parts, find('settings'), template);

  // The parts of the template take the place of the document's own ones, which nothing refers to any longer.
  const replaced = new Set(['styles', 'numbering', 'theme', 'fontTable'].filter((type) => carried.has(type)));
  const added: Relationship[] = [...carried].map(([id, target]) => ({
    id: `template-${id}`,
    type: `${NAMESPACE_R}/${replaced.has(id) ? id : id.startsWith('header') ? 'header' : 'footer'}`,
    target,
    external: false,
  }));
  writeRelationships(parts, main, [
    ...relationships.filter((relationship) => !replaced.has(nameOfType(relationship)) && isUsed(relationship)),
    ...added,
  ]);
  collectGarbage(parts);
  return zipParts(parts);

  function merge<T>(own: string, other: string, join: (own: Document, other: Document) => T): T | null {
    if (!parts.has(own)) return null;
    const document = parseXml(parts.get(other)!);
    const joined = join(parseXml(parts.get(own)!), document);
    parts.set(other, serializeXml(document));
    return joined;
  }

  /** Skips the headers and footers that the template has replaced. */
  function isUsed(relationship: Relationship): boolean {
    const type = nameOfType(relationship);
    if (type !== 'header' && type !== 'footer') return true;
    return [...walkElements(documents.get(main)!.documentElement!)].some(
      (element) => element.getAttributeNS(NAMESPACE_R, 'id') === relationship.id,
    );
  }
}

/**
 * Copies the parts of a template into a document with their relationships and media types.
 * @returns names of the copies: of styles, numbering, theme and fonts by their type, of headers and footers by kind and
 * type, such as `headerReference default`
 */
function carryParts(parts: Parts, template: WordTemplate): Map<string, string> {
  const toName = (part: string) => FOLDER + part.replace(/^word\//, '');
  const from = readContentTypes(template.parts);
  const to = readContentTypes(parts);
  const skipped = new Set([template.main, CONTENT_TYPES_PART]);
  for (const [part, content] of template.parts) {
    if (part.endsWith('.rels') || skipped.has(part)) continue;
    parts.set(toName(part), content);
    to.overrides.set(toName(part), contentTypeOf(from, part) ?? 'application/octet-stream');
    const relationships = readRelationships(template.parts, part);
    const renamed = relationships.map((one) => (one.external ? one : { ...one, target: toName(one.target) }));
    writeRelationships(parts, toName(part), renamed);
  }
  writeContentTypes(parts, to);

  const relationships = readRelationships(template.parts, template.main);
  const looks = ['styles', 'numbering', 'theme', 'fontTable'].flatMap((type): [string, string][] => {
    const target = relationships.find((relationship) => nameOfType(relationship) === type)?.target;
    return target !== undefined && template.parts.has(target) ? [[type, toName(target)]] : [];
  });
  const references = listReferences(template).flatMap((reference): [string, string][] => {
    const id = reference.getAttributeNS(NAMESPACE_R, 'id');
    const target = relationships.find((relationship) => relationship.id === id)?.target;
    return target === undefined ? [] : [[toKey(reference), toName(target)]];
  });
  return new Map([...looks, ...references]);
}

const listReferences = ({ parts, main }: WordTemplate) =>
  listChildren(findSection(parts, main)).filter(({ localName }) => localName?.endsWith('Reference'));
const toKey = (reference: Element) => `${reference.localName}-${getValue(reference, 'type') || 'default'}`;

function listStyles(document: Document): string[] {
  return [...walkElements(document.documentElement!)].flatMap((element) =>
    STYLE_REFERENCES.has(element.localName ?? '') ? [getValue(element)] : [],
  );
}

function replaceIds(
  document: Document,
  styles: ReadonlyMap<string, string> | null,
  lists: ReadonlyMap<string, string> | null,
): void {
  for (const element of walkElements(document.documentElement!)) {
    const ids = STYLE_REFERENCES.has(element.localName ?? '') ? styles : element.localName === 'numId' ? lists : null;
    const id = ids?.get(getValue(element));
    if (id !== undefined) setValue(element, id);
  }
}

/**
 * The first section gets the headers and footers of the template, which later sections continue. Where the template has no
 * header or no footer, the document keeps its own one.
 */
function setMargins(
  document: Document,
  relationships: readonly Relationship[],
  template: WordTemplate,
  carried: ReadonlyMap<string, string>,
): void {
  const kinds = new Set([...carried.keys()].flatMap((key) => /^(header|footer)Reference/.exec(key)?.[0] ?? []));
  const sections = [...walkElements(document.documentElement!)].filter(({ localName }) => localName === 'sectPr');
  for (const section of sections)
    for (const child of listChildren(section)) if (kinds.has(child.localName ?? '')) section.removeChild(child);
  const [first] = sections;
  if (!first || relationships.length === 0) return;
  for (const reference of listReferences(template).toReversed()) {
    const copy = document.importNode(reference, true);
    copy.setAttributeNS(NAMESPACE_R, 'r:id', `template-${toKey(reference)}`);
    first.insertBefore(copy, first.firstChild);
  }
  const titlePage = findChild(findSection(template.parts, template.main), 'titlePg');
  if (!titlePage) return;
  const after = listChildren(first).find(({ localName }) =>
    ['textDirection', 'bidi', 'rtlGutter', 'docGrid'].includes(localName ?? ''),
  );
  first.insertBefore(document.importNode(titlePage, true), after ?? null);
}

/** Settings of the template in the order of the schema, each before the ones that follow it there. */
const settingsBefore: Readonly<Record<string, readonly string[]>> = {
  evenAndOddHeaders: ['footnotePr', 'endnotePr', 'compat'],
  themeFontLang: [],
  clrSchemeMapping: [],
};

function applySettings(parts: Parts, part: string, template: WordTemplate): void {
  const from = readRelationships(template.parts, template.main).find((one) => nameOfType(one) === 'settings')?.target;
  if (from === undefined || !template.parts.has(from) || !parts.has(part)) return;
  const document = parseXml(parts.get(part)!);
  const root = document.documentElement!;
  const chosen = listChildren(parseXml(template.parts.get(from)!).documentElement);
  for (const [name, later] of Object.entries(settingsBefore)) {
    const setting = chosen.find(({ localName }) => localName === name);
    if (!setting) continue;
    const written = findChild(root, name);
    if (written) root.removeChild(written);
    const next = listChildren(root).find(({ localName }) => later.includes(localName ?? ''));
    root.insertBefore(document.importNode(setting, true), next ?? null);
  }
  parts.set(part, serializeXml(document));
}
