import { contentTypes, STRICT } from '#api/ooxml/names.ts';
import {
  CONTENT_TYPES_PART,
  contentTypeOf,
  nameOfType,
  readContentTypes,
  readRelationships,
  type Parts,
  type Relationship,
} from '#api/ooxml/parts.ts';
import { refuseTemplate, templateErrors, type TemplateErrors } from './templateErrors.ts';

const EMBEDDED = new Set([
  'oleObject',
  'control',
  'activeXControl',
  'activeXControlBinary',
  'attachedToolbars',
  'aFChunk',
]);
/** Only a click follows these, so they load nothing by themselves. */
const SAFE_LINK = /^(https?|mailto):/i;

/**
 * Refuses a package that is no presentation, and one with macros, embedded objects or content from outside, anywhere in
 * it. Links that a person has to click are allowed.
 * @throws AvaError unreadable_file with the reason
 */
export function checkTemplate(parts: Parts): void {
  checkType(parts, [contentTypes.presentation, contentTypes.template], templateErrors);
  checkRelationships(parts, templateErrors);
}

/** Refuses a package with macros or of another type. Returns the name of its main part. */
export function checkType(parts: Parts, expected: readonly string[], errors: TemplateErrors): string {
  const main = findMainPart(parts, errors);
  const types = readContentTypes(parts);
  const mainType = contentTypeOf(types, main) ?? '';
  const allTypes = [...types.defaults.values(), ...types.overrides.values()];
  if (/macroEnabled/i.test(mainType) || allTypes.some((type) => /vbaProject|vbaData/i.test(type)))
    throw refuseTemplate(errors.macros);
  if (!expected.includes(mainType)) throw refuseTemplate(errors.wrongType);
  const root = Buffer.from(parts.get(main)!).toString('utf8', 0, 2_000);
  if (root.includes(STRICT)) throw refuseTemplate(errors.strict);
  return main;
}

/** Name of the part with the presentation or the text. */
export function findMainPart(parts: Parts, errors: TemplateErrors = templateErrors): string {
  if (!parts.has(CONTENT_TYPES_PART)) throw refuseTemplate(errors.wrongType);
  const main = readRelationships(parts, '').find((relationship) => nameOfType(relationship) === 'officeDocument');
  if (!main || main.external || !parts.has(main.target)) throw refuseTemplate(errors.wrongType);
  return main.target;
}

/** Refuses macros, embedded objects and content from outside in all parts. */
export function checkRelationships(parts: Parts, errors: TemplateErrors): void {
  for (const part of ['', ...parts.keys()])
    if (!part.endsWith('.rels') && part !== CONTENT_TYPES_PART)
      for (const relationship of readRelationships(parts, part)) checkRelationship(part, relationship, errors);
}

function checkRelationship(part: string, relationship: Relationship, errors: TemplateErrors): void {
  const type = nameOfType(relationship);
  if (type === 'vbaProject') throw refuseTemplate(errors.macros);
  if (EMBEDDED.has(type)) throw refuseTemplate(errors.embedded(toPlace(part, errors)));
  if (relationship.external && !(type === 'hyperlink' && SAFE_LINK.test(relationship.target)))
    throw refuseTemplate(errors.linked(toPlace(part, errors)));
}

const places: [folder: string, word: string][] = [
  ['slideMasters/', 'slide master'],
  ['slideLayouts/', 'layout'],
  ['notesSlides/', 'notes of slide'],
  ['slides/', 'slide'],
  ['charts/', 'chart'],
  ['word/header', 'header'],
  ['word/footer', 'footer'],
];

/** Where a part is, in a word that people know: `slide 3`. */
export function toPlace(part: string, { document }: TemplateErrors): string {
  const found = places.find(([folder]) => part.includes(folder));
  const number = /(\d{1,6})\.xml$/.exec(part)?.[1] ?? '';
  return found ? `${found[1]} ${number}`.trim() : document;
}
