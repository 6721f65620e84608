import { fromHtml } from 'hast-util-from-html';
import { toText } from 'hast-util-to-text';

/** The text of an HTML body as a browser shows it; scripts, styles and hidden elements are left out. */
export function readHtml(html: string): string {
  return html === '' ? '' : toText(fromHtml(html));
}
