import { DOMParser, XMLSerializer, type Document, type Element } from '@xmldom/xmldom';
import { decodeXml } from '#api/extract/formats/office/xml.ts';

/** Parses a part. Throws for XML that is not well-formed or defines entities. */
export function parseXml(content: Uint8Array): Document {
  const text = decodeXml(Buffer.from(content)).trimStart();
  checkDepth(text);
  const onError = (level: string, message: string) => {
    if (level !== 'warning') throw new Error(`malformed XML: ${message.slice(0, 200)}`);
  };
  return new DOMParser({ onError }).parseFromString(text, 'text/xml');
}

/** Real parts have fewer than 40 levels; a parser takes long for a hundred thousand. */
const MAX_DEPTH = 256;

function checkDepth(text: string): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    const next = text.charCodeAt(at + 1);
    if (next === SLASH) depth -= 1;
    else if (next !== BANG && next !== QUESTION && text[text.indexOf('>', at) - 1] !== '/') depth += 1;
    if (depth > MAX_DEPTH) throw new Error('XML is nested too deeply');
  }
}

const [SLASH, BANG, QUESTION] = [0x2f, 0x21, 0x3f];

export function serializeXml(document: Document): Uint8Array {
  const text = new XMLSerializer().serializeToString(document);
  return encodeXml(text.replace(/^<\?xml[^>]{0,200}\?>\s*/, ''));
}

/** A part from its root element as text. */
export function encodeXml(root: string): Uint8Array {
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${root}`);
}

/** Child elements with this local name, or all. */
export function listChildren(element: Element | null, name?: string): Element[] {
  const found: Element[] = [];
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling)
    if (node.nodeType === 1 && (name === undefined || (node as Element).localName === name))
      found.push(node as Element);
  return found;
}

export function findChild(element: Element | null, name: string): Element | null {
  for (let node = element?.firstChild ?? null; node; node = node.nextSibling)
    if (node.nodeType === 1 && (node as Element).localName === name) return node as Element;
  return null;
}

/** The element at the end of a path of local names. */
export function findPath(element: Element | null, ...names: string[]): Element | null {
  return names.reduce<Element | null>((at, name) => findChild(at, name), element);
}

/** All elements below, in document order. */
export function* walkElements(element: Element): Generator<Element> {
  for (const child of listChildren(element)) {
    yield child;
    yield* walkElements(child);
  }
}

/** An attribute as a number; null if it is missing or no number. */
export function readNumber(element: Element | null, name: string): number | null {
  const value = element?.getAttribute(name);
  if (value === null || value === undefined || value.trim() === '') return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}
