import { isAvaError, type AvaError } from '#contract/errors.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { contentTypes } from '#api/ooxml/names.ts';
import {
  addDefaultTypes,
  nameOfType,
  openParts,
  readContentTypes,
  readRelationships,
  writeContentTypes,
  writeRelationships,
  type Parts,
  CONTENT_TYPES_PART,
  relationshipsPartOf,
} from '#api/ooxml/parts.ts';
import { listReferences } from '#api/ooxml/references.ts';
import { listChildren, parseXml, serializeXml } from '#api/ooxml/xml.ts';
import { checkTemplate, findMainPart } from './refuseTemplate.ts';
import { refuseTemplate, templateErrors, type TemplateErrors } from './templateErrors.ts';

/** Relationships of the presentation that a template needs. All others lead to content or to people's names. */
const KEPT = new Set(['slideMaster', 'notesMaster', 'handoutMaster', 'theme', 'tableStyles', 'font']);
/** Elements of the presentation that list slides, or protect or describe the old deck. */
const REMOVED = new Set([
  'sldIdLst',
  'custShowLst',
  'custDataLst',
  'photoAlbum',
  'smartTags',
  'modifyVerifier',
  'extLst',
]);
/** Relationships of masters and layouts that lead to content of the old deck. */
const CONTENT = new Set(['slide', 'notesSlide', 'comments', 'tags', 'customXml', 'slideUpdateInfo']);

const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Opens a template that a person uploaded: checks it and removes its slides, notes, comments, custom shows and sections,
 * with everything that only they refer to.
 * @throws AvaError unreadable_file with the reason
 */
export function cleanTemplate(bytes: Uint8Array): Parts {
  const parts = openTemplate(bytes);
  try {
    checkTemplate(parts);
    removeContent(parts);
    return parts;
  } catch (error) {
    throw toTemplateError(error);
  }
}

export function openTemplate(bytes: Uint8Array, errors: TemplateErrors = templateErrors): Parts {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length));
  if (start.equals(COMPOUND))
    throw refuseTemplate(Buffer.from(bytes).includes(ENCRYPTED) ? errors.locked : errors.wrongType);
  if (start.toString('latin1', 0, 2) !== 'PK') throw refuseTemplate(errors.wrongType);
  try {
    return openParts(bytes);
  } catch (error) {
    throw toTemplateError(error, errors);
  }
}

export function toTemplateError(error: unknown, errors: TemplateErrors = templateErrors): AvaError {
  if (isAvaError(error)) return error;
  if (error instanceof ExtractionError && error.code === 'too_big_inside')
    return refuseTemplate(errors.tooLarge, error);
  if (error instanceof ExtractionError && error.code === 'locked') return refuseTemplate(errors.locked, error);
  return refuseTemplate(errors.damaged, error);
}

function removeContent(parts: Parts): void {
  const main = findMainPart(parts);
  const document = parseXml(parts.get(main)!);
  const root = document.documentElement!;
  for (const element of listChildren(root)) if (REMOVED.has(element.localName ?? '')) root.removeChild(element);
  parts.set(main, serializeXml(document));

  const relationships = readRelationships(parts, main);
  writeRelationships(
    parts,
    main,
    relationships.filter((relationship) => KEPT.has(nameOfType(relationship))),
  );
  removeProperties(parts);
  const types = readContentTypes(parts);
  for (const [part, type] of types.overrides)
    if (type === contentTypes.slideMaster || type === contentTypes.slideLayout) removeReferences(parts, part);
  collectGarbage(parts);
  const left = readContentTypes(parts);
  left.overrides.set(main, contentTypes.presentation);
  addDefaultTypes(left);
  writeContentTypes(parts, left);
}

/** Leaves out the thumbnail, which shows the first page, and properties with names of people. */
export function removeProperties(parts: Parts): void {
  const relationships = readRelationships(parts, '');
  writeRelationships(
    parts,
    '',
    relationships.filter((relationship) => nameOfType(relationship) === 'officeDocument'),
  );
}

/** Removes what a master or layout refers to in the old deck: a link to a slide, a tag. */
function removeReferences(parts: Parts, part: string): void {
  if (!parts.has(part)) return;
  const relationships = readRelationships(parts, part);
  const dropped = relationships.filter(
    (relationship) =>
      CONTENT.has(nameOfType(relationship)) || (!relationship.external && !parts.has(relationship.target)),
  );
  const known = new Set(relationships.filter((one) => !dropped.includes(one)).map(({ id }) => id));
  const document = parseXml(parts.get(part)!);
  const broken = listReferences(document.documentElement!).filter(({ id }) => !known.has(id));
  if (dropped.length === 0 && broken.length === 0) return;
  for (const { element } of broken) element.parentNode?.removeChild(element);
  parts.set(part, serializeXml(document));
  writeRelationships(
    parts,
    part,
    relationships.filter((one) => !dropped.includes(one)),
  );
}

/** Deletes the parts that no relationship leads to, and their content types. Returns how many there were. */
export function collectGarbage(parts: Parts): number {
  const kept = new Set([CONTENT_TYPES_PART, relationshipsPartOf('')]);
  const queue = [''];
  for (let part = queue.pop(); part !== undefined; part = queue.pop())
    for (const { target, external } of readRelationships(parts, part)) {
      if (external || kept.has(target) || !parts.has(target)) continue;
      kept.add(target).add(relationshipsPartOf(target));
      queue.push(target);
    }
  const unreachable = [...parts.keys()].filter((name) => !kept.has(name));
  for (const name of unreachable) parts.delete(name);
  const types = readContentTypes(parts);
  for (const name of types.overrides.keys()) if (!parts.has(name)) types.overrides.delete(name);
  writeContentTypes(parts, types);
  return unreachable.length;
}
