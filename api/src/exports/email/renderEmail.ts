import type { Image, List, ListItem, Nodes, Parent, PhrasingContent } from 'mdast';
import type { ParsedDocument } from '#api/exports/document.ts';
import { exportTexts } from '#api/exports/exports.texts.ts';
import { guessLanguage } from '#api/exports/markdown/language.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { isSafeLink } from '#api/exports/markdown/links.ts';
import { toEmailImage, type EmailImage } from './emailImages.ts';
import { styles } from './emailStyles.ts';
import { element, escapeHtml, getDirection, voidElement } from './html.ts';
import { renderTable } from './emailTable.ts';

/** Width of the text in Outlook's reading pane, in pixels. */
const TEXT_WIDTH = 640;
/** A higher image would not be seen as a whole. */
const MAX_IMAGE_HEIGHT = 640;

export interface Email {
  /** A fragment with inline styles only; refers to images by `cid:`. */
  html: string;
  images: EmailImage[];
  /** Names of images whose bytes are missing; the text shows their description. */
  missing: string[];
  /** The language of the text as in the HTML attribute `lang`, by which screen readers choose their voice. */
  language: string;
}

export interface Context {
  footnotes: ParsedDocument['footnotes'];
  /** Numbers of the footnotes in the order of their first reference. */
  numbers: Map<string, number>;
  sources: ParsedDocument['images'];
  /** Images by their address in the text. */
  images: Map<string, EmailImage>;
  missing: Set<string>;
}

/** Writes a document as the body of a mail that looks the same in all versions of Outlook. */
export async function renderEmail({ root, footnotes, images: sources }: ParsedDocument): Promise<Email> {
  const images = new Map<string, EmailImage>();
  for (const [address, image] of sources) {
    // An image that cannot be decoded is shown as its description.
    const scaled = await toEmailImage(image, images.size + 1).catch(() => null);
    if (scaled) images.set(address, scaled);
  }
  const context: Context = { footnotes, numbers: new Map(), sources, images, missing: new Set() };
  const body = renderBlocks(root, context, styles.paragraph);
  const language = guessLanguage(root);
  const html = element('div', { lang: language, style: styles.body }, body + renderNotes(context));
  return { html, images: [...images.values()], missing: [...context.missing], language };
}

function renderNotes(context: Context): string {
  if (context.numbers.size === 0) return '';
  const notes: string[] = [];
  let hasOwn = false;
  // A footnote can refer to another one, which then joins the list.
  for (const [identifier, number] of context.numbers) {
    hasOwn ||= !/^\d+-source-\d+$/.test(identifier);
    const children = context.footnotes.get(identifier)?.children ?? [];
    const [first] = children;
    const text = first?.type === 'paragraph' ? renderInlines(first, context) : '';
    const rest = first?.type === 'paragraph' ? children.slice(1) : children;
    const blocks = rest.map((node) => renderBlock(node, context, styles.note)).join('');
    notes.push(element('p', { style: styles.note }, `[${number}] ${text}`) + blocks);
  }
  const title = hasOwn ? exportTexts.notes : exportTexts.sources;
  return element('p', { style: styles.noteTitle }, title) + notes.join('');
}

export function renderBlocks(parent: Parent, context: Context, paragraph: string = styles.tightParagraph): string {
  return (parent.children as Nodes[]).map((node) => renderBlock(node, context, paragraph)).join('');
}

function renderBlock(node: Nodes, context: Context, paragraph: string): string {
  switch (node.type) {
    case 'heading': {
      const level = Math.min(node.depth, styles.headings.length);
      const style = styles.headings[level - 1];
      return element(`h${level}`, { dir: getDirection(getText(node)), style }, renderInlines(node, context));
    }
    case 'paragraph':
      return element('p', { dir: getDirection(getText(node)), style: paragraph }, renderInlines(node, context));
    case 'list':
      return renderList(node, context, styles.list);
    case 'blockquote':
      return renderBox(
        renderBlocks(node, context),
        getDirection(getText(node)) ? styles.reversedQuoteCell : styles.quoteCell,
      );
    case 'code':
      return renderCode(node.value);
    case 'math':
      return renderCode(node.value.trim());
    case 'table':
      return renderTable(node, (cell) => renderInlines(cell, context)) + gap();
    case 'thematicBreak':
      return voidElement('hr', { size: 1, color: '#c8c8c8' });
    default:
      // Text between blocks; the parser puts it into paragraphs.
      return renderInline(node, context);
  }
}

function renderList(list: List, context: Context, style: string): string {
  const items = list.children.map((item) => renderItem(item, context)).join('');
  const start = list.ordered && (list.start ?? 1) !== 1 ? (list.start ?? undefined) : undefined;
  return element(list.ordered ? 'ol' : 'ul', { dir: getDirection(getText(list)), start, style }, items);
}

/** Text at the start has no paragraph, because Word would put an empty line before it. */
function renderItem(item: ListItem, context: Context): string {
  const mark = item.checked === null || item.checked === undefined ? '' : item.checked ? '☑ ' : '☐ ';
  const parts = item.children.map((node, index) => {
    if (node.type === 'paragraph') return (index > 0 ? '<br>' : '') + renderInlines(node, context);
    if (node.type === 'list') return renderList(node, context, styles.nestedList);
    return renderBlock(node, context, styles.tightParagraph);
  });
  return element('li', { style: styles.item }, mark + parts.join(''));
}

/** Each line is a paragraph of one cell: Word ignores `white-space`. */
function renderCode(code: string): string {
  const lines = code.split('\n').map((line) => {
    // HTML shows several spaces as one.
    const text = escapeHtml(line.replaceAll('\t', '    ')).replace(/^ | (?= )/g, '&nbsp;');
    return element('p', { style: styles.codeLines }, text === '' ? '&nbsp;' : text);
  });
  return renderBox(lines.join(''), styles.codeCell);
}

/** A table with one cell: the only box that Word draws with padding. */
function renderBox(inner: string, cell: string): string {
  const row = element('tr', {}, element('td', { width: '100%', style: cell }, inner));
  const attributes = { width: '100%', cellpadding: 0, cellspacing: 0, border: 0, style: styles.table };
  return element('table', attributes, element('tbody', {}, row)) + gap();
}

/** Space after a table, which has no margin in Word. */
function gap(): string {
  return element('p', { style: 'margin:0;font-size:6pt;line-height:100%' }, '&nbsp;');
}

export function renderInlines(parent: Parent, context: Context): string {
  return (parent.children as PhrasingContent[]).map((node) => renderInline(node, context)).join('');
}

function renderInline(node: Nodes, context: Context): string {
  switch (node.type) {
    case 'text':
      return escapeHtml(node.value).replaceAll('\n', ' ');
    case 'strong':
      return element('b', {}, renderInlines(node, context));
    case 'emphasis':
      return element('i', {}, renderInlines(node, context));
    case 'delete':
      return element('s', {}, renderInlines(node, context));
    case 'underline':
      return element('u', {}, renderInlines(node, context));
    case 'subscript':
      return element('sub', {}, renderInlines(node, context));
    case 'superscript':
      return element('sup', {}, renderInlines(node, context));
    case 'inlineCode':
    case 'inlineMath':
      return element('span', { style: styles.code }, escapeHtml(node.value));
    case 'break':
      return '<br>';
    case 'link':
      if (!isSafeLink(node.url)) return renderInlines(node, context);
      return element('a', { href: node.url, style: styles.link }, renderInlines(node, context) || escapeHtml(node.url));
    case 'image':
      return renderImage(node, context);
    case 'footnoteReference':
      return `<sup>[${getNumber(node.identifier, context)}]</sup>`;
    default:
      return 'children' in node ? renderInlines(node, context) : 'value' in node ? escapeHtml(node.value) : '';
  }
}

function getNumber(identifier: string, { numbers }: Context): number {
  const number = numbers.get(identifier) ?? numbers.size + 1;
  numbers.set(identifier, number);
  return number;
}

/** The width is an attribute, because Word ignores `max-width`. */
function renderImage({ url, alt }: Image, { sources, images, missing }: Context): string {
  const [source, image] = [sources.get(url), images.get(url)];
  if (!source || !image) {
    const name = alt || getName(url);
    missing.add(name);
    return element('span', { style: styles.missingImage }, escapeHtml(`[${exportTexts.image}: ${name}]`));
  }
  const scale = Math.min(1, TEXT_WIDTH / source.width, MAX_IMAGE_HEIGHT / source.height);
  const [width, height] = [source.width, source.height].map((side) => Math.max(1, Math.round(side * scale)));
  return voidElement('img', { src: `cid:${image.contentId}`, alt: alt ?? '', width, height, border: 0 });
}

/** The last part of an address, for an image without a description. */
function getName(url: string): string {
  return /^data:/i.test(url) ? exportTexts.image : (url.split(/[?#]/)[0] ?? '').split('/').pop() || exportTexts.image;
}
