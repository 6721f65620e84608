import { isRightToLeft } from '#api/exports/markdown/direction.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Writes an element; attributes that are undefined are left out. `inner` is HTML. */
export function element(name: string, attributes: Attributes, inner: string): string {
  return `<${name}${writeAttributes(attributes)}>${inner}</${name}>`;
}

/** Writes an element that has no content, such as `img`. */
export function voidElement(name: string, attributes: Attributes = {}): string {
  return `<${name}${writeAttributes(attributes)}>`;
}

function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(`${value}`)}"`))
    .join('');
}

/** `rtl` if the first letter of a text is written from right to left. */
export function getDirection(text: string): 'rtl' | undefined {
  return isRightToLeft(text) ? 'rtl' : undefined;
}
