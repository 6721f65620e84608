import type { Archive } from './archive.ts';
import { ExtractionError } from '../../errors.ts';

/** Declarations that define entities; an Office document needs neither. */
const FORBIDDEN = /<!(DOCTYPE|ENTITY)/i;

/** A name begins where no name goes on, so that a long run of letters is looked at once. */
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TAG_NAME = /[\w.:-]+/y;
const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

export type XmlEvent =
  | { kind: 'open' | 'empty'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** Throws ExtractionError where XML defines entities, in whatever encoding. */
export function rejectEntities(content: Buffer): void {
  // NULs dropped, so that UTF-16 hides nothing.
  if (FORBIDDEN.test(content.toString('latin1').replaceAll('\0', '')))
    throw new ExtractionError('broken', { reason: 'The file defines XML entities, which are not read.' });
}

/** A part of an Office document as text; null where there is none. Throws ExtractionError. */
export function readXml(archive: Archive, name: string): string | null {
  const content = archive.read(name);
  if (content === null) return null;
  rejectEntities(content);
  const mark = content.toString('hex', 0, 2);
  if (mark === 'fffe') return content.toString('utf16le', 2);
  if (mark === 'feff')
    return Buffer.from(content.subarray(2, content.length & ~1))
      .swap16()
      .toString('utf16le');
  return content.toString('utf8').replace(/^\uFEFF/, '');
}

/**
 * Walks through XML from its beginning, in one pass. Names come without their namespace's prefix. Comments and
 * instructions are left out; so is a tag that breaks off, and what comes after a comment that is never closed.
 */
export function* walkXml(xml: string): Generator<XmlEvent> {
  for (let at = 0; at < xml.length;) {
    const from = xml.indexOf('<', at);
    const text = xml.slice(at, from < 0 ? undefined : from);
    if (text) yield { kind: 'text', text: unescaped(text) };
    if (from < 0) return;
    const special = specials.find(({ begins }) => xml.startsWith(begins, from));
    if (special) {
      const end = xml.indexOf(special.ends, from + special.begins.length);
      if (end < 0) return;
      if (special.isText) yield { kind: 'text', text: xml.slice(from + special.begins.length, end) };
      at = end + special.ends.length;
      continue;
    }
    const end = endOfTag(xml, from + 1);
    const event = xml[end] === '>' ? tagOf(xml, from + 1, end) : null;
    if (event) yield event;
    at = xml[end] === '>' ? end + 1 : end;
  }
}

const specials = [
  { begins: '<!--', ends: '-->', isText: false },
  { begins: '<![CDATA[', ends: ']]>', isText: true },
  { begins: '<!', ends: '>', isText: false },
  { begins: '<?', ends: '>', isText: false },
];

/** Where a tag ends: at its `>`, or before the next `<`, which no value may hold; or the end of the text. */
function endOfTag(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at += 1) {
    const sign = xml[at]!;
    if (sign === '<' || (sign === '>' && quote === '')) return at;
    if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
  }
  return xml.length;
}

/** What stands between `<` and `>`; null where it begins with no name. */
function tagOf(xml: string, from: number, end: number): XmlEvent | null {
  const closing = xml[from] === '/';
  TAG_NAME.lastIndex = closing ? from + 1 : from;
  const name = TAG_NAME.exec(xml)?.[0];
  if (name === undefined) return null;
  if (closing) return { kind: 'close', name: local(name) };
  const empty = xml[end - 1] === '/';
  const attributes = xml.slice(from + name.length, empty ? end - 1 : end);
  return { kind: empty ? 'empty' : 'open', name: local(name), attributes };
}

/** The attributes of a tag by their names with prefixes: `r:id`. */
export function parseAttributes(attributes: string): Map<string, string> {
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
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}
