/** Elements that a document does not need and that load, run or send something. */
const FORBIDDEN =
  'script, iframe, frame, object, embed, link, meta, base, form, input, button, textarea, select, audio, video, source, track, portal, animate, set';

const SAFE_LINK = /^(https?|mailto):/i;
const SAFE_SOURCE = /^(data:image\/|blob:|#)/i;
/** Matches the address in `url(…)`, with or without quotes, so that only images of the document itself remain. */
const FOREIGN_URL = /url\(\s*(?!["']?(?:data:|blob:|#))[^)]{0,10000}\)?/gi;
const IMPORT = /@import[^;]{0,10000};?/gi;

/**
 * Removes from a drawn document everything that could run, load from elsewhere or leave the tab without a click. The
 * page's Content Security Policy forbids most of it, too.
 */
export function sanitizeDrawing(root: ParentNode): void {
  for (const element of root.querySelectorAll(FORBIDDEN)) element.remove();
  for (const style of root.querySelectorAll('style')) style.textContent = cleanStyle(style.textContent ?? '');
  for (const element of root.querySelectorAll('*')) sanitizeElement(element);
}

function sanitizeElement(element: Element): void {
  for (const { name, value } of Array.from(element.attributes)) {
    const local = name.toLowerCase().replace(/^xlink:/, '');
    if (local.startsWith('on') || local === 'srcdoc' || local === 'srcset' || local === 'ping')
      element.removeAttribute(name);
    else if (local === 'style') {
      const cleaned = cleanStyle(value);
      if (cleaned !== value) element.setAttribute(name, cleaned);
    } else if (local === 'href' || local === 'src' || local === 'action' || local === 'formaction' || local === 'data')
      sanitizeAddress(element, name, value.trim());
  }
}

function sanitizeAddress(element: Element, name: string, value: string): void {
  if (element.localName !== 'a') {
    if (!SAFE_SOURCE.test(value)) element.removeAttribute(name);
    return;
  }
  if (SAFE_LINK.test(value)) {
    element.setAttribute('target', '_blank');
    element.setAttribute('rel', 'noopener noreferrer');
    element.setAttribute('title', URL.canParse(value) ? new URL(value).host || value : value);
  } else if (!value.startsWith('#')) element.removeAttribute(name);
}

export function cleanStyle(style: string): string {
  return style.replace(IMPORT, '').replace(FOREIGN_URL, 'none');
}
