/** The text of HTML in Markdown: without comments and tags. */
export function getHtmlText(html: string): string {
  if (/^<br\s*\/?>$/i.test(html)) return '\n';
  if (html.startsWith('<!--') && html.endsWith('-->')) return '';
  return html.replace(/<[^<>]{0,2000}>/g, '');
}
