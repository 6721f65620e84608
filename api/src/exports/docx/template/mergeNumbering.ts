import type { Document } from '@xmldom/xmldom';
import { listChildren, walkElements } from '#api/presentations/package/xml.ts';
import { getChildValue, getValue, setValue } from './wordNames.ts';

/**
 * Adds the lists of a document to those of a template, whose headings can be numbered.
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
