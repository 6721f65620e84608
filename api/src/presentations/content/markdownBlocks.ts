import type { AlignType, Code, List, Nodes, PhrasingContent, RootContent, Table as TableNode } from 'mdast';
import type { Block, ListMark, Paragraph, Run, Table } from './blocks.ts';
import type { Math as Formula } from 'mdast-util-math';
import type { ExportImages } from '#api/exports/document.ts';
import { findImage } from '#api/exports/markdown/images.ts';
import { parseMarkdown } from '#api/exports/markdown/parseMarkdown.ts';
import { listDefinitions, type AnyDefinition } from './definitions.ts';

interface Context {
  links: ReadonlyMap<string, string>;
  /** Numbers of the footnotes in the order of their first reference. */
  footnotes: Map<string, number>;
  images: ExportImages;
}

type Look = Omit<Run, 'text'>;

const SAFE_LINK = /^(https?|mailto):/i;
const MAX_LEVEL = 8;

export interface SectionContent {
  /** Text, tables and pictures in their order. */
  blocks: Block[];
  /** The footnotes that the text refers to. */
  footnotes: Block[];
}

export function parseSection(markdown: string, images: ExportImages): SectionContent {
  const root = parseMarkdown(markdown);
  const definitions = listDefinitions(root);
  const context: Context = { links: toLinks(definitions), footnotes: new Map(), images };
  const blocks = root.children.flatMap((node) => toNodeBlocks(node, 0, context));
  return { blocks, footnotes: toFootnotes(definitions, context) };
}

/** Of several definitions with one identifier, Markdown uses the first. */
function toLinks(definitions: readonly AnyDefinition[]): Map<string, string> {
  const links = new Map<string, string>();
  for (const node of definitions)
    if (node.type === 'definition' && !links.has(node.identifier)) links.set(node.identifier, node.url);
  return links;
}

function toNodeBlocks(node: RootContent, level: number, context: Context): Block[] {
  switch (node.type) {
    case 'paragraph':
      return toParagraphs(node.children, { style: 'text', level }, context);
    case 'heading':
      return toParagraphs(node.children, { style: 'heading', level }, context);
    case 'blockquote':
      return node.children
        .flatMap((child) => toNodeBlocks(child, level, context))
        .map((block) => (block.kind === 'paragraph' && block.style === 'text' ? { ...block, style: 'quote' } : block));
    case 'list':
      return toList(node, level, context);
    case 'code':
    case 'math':
      return [{ kind: 'paragraph', style: 'code', level, runs: [{ text: toCode(node), code: true }] }];
    case 'table':
      return toTable(node, context);
    default:
      return [];
  }
}

/** Tab stops of a slide are further apart than those of code. */
function toCode({ type, value }: Code | Formula): string {
  return type === 'math' ? value.trim() : value.replaceAll('\t', '    ');
}

function toList({ ordered, start, children }: List, level: number, context: Context): Block[] {
  return children.flatMap((item, index) => {
    const list: ListMark = {
      number: ordered ? (start ?? 1) + index : null,
      ...(typeof item.checked === 'boolean' ? { checked: item.checked } : {}),
    };
    const inner = Math.min(level + 1, MAX_LEVEL);
    const blocks = item.children.flatMap((child) =>
      toNodeBlocks(child, child.type === 'list' ? inner : level, context),
    );
    const first = blocks.findIndex((block) => block.kind === 'paragraph');
    const marked = blocks[first];
    if (marked?.kind === 'paragraph' && !marked.list && item.children[0]?.type !== 'list')
      blocks[first] = { ...marked, level, list };
    return blocks.map((block, at) =>
      at > first && block.kind === 'paragraph' && !block.list && !block.continues
        ? { ...block, level, continues: list }
        : block,
    );
  });
}

function toTable({ children, align }: TableNode, context: Context): Block[] {
  const pictures: Block[] = [];
  const width = Math.max(0, ...children.map((row) => row.children.length));
  const rows = children.map((row) =>
    Array.from({ length: width }, (_, column) => {
      const inline = toInline(row.children[column]?.children ?? [], {}, context);
      pictures.push(...inline.pictures);
      return inline.runs;
    }),
  );
  const table: Table = {
    kind: 'table',
    rows,
    alignments: Array.from({ length: width }, (_, at) => toAlignment(align?.[at])),
  };
  return width === 0 ? [] : [table, ...pictures];
}

function toAlignment(align: AlignType | undefined): Table['alignments'][number] {
  return align ?? null;
}

/**
 * Splits a Markdown paragraph at its line breaks into paragraphs of a slide, and returns them with the pictures in it.
 */
function toParagraphs(
  children: readonly PhrasingContent[],
  shape: Pick<Paragraph, 'style' | 'level'>,
  context: Context,
): Block[] {
  const { runs, pictures } = toInline(children, {}, context);
  const isEmpty = runs.every(({ text }) => text.trim() === '');
  return [...(isEmpty ? [] : [{ kind: 'paragraph' as const, ...shape, runs }]), ...pictures];
}

interface Inline {
  runs: Run[];
  pictures: Block[];
}

function toInline(nodes: readonly PhrasingContent[], look: Look, context: Context): Inline {
  const inline: Inline = { runs: [], pictures: [] };
  for (const node of nodes) {
    const part = toInlineNode(node, look, context);
    inline.runs.push(...part.runs);
    inline.pictures.push(...part.pictures);
  }
  return inline;
}

function toInlineNode(node: PhrasingContent, look: Look, context: Context): Inline {
  const only = (...runs: Run[]): Inline => ({ runs, pictures: [] });
  switch (node.type) {
    case 'text':
      return only(...splitCitations(node.value, look));
    case 'strong':
      return toInline(node.children, { ...look, bold: true }, context);
    case 'emphasis':
      return toInline(node.children, { ...look, italic: true }, context);
    case 'delete':
      return toInline(node.children, { ...look, strike: true }, context);
    case 'underline':
      return toInline(node.children, { ...look, underline: true }, context);
    case 'subscript':
    case 'superscript':
      return toInline(node.children, { ...look, script: node.type }, context);
    case 'inlineCode':
    case 'inlineMath':
      return only({ ...look, code: true, text: node.value });
    case 'break':
      return only({ ...look, text: '\n' });
    case 'link':
      return toInline(node.children, withLink(look, node.url), context);
    case 'linkReference':
      return toInline(node.children, withLink(look, context.links.get(node.identifier) ?? ''), context);
    case 'image':
    case 'imageReference':
      return {
        runs: [],
        pictures: [
          {
            kind: 'picture',
            alt: node.alt ?? '',
            address: toImageUrl(node, context),
            image: findImage(toImageUrl(node, context), context.images),
          },
        ],
      };
    case 'footnoteReference': {
      const number = context.footnotes.get(node.identifier) ?? context.footnotes.size + 1;
      context.footnotes.set(node.identifier, number);
      return only({ ...look, citation: true, text: String(number) });
    }
    default:
      return only();
  }
}

function toImageUrl(node: Extract<Nodes, { type: 'image' | 'imageReference' }>, { links }: Context): string {
  return node.type === 'image' ? node.url : (links.get(node.identifier) ?? '');
}

function withLink(look: Look, url: string): Look {
  return SAFE_LINK.test(url) ? { ...look, link: url } : look;
}

/** Numbers of sources become separate runs. */
function splitCitations(text: string, look: Look): Run[] {
  return text
    .split(/(\[\d{1,5}\])/)
    .filter((part) => part !== '')
    .map((part) =>
      /^\[\d{1,5}\]$/.test(part)
        ? { ...look, text: part, citation: true }
        : { ...look, text: part.replaceAll('\n', ' ') },
    );
}

/** The notes that the text refers to, each with its number. A note can refer to another one, which joins the list. */
function toFootnotes(definitions: readonly AnyDefinition[], context: Context): Block[] {
  const notes: Block[] = [];
  for (const [identifier, number] of context.footnotes) {
    const note = definitions.find((node) => node.type === 'footnoteDefinition' && node.identifier === identifier);
    if (note?.type !== 'footnoteDefinition') continue;
    const blocks = note.children.flatMap((child) => toNodeBlocks(child, 0, context));
    const first = blocks.find((block) => block.kind === 'paragraph');
    first?.runs.unshift({ text: String(number), citation: true }, { text: ' ' });
    notes.push(...blocks);
  }
  return notes;
}
