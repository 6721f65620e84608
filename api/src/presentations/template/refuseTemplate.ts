import { contentTypes, STRICT } from '#api/presentations/package/names.ts';
import {
  CONTENT_TYPES_PART,
  contentTypeOf,
  nameOfType,
  readContentTypes,
  readRelationships,
  type Parts,
  type Relationship,
} from '#api/presentations/package/parts.ts';
import { refuseTemplate, templateErrors } from './templateErrors.ts';

const EMBEDDED = new Set(['oleObject', 'control', 'activeXControl', 'activeXControlBinary', 'attachedToolbars']);
/** Only a click follows these, so they load nothing by themselves. */
const SAFE_LINK = /^(https?|mailto):/i;

/**
 * Refuses a package that is no presentation, and one with macros, embedded objects or content from outside, anywhere in
 * it. Links that a person has to click are allowed.
 * @throws AvaError unreadable_file with the reason
 */
export function checkTemplate(parts: Parts): void {
  const main = findPresentation(parts);
  const types = readContentTypes(parts);
  const mainType = contentTypeOf(types, main) ?? '';
  const allTypes = [...types.defaults.values(), ...types.overrides.values()];
  if (/macroEnabled/i.test(mainType) || allTypes.some((type) => /vbaProject|vbaData/i.test(type)))
    throw refuseTemplate(templateErrors.macros);
  if (mainType !== contentTypes.presentation && mainType !== contentTypes.template)
    throw refuseTemplate(templateErrors.notPptx);
  const root = Buffer.from(parts.get(main)!).toString('utf8', 0, 2_000);
  if (root.includes(STRICT)) throw refuseTemplate(templateErrors.strict);
  for (const part of ['', ...parts.keys()])
    if (!part.endsWith('.rels') && part !== CONTENT_TYPES_PART)
      for (const relationship of readRelationships(parts, part)) checkRelationship(part, relationship);
}

/** Name of the part with the presentation. */
export function findPresentation(parts: Parts): string {
  if (!parts.has(CONTENT_TYPES_PART)) throw refuseTemplate(templateErrors.notPptx);
  const main = readRelationships(parts, '').find((relationship) => nameOfType(relationship) === 'officeDocument');
  if (!main || main.external || !parts.has(main.target)) throw refuseTemplate(templateErrors.notPptx);
  return main.target;
}

function checkRelationship(part: string, relationship: Relationship): void {
  const type = nameOfType(relationship);
  if (type === 'vbaProject') throw refuseTemplate(templateErrors.macros);
  if (EMBEDDED.has(type)) throw refuseTemplate(templateErrors.embedded(toPlace(part)));
  if (relationship.external && !(type === 'hyperlink' && SAFE_LINK.test(relationship.target)))
    throw refuseTemplate(templateErrors.linked(toPlace(part)));
}

const places: [folder: string, word: string][] = [
  ['slideMasters/', 'slide master'],
  ['slideLayouts/', 'layout'],
  ['notesSlides/', 'notes of slide'],
  ['slides/', 'slide'],
  ['charts/', 'chart'],
];

/** Where a part is, in a word that people know: `slide 3`. */
function toPlace(part: string): string {
  const found = places.find(([folder]) => part.includes(folder));
  const number = /(\d{1,6})\.xml$/.exec(part)?.[1] ?? '';
  return found ? `${found[1]} ${number}`.trim() : 'presentation';
}
