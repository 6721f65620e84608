import type { Archive } from './archive.ts';
import { ExtractionError } from '../../errors.ts';

/** Declarations that can define entities. Office documents need none. */
const FORBIDDEN = /<!(DOCTYPE|ENTITY)/i;

/** The lookbehind keeps this linear: a name is matched from its first character only. */
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TAG_NAME = /[\w.:-]+/y;
const namedEntities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

type XmlEvent =
  | { kind: 'open' | 'empty'; name: string; attributes: string }
  | { kind: 'close'; name: string }
  | { kind: 'text'; text: string };

/** Throws ExtractionError if XML defines entities, in any encoding. */
export function rejectEntities(content: Buffer): void {
  // Also finds declarations in UTF-16: without its NUL bytes it reads like Latin text.
  if (FORBIDDEN.test(content.toString('latin1').replaceAll('\0', '')))
    throw new ExtractionError('broken', { reason: 'The file defines XML entities, which are not read.' });
}

/** A part of an Office document as text; null if it does not exist. Throws ExtractionError. */
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
 * Parses XML in one pass. Returns names without their namespace prefix. Skips comments, instructions, incomplete tags
 * and everything after an unclosed comment.
 */
export function* walkXml(xml: string): Generator<XmlEvent> {
  for (let position = 0; position < xml.length;) {
    const start = xml.indexOf('<', position);
    const text = xml.slice(position, start < 0 ? undefined : start);
    if (text) yield { kind: 'text', text: decodeEntities(text) };
    if (start < 0) return;
    const special = specialTags.find(({ opening }) => xml.startsWith(opening, start));
    if (special) {
      const end = xml.indexOf(special.closing, start + special.opening.length);
      if (end < 0) return;
      if (special.isText) yield { kind: 'text', text: xml.slice(start + special.opening.length, end) };
      position = end + special.closing.length;
      continue;
    }
    const end = findTagEnd(xml, start + 1);
    const event = xml[end] === '>' ? parseTag(xml, start + 1, end) : null;
    if (event) yield event;
    position = xml[end] === '>' ? end + 1 : end;
  }
}

const specialTags = [
  { opening: '<!--', closing: '-->', isText: false },
  { opening: '<![CDATA[', closing: ']]>', isText: true },
  { opening: '<!', closing: '>', isText: false },
  { opening: '<?', closing: '>', isText: false },
];

/** Index of the `>` that ends a tag, of the next `<` (invalid in a tag), or of the end of the text. */
function findTagEnd(xml: string, start: number): number {
  let quote = '';
  for (let index = start; index < xml.length; index += 1) {
    const character = xml[index]!;
    if (character === '<' || (character === '>' && quote === '')) return index;
    if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  return xml.length;
}

/** Parses the text between `<` and `>`; null if it does not start with a name. */
function parseTag(xml: string, start: number, end: number): XmlEvent | null {
  const isClosing = xml[start] === '/';
  TAG_NAME.lastIndex = isClosing ? start + 1 : start;
  const name = TAG_NAME.exec(xml)?.[0];
  if (name === undefined) return null;
  if (isClosing) return { kind: 'close', name: getLocalName(name) };
  const isEmpty = xml[end - 1] === '/';
  const attributes = xml.slice(start + name.length, isEmpty ? end - 1 : end);
  return { kind: isEmpty ? 'empty' : 'open', name: getLocalName(name), attributes };
}

/** Attributes by name, with the prefix: `r:id`. */
export function parseAttributes(attributes: string): Map<string, string> {
  return new Map(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      decodeEntities(double ?? single ?? ''),
    ]),
  );
}

function getLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (entity, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return namedEntities[name] ?? entity;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD';
    },
  );
}
