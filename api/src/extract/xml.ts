import type { Archive } from './archive.ts';
import { ExtractionError } from './errors.ts';

/** Declarations that define entities; an Office document needs neither. */
const FORBIDDEN = /<!(DOCTYPE|ENTITY)/i;

/**
 * One tag, one stretch of text or CDATA; comments and instructions match nothing of it. Values hold no `<`, so that
 * however the text is broken, each piece is looked at once.
 */
const TOKEN = /<(\/?)([\w.:-]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>|<!\[CDATA\[([\s\S]*?)\]\]>|<[!?][^>]*>|([^<]+)/g;
const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export type XmlEvent =
  | { kind: 'open' | 'empty'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** Throws ExtractionError where XML defines entities, in whatever encoding. */
export function refuseEntities(content: Buffer): void {
  // NULs dropped, so that UTF-16 hides nothing.
  if (FORBIDDEN.test(content.toString('latin1').replaceAll('\0', '')))
    throw new ExtractionError('broken', { reason: 'The file defines XML entities, which are not read.' });
}

/** A part of an Office document as text; null where there is none. Throws ExtractionError. */
export function readXml(archive: Archive, name: string): string | null {
  const content = archive.read(name);
  if (content === null) return null;
  refuseEntities(content);
  const mark = content.toString('hex', 0, 2);
  if (mark === 'fffe') return content.toString('utf16le', 2);
  if (mark === 'feff')
    return Buffer.from(content.subarray(2, content.length & ~1))
      .swap16()
      .toString('utf16le');
  return content.toString('utf8').replace(/^\uFEFF/, '');
}

/** Walks through XML from its beginning. Names come without their namespace's prefix. */
export function* walkXml(xml: string): Generator<XmlEvent> {
  for (const [, closing, name, attributes = '', empty, data, text] of xml.matchAll(TOKEN)) {
    if (name !== undefined && closing) yield { kind: 'close', name: local(name) };
    else if (name !== undefined) yield { kind: empty ? 'empty' : 'open', name: local(name), attributes };
    else if (data !== undefined) yield { kind: 'text', text: data };
    else if (text !== undefined) yield { kind: 'text', text: unescaped(text) };
  }
}

/** The attributes of a tag by their names with prefixes: `r:id`. */
export function attributesOf(attributes: string): Map<string, string> {
  return new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      unescaped(double ?? single ?? ''),
    ]),
  );
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function unescaped(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}
