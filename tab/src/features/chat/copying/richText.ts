import type { Citation } from '#contract/runs/answerEvents.ts';
import { getText, type TreeNode } from '#tab/features/chat/markdown/markdownTree.ts';
import { toAnswerMarkdown } from './answerMarkdown.ts';
import { parseAnswer } from './answerTree.ts';
import type { RichText } from './clipboard.ts';
import { copyingTexts } from './copying.texts.ts';
import { listSources, type NamedSource } from './sources.rules.ts';

const FONT = "font-family:Aptos,Calibri,'Segoe UI',sans-serif;font-size:11pt";
const CODE_FONT = "font-family:Consolas,'Courier New',monospace;font-size:10pt";
const CELL = `${FONT};border:1px solid #bfbfbf;padding:4px 8px;text-align:left;vertical-align:top`;

/** Outlook draws only inline styles, so every element has its own. Elements without a style are written without one. */
const styles: Record<string, string> = {
  p: 'margin:0 0 8pt 0',
  h3: 'font-size:15pt;margin:12pt 0 6pt 0',
  h4: 'font-size:13pt;margin:12pt 0 6pt 0',
  h5: 'font-size:11pt;margin:8pt 0 4pt 0',
  h6: 'font-size:11pt;margin:8pt 0 4pt 0',
  ul: 'margin:0 0 8pt 0',
  ol: 'margin:0 0 8pt 0',
  blockquote: 'margin:0 0 8pt 0;padding-left:10pt;border-left:2px solid #bfbfbf',
  pre: `${CODE_FONT};margin:0 0 8pt 0;padding:6pt;background-color:#f5f5f5;border:1px solid #e0e0e0;white-space:pre-wrap`,
  code: CODE_FONT,
  table: 'border-collapse:collapse;margin:0 0 8pt 0',
  th: `${CELL};background-color:#f0f0f0;font-weight:bold`,
  td: CELL,
};

const kept = new Set(
  'p h3 h4 h5 h6 ul ol li blockquote pre code table thead tbody tr th td strong em del u a br hr sup sub'.split(' '),
);
const voidElements = new Set(['br', 'hr']);

/** An answer with its sources for the clipboard: HTML for Word, Outlook and Teams, Markdown for everything else. */
export function toRichText(content: string, links: readonly Citation[]): RichText {
  const nodes = parseAnswer(
    content,
    links.map((link) => link.number),
  );
  const html = nodes.map(toHtml).join('') + toSourceList(listSources(links));
  return { html: wrap(html), plain: toAnswerMarkdown(content, links) };
}

/** A table for the clipboard: HTML, and cells between tabs, which Excel puts into columns. */
export function tableToRichText(rows: readonly (readonly string[])[]): RichText {
  const [header = [], ...body] = rows;
  const toRow = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag} style="${styles[tag]}">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const html = `<thead>${toRow('th', header)}</thead><tbody>${body.map((row) => toRow('td', row)).join('')}</tbody>`;
  const plain = rows.map((row) => row.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')).join('\r\n');
  return { html: wrap(`<table border="1" cellspacing="0" style="${styles['table']}">${html}</table>`), plain };
}

function wrap(html: string): string {
  return `<div style="${FONT}">${html}</div>`;
}

/** Writes a sanitized node. Only known elements and addresses are written. */
function toHtml(node: TreeNode): string {
  if (node.type === 'text') return escapeHtml(node.value ?? '');
  const name = node.tagName ?? '';
  if (name === 'input') return node.properties?.['checked'] === true ? '☑ ' : '☐ ';
  if (isFormula(node)) return writeElement('code', escapeHtml(getText(node)));
  const children = (node.children ?? []).map(toHtml).join('');
  if (!kept.has(name)) return children;
  // Outlook ignores `white-space`, so line ends become elements.
  const inner = name === 'pre' ? toLines(getText(node).replace(/\n$/, '')) : children;
  return writeElement(name, inner, node.properties);
}

function isFormula({ tagName, properties }: TreeNode): boolean {
  const names = properties?.['className'];
  return tagName === 'code' && Array.isArray(names) && names.includes('language-math');
}

function writeElement(name: string, inner: string, properties: Record<string, unknown> = {}): string {
  const style = styles[name];
  const address = name === 'a' ? String(properties['href'] ?? '') : '';
  const start = name === 'ol' ? Number(properties['start'] ?? 1) : 1;
  const attributes = [
    name === 'table' ? ' border="1" cellspacing="0"' : '',
    // Leaves out the links of footnotes, which lead nowhere in another program.
    /^(https?:|mailto:)/i.test(address) ? ` href="${escapeHtml(address)}"` : '',
    Number.isInteger(start) && start !== 1 ? ` start="${start}"` : '',
    style === undefined ? '' : ` style="${style}"`,
  ].join('');
  return voidElements.has(name) ? `<${name}>` : `<${name}${attributes}>${inner}</${name}>`;
}

/** Lines with their indentation, for programs that ignore `white-space`. */
function toLines(text: string): string {
  return text
    .split('\n')
    .map((line) => escapeHtml(line).replace(/^ +/, (spaces) => '&nbsp;'.repeat(spaces.length)))
    .join('<br>');
}

function toSourceList(sources: readonly NamedSource[]): string {
  if (sources.length === 0) return '';
  const items = sources.map((source) => writeElement('p', toSourceLine(source)));
  return `${writeElement('p', `<strong>${copyingTexts.sources}</strong>`)}${items.join('')}`;
}

function toSourceLine({ number, fileName, location, address }: NamedSource): string {
  const name = escapeHtml(fileName);
  const file = address === null ? name : `<a href="${escapeHtml(address)}">${name}</a>`;
  return `[${number}] ${[file, escapeHtml(location)].filter(Boolean).join(', ')}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
