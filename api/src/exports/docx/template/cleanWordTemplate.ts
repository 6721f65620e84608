import type { Element } from '@xmldom/xmldom';
import { NAMESPACE_R } from '#api/ooxml/names.ts';
import {
  addDefaultTypes,
  contentTypeOf,
  nameOfType,
  readContentTypes,
  readRelationships,
  writeContentTypes,
  writeRelationships,
  type Parts,
} from '#api/ooxml/parts.ts';
import { findChild, listChildren, parseXml, serializeXml, walkElements } from '#api/ooxml/xml.ts';
import {
  collectGarbage,
  openTemplate,
  removeProperties,
  toTemplateError,
} from '#api/presentations/template/cleanTemplate.ts';
import { checkRelationships, checkType, toPlace } from '#api/presentations/template/refuseTemplate.ts';
import { refuseTemplate, wordTemplateErrors as errors } from '#api/presentations/template/templateErrors.ts';
import { getValue, mainTypes } from './wordNames.ts';

/** Relationships of the document that carry its look. All others lead to its text or to people's names. */
const KEPT = new Set(['styles', 'theme', 'numbering', 'fontTable', 'settings']);
/** The properties of the last section that are kept: page size and margins. */
const KEPT_OF_SECTION = new Set(['pgSz', 'pgMar', 'titlePg']);
/** Settings that change how styles, headers and footers look. */
const KEPT_SETTINGS = new Set(['evenAndOddHeaders', 'themeFontLang', 'clrSchemeMapping']);
/** Fields that load something from outside, or start another program, when Word updates them. */
const LOADING_FIELD = /\s(?:DDEAUTO|DDE|INCLUDEPICTURE|INCLUDETEXT|LINK|IMPORT|DATABASE)["\s]/i;
/** Every Word document contains the parts of the template, and AVA parses their XML for each one. */
const MAX_BYTES = 20_000_000;
const MAX_XML_BYTES = 5_000_000;

/**
 * Opens a Word template that an administrator uploaded: checks it, and keeps its styles, numbering, theme and fonts, and
 * the page size, margins, headers and footers of its last section. Its text is removed.
 * @throws AvaError unreadable_file with the reason
 */
export function cleanWordTemplate(bytes: Uint8Array): Parts {
  const parts = openTemplate(bytes, errors);
  try {
    const main = checkType(parts, Object.values(mainTypes), errors);
    removeText(parts, main);
    removeProperties(parts);
    collectGarbage(parts);
    checkSize(parts);
    checkRelationships(parts, errors);
    checkFields(parts);
    const types = readContentTypes(parts);
    types.overrides.set(main, mainTypes.document);
    addDefaultTypes(types);
    writeContentTypes(parts, types);
    return parts;
  } catch (error) {
    throw toTemplateError(error, errors);
  }
}

function removeText(parts: Parts, main: string): void {
  const document = parseXml(parts.get(main)!);
  const body = findChild(document.documentElement, 'body');
  if (!body) throw refuseTemplate(errors.damaged);
  const relationships = new Map(readRelationships(parts, main).map((relationship) => [relationship.id, relationship]));
  const { section, references } = readLastSection(body);
  const kept = references.filter((reference) => {
    const relationship = relationships.get(reference.getAttributeNS(NAMESPACE_R, 'id') ?? '');
    return relationship !== undefined && !relationship.external && parts.has(relationship.target);
  });
  const own = listChildren(section).filter(({ localName }) => KEPT_OF_SECTION.has(localName ?? ''));
  const last = document.createElementNS(body.namespaceURI, 'w:sectPr');
  for (const child of [...kept, ...own]) last.appendChild(child);
  for (const child of listChildren(document.documentElement)) document.documentElement!.removeChild(child);
  for (const child of listChildren(body)) body.removeChild(child);
  body.appendChild(last);
  document.documentElement!.appendChild(body);
  parts.set(main, serializeXml(document));

  const used = new Set(kept.map((reference) => reference.getAttributeNS(NAMESPACE_R, 'id')));
  const settings = [...relationships.values()].find((relationship) => nameOfType(relationship) === 'settings')?.target;
  writeRelationships(
    parts,
    main,
    [...relationships.values()].filter(
      (relationship) => !relationship.external && (KEPT.has(nameOfType(relationship)) || used.has(relationship.id)),
    ),
  );
  if (settings !== undefined && parts.has(settings)) removeSettings(parts, settings);
}

/** The last section, with its headers and footers. A section without one has that of the section before it. */
function readLastSection(body: Element): { section: Element | null; references: Element[] } {
  const references = new Map<string, Element>();
  let section: Element | null = null;
  for (const element of walkElements(body)) {
    if (element.localName !== 'sectPr' || element.parentNode?.localName === 'sectPrChange') continue;
    section = element;
    for (const child of listChildren(element))
      if (child.localName === 'headerReference' || child.localName === 'footerReference')
        references.set(`${child.localName} ${getValue(child, 'type') || 'default'}`, child);
  }
  return { section, references: [...references.values()] };
}

/**
 * Leaves out the address of the template that this one was made from, mail merge, protection and all other settings.
 */
function removeSettings(parts: Parts, settings: string): void {
  const document = parseXml(parts.get(settings)!);
  const root = document.documentElement!;
  for (const child of listChildren(root)) if (!KEPT_SETTINGS.has(child.localName ?? '')) root.removeChild(child);
  parts.set(settings, serializeXml(document));
  writeRelationships(parts, settings, []);
}

const listXml = (parts: Parts) => {
  const types = readContentTypes(parts);
  return [...parts].filter(([part]) => /[+/]xml$/i.test(contentTypeOf(types, part) ?? ''));
};

function checkSize(parts: Parts): void {
  const add = (list: readonly (readonly [string, Uint8Array])[]) =>
    list.reduce((sum, [, { length }]) => sum + length, 0);
  if (add([...parts]) > MAX_BYTES || add(listXml(parts)) > MAX_XML_BYTES) throw refuseTemplate(errors.tooLarge);
}

function checkFields(parts: Parts): void {
  for (const [part, content] of listXml(parts)) {
    const root = parseXml(content).documentElement;
    let code = '';
    for (const element of root ? walkElements(root) : [])
      if (element.localName === 'fldChar') code += ' ';
      else if (element.localName === 'instrText') code += element.textContent ?? '';
      else if (element.localName === 'fldSimple') code += ` ${getValue(element, 'instr')} `;
    if (LOADING_FIELD.test(code)) throw refuseTemplate(errors.linked(toPlace(part, errors)));
  }
}
