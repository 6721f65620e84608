import { SaxesParser } from 'saxes';
import type { Archive } from './archive.ts';
import { ExtractionError } from '#api/extract/errors.ts';

/** Declares an entity. Office documents need none. A document type that is only named, as in those of OpenOffice, is not loaded. */
const FORBIDDEN = /<!ENTITY/i;

/** The handlers that `readElements` calls, in document order. Names of elements are without their namespace prefix. */
export interface ElementHandlers {
  /** Names of attributes are with their prefix: `r:id`. */
  open?: (name: string, attributes: Record<string, string>) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Throws ExtractionError if XML defines entities, in any encoding. */
export function rejectEntities(content: Buffer): void {
  // Also finds declarations in UTF-16, because such XML reads like Latin text once its NUL bytes are removed.
  if (FORBIDDEN.test(content.toString('latin1').replaceAll('\0', '')))
    throw new ExtractionError('broken', { reason: 'The file defines XML entities, which are not read.' });
}

/** A part of an Office document as text; null if it does not exist. Throws ExtractionError. */
export function readXml(archive: Archive, name: string): string | null {
  const content = archive.read(name);
  return content === null ? null : decodeXml(content);
}

/** Whether XML is in UTF-16, with or without a byte order mark. Without the mark, it begins with a bracket. */
export const isWideXml = (content: Buffer) => /^(?:fffe|feff|3c00|003c)$/.test(content.toString('hex', 0, 2));

/** Decodes XML in UTF-8 or UTF-16. Throws ExtractionError if it defines entities. */
export function decodeXml(content: Buffer): string {
  rejectEntities(content);
  if (!isWideXml(content)) return content.toString('utf8').replace(/^\uFEFF/, '');
  const isBig = /^(?:feff|003c)$/.test(content.toString('hex', 0, 2));
  const even = Buffer.from(content.subarray(0, content.length & ~1));
  return (isBig ? even.swap16() : even).toString('utf16le').replace(/^\uFEFF/, '');
}

/** Limited because handling one error takes as long as reading a hundred tags. */
const MAX_ERRORS = 1_000;

/**
 * Parses XML in one pass. Skips up to `MAX_ERRORS` errors: programs other than Office write some, and the text can still
 * be read. Throws ExtractionError for more.
 */
export function readElements(xml: string, handlers: ElementHandlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  const { open, close, text } = handlers;
  let errors = 0;
  parser.on('error', (cause) => {
    errors += 1;
    if (errors > MAX_ERRORS) throw new ExtractionError('broken', { cause });
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(getLocalName(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(getLocalName(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.write(xml).close();
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute by its name without prefix. Word writes `w:val`, and other programs any prefix or none. */
export function getAttribute(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const usual = attributes[`w:${name}`] ?? attributes[name];
  if (usual !== undefined) return usual;
  const key = Object.keys(attributes).find((each) => each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}
