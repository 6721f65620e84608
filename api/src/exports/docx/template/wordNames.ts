import type { Element } from '@xmldom/xmldom';
import { findChild } from '#api/ooxml/xml.ts';

/** Namespace of WordprocessingML, and the media type of the main part of a document and of a template. */
export const NAMESPACE_W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
export const mainTypes = { document: `${TYPE}document.main+xml`, template: `${TYPE}template.main+xml` } as const;

export const getValue = (element: Element | null, name = 'val') => element?.getAttributeNS(NAMESPACE_W, name) ?? '';
export const getChildValue = (element: Element | null, child: string, name = 'val') =>
  getValue(element && findChild(element, child), name);

/** Sets an attribute of WordprocessingML. */
export function setValue(element: Element, value: string, name = 'val'): void {
  element.setAttributeNS(NAMESPACE_W, `w:${name}`, value);
}
