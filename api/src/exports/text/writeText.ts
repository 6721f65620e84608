import type { Nodes, Parent, PhrasingContent, Table } from 'mdast';
import type { ParsedDocument } from '#api/exports/document.ts';

const INDENT = '    ';

/** Writes a document as plain text that reads well without Markdown's marks. Footnotes are listed at the end. */
export async function writeText({ root, footnotes }: ParsedDocument): Promise<Uint8Array> {
  const context: TextContext = { numbers: new Map(), footnotes };
  const body = writeBlocks(root, context);
  const parts = [body, writeNotes(context).join('\n')].filter((part) => part !== '');
  return Buffer.from(`\ufeff${parts.join('\n\n')}\n`.replaceAll('\n', '\r\n'));
}

export interface TextContext {
  /** Numbers of the footnotes in the order of their first reference. */
  numbers: Map<string, number>;
  footnotes: ParsedDocument['footnotes'];
}

/** The footnotes to which a text refers, with their numbers. */
export function writeNotes(context: TextContext): string[] {
  const notes: string[] = [];
  // A footnote can refer to another one, which then joins the list.
  for (const [identifier, number] of context.numbers) {
    const note = context.footnotes.get(identifier);
    const lines = note ? writeBlocks(note, context) : '';
    notes.push(`[${number}] ${hang(lines, `[${number}] `.length)}`);
  }
  return notes;
}

function writeBlocks(parent: Parent, context: TextContext, separator = '\n\n'): string {
  return (parent.children as Nodes[])
    .map((node) => writeBlock(node, context))
    .filter((text) => text !== '')
    .join(separator);
}

function writeBlock(node: Nodes, context: TextContext): string {
  switch (node.type) {
    case 'heading': {
      const text = writeInline(node.children, context);
      const line = (node.depth === 1 ? '=' : '-').repeat(Math.min(72, [...text].length));
      return node.depth < 3 ? `${text}\n${line}` : text;
    }
    case 'paragraph':
      return writeInline(node.children, context);
    case 'code':
      return indent(node.value, INDENT);
    case 'math':
      return indent(node.value.trim(), INDENT);
    case 'blockquote':
      return indent(writeBlocks(node, context), '> ');
    case 'list': {
      const start = node.start ?? 1;
      const items = node.children.map((item, index) => {
        const box = typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : '';
        const mark = `${node.ordered ? `${start + index}.` : '-'} ${box}`;
        return mark + hang(writeBlocks(item, context, item.spread ? '\n\n' : '\n'), mark.length);
      });
      return items.join(node.spread ? '\n\n' : '\n');
    }
    case 'table':
      return writeTable(node, context);
    case 'thematicBreak':
      return '-'.repeat(40);
    default:
      return 'children' in node ? writeBlocks(node, context) : writeInline([node as PhrasingContent], context);
  }
}

/** Cells between tabs, as spreadsheets take them. */
function writeTable(table: Table, context: TextContext): string {
  return table.children
    .map((row) => row.children.map((cell) => writeInline(cell.children, context).replace(/\s+/g, ' ')).join('\t'))
    .join('\n');
}

export function writeInline(nodes: readonly PhrasingContent[], context: TextContext): string {
  return nodes.map((node) => writePhrasing(node, context)).join('');
}

function writePhrasing(node: PhrasingContent, context: TextContext): string {
  switch (node.type) {
    case 'break':
      return '\n';
    case 'subscript':
      return toScript(writeInline(node.children, context), lowered, '_');
    case 'superscript':
      return toScript(writeInline(node.children, context), raised, '^');
    case 'image':
      return `[${node.alt || 'Image'}]`;
    case 'link': {
      const text = writeInline(node.children, context);
      const address = node.url.replace(/^mailto:/i, '');
      return text === node.url || text === address || text === '' ? address : `${text} (${address})`;
    }
    case 'footnoteReference': {
      if (!context.footnotes.has(node.identifier)) return `[${node.label ?? node.identifier}]`;
      const { numbers } = context;
      const number = numbers.get(node.identifier) ?? numbers.size + 1;
      numbers.set(node.identifier, number);
      return `[${number}]`;
    }
    default:
      if ('value' in node) return node.value;
      return 'children' in node ? writeInline(node.children as PhrasingContent[], context) : '';
  }
}

const signs = '0123456789+-=()';
const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾';
const lowered = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎';

/** Raised or lowered characters where Unicode has all of them: 10 to the power of 6 is not 106. */
function toScript(text: string, script: string, mark: string): string {
  const isShort = [...text].every((character) => signs.includes(character));
  if (isShort) return text.replace(/./g, (character) => script[signs.indexOf(character)] ?? '');
  return /^[\p{L}\p{N}]{1,30}$/u.test(text) ? mark + text : `${mark}(${text})`;
}

const indent = (text: string, by: string) =>
  text
    .split('\n')
    .map((line) => (by + line).trimEnd())
    .join('\n');

/** Indents all lines but the first. */
const hang = (text: string, width: number) => text.replace(/\n(?!\n)/g, `\n${' '.repeat(width)}`);
