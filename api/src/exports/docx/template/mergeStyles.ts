import type { Document, Element } from '@xmldom/xmldom';
import { findChild, findPath, listChildren, walkElements } from '#api/ooxml/xml.ts';
import { getChildValue, getValue, NAMESPACE_W, setValue } from './wordNames.ts';

const REFERENCES = ['basedOn', 'next', 'link'] as const;
const HEADING = /^heading ([1-6])$/;
/** Properties of text that follow its language (ISO/IEC 29500-1, 17.3.2). */
const LATER = new Set([
  'eastAsianLayout',
  'specVanish',
  'oMath',
  'glow',
  'shadow',
  'ligatures',
  'numForm',
  'cntxtAlts',
]);
/**
 * If the template lacks the style of one of these titles, the title has the color of the template's text instead of
 * AVA's.
 */
const TITLE = /^(heading \d|title|toc heading)$/;

/**
 * Adds the styles that a document uses to those of a template, unless the template has them. A style is known by its type
 * and name: Word writes the names of its own styles in English, whatever its language and the ids are (`heading 1` is
 * `berschrift1` in German).
 * @param template is changed
 * @returns ids of the template's styles by those of the document
 */
export function mergeStyles(own: Document, template: Document, used: ReadonlySet<string>): Map<string, string> {
  const root = template.documentElement!;
  const known = listChildren(root, 'style');
  const byName = new Map(known.toReversed().flatMap((style) => listNames(style).map((name) => [name, style] as const)));
  const taken = new Set(known.map((style) => getValue(style, 'styleId')));
  const styles = new Map(
    listChildren(own.documentElement, 'style').map((style) => [getValue(style, 'styleId'), style]),
  );
  const ids = new Map<string, string>();
  const added: Element[] = [];

  const add = (id: string): void => {
    const style = styles.get(id);
    if (!style || ids.has(id)) return;
    const found = findStyle(style, byName, known);
    if (found) return void ids.set(id, getValue(found, 'styleId'));
    let free = id;
    for (let count = 2; taken.has(free); count += 1) free = `${id}${count}`;
    taken.add(free);
    ids.set(id, free);
    added.push(style);
    for (const name of REFERENCES) add(getChildValue(style, name));
  };
  for (const id of used) add(id);

  for (const style of added) {
    const copy = template.importNode(style, true) as Element;
    setValue(copy, ids.get(getValue(style, 'styleId')) ?? '', 'styleId');
    copy.removeAttributeNS(NAMESPACE_W, 'default');
    for (const name of REFERENCES) {
      const reference = findChild(copy, name);
      const id = ids.get(getValue(reference));
      if (reference && id !== undefined) setValue(reference, id);
      else if (reference) copy.removeChild(reference);
    }
    adapt(copy, byName);
    root.appendChild(copy);
  }
  copyLanguage(own, template);
  return ids;
}

function listNames(style: Element): string[] {
  const names = [getChildValue(style, 'name'), ...getChildValue(style, 'aliases').split(',')];
  return names.map((name) => `${getValue(style, 'type')} ${name.trim().toLowerCase()}`);
}

/** A default style is that of the template, whatever its name is. */
function findStyle(
  style: Element,
  byName: ReadonlyMap<string, Element>,
  known: readonly Element[],
): Element | undefined {
  const type = getValue(style, 'type');
  const isDefault = (one: Element) => /^(1|true|on)$/.test(getValue(one, 'default'));
  if (isDefault(style)) return known.find((one) => getValue(one, 'type') === type && isDefault(one));
  return byName.get(listNames(style)[0] ?? '');
}

/**
 * A heading that the template does not have looks like the next higher one that it has, and is not larger. Other titles have
 * the color of the text.
 */
function adapt(style: Element, byName: ReadonlyMap<string, Element>): void {
  const name = getChildValue(style, 'name').toLowerCase();
  if (!TITLE.test(name)) return;
  const look = findChild(style, 'rPr');
  const color = look && findChild(look, 'color');
  if (color) look.removeChild(color);
  const depth = Number(HEADING.exec(name)?.[1] ?? 0);
  const depths = Array.from({ length: Math.max(0, depth - 1) }, (_, index) => depth - 1 - index);
  const higher = depths.flatMap((at) => byName.get(`paragraph heading ${at}`) ?? [])[0];
  if (!higher || !look) return;
  const basedOn = findChild(style, 'basedOn');
  if (basedOn) setValue(basedOn, getValue(higher, 'styleId'));
  const largest = Number(getValue(findPath(higher, 'rPr', 'sz')) || Infinity);
  for (const size of ['sz', 'szCs'].flatMap((child) => findChild(look, child) ?? []))
    setValue(size, String(Math.min(largest, Number(getValue(size)))));
  // Without this, the heading would have the number of the higher heading.
  const place = findChild(style, 'pPr');
  const numbering = findChild(findPath(higher, 'pPr'), 'numPr');
  if (!place || !numbering) return;
  const none = style.ownerDocument!.createElementNS(NAMESPACE_W, 'w:numPr');
  const number = style.ownerDocument!.createElementNS(NAMESPACE_W, 'w:numId');
  setValue(number, '0');
  none.appendChild(number);
  const after = listChildren(place).find(({ localName }) => !['keepNext', 'keepLines'].includes(localName ?? ''));
  place.insertBefore(none, after ?? null);
}

/** The language of the spelling check is that of the text, not that of the template. */
function copyLanguage(own: Document, template: Document): void {
  const path = ['docDefaults', 'rPrDefault', 'rPr'] as const;
  const language = findPath(own.documentElement, ...path, 'lang');
  if (!language) return;
  for (const style of listChildren(template.documentElement, 'style')) {
    const written = findPath(style, 'rPr', 'lang');
    written?.parentNode?.removeChild(written);
  }
  const root = template.documentElement!;
  let at: Element = root;
  for (const name of path) {
    const found = findChild(at, name) ?? template.createElementNS(NAMESPACE_W, `w:${name}`);
    // Each of these elements is the first child of its parent.
    if (!found.parentNode) at.insertBefore(found, at.firstChild);
    at = found;
  }
  const written = findChild(at, 'lang');
  const copy = template.importNode(language, true);
  const next = written?.nextSibling ?? listChildren(at).find(({ localName }) => LATER.has(localName ?? '')) ?? null;
  at.insertBefore(copy, next);
  if (written) at.removeChild(written);
}

/**
 * Adds the list definitions of a document to those of a template, which can already number its headings.
 * @param template is changed
 * @returns ids of the added lists by those in the document
 */
export function mergeNumbering(own: Document, template: Document): Map<string, string> {
  const root = template.documentElement!;
  const highest = (name: string, id: string) =>
    Math.max(0, ...listChildren(root, name).map((element) => Number(getValue(element, id)) || 0));
  const [abstract, number] = [highest('abstractNum', 'abstractNumId'), highest('num', 'numId')];
  const firstNumber = listChildren(root, 'num')[0] ?? null;
  const shift = (value: string, by: number) => String(Number(value) + by + 1);
  for (const definition of listChildren(own.documentElement, 'abstractNum')) {
    const copy = template.importNode(definition, true);
    setValue(copy, shift(getValue(definition, 'abstractNumId'), abstract), 'abstractNumId');
    root.insertBefore(copy, firstNumber);
  }
  const ids = new Map<string, string>();
  const cleanup = listChildren(root, 'numIdMacAtCleanup')[0] ?? null;
  for (const list of listChildren(own.documentElement, 'num')) {
    const copy = template.importNode(list, true);
    const id = shift(getValue(list, 'numId'), number);
    setValue(copy, id, 'numId');
    ids.set(getValue(list, 'numId'), id);
    for (const child of walkElements(copy))
      if (child.localName === 'abstractNumId') setValue(child, shift(getChildValue(list, 'abstractNumId'), abstract));
    root.insertBefore(copy, cleanup);
  }
  return ids;
}
