import type { Content, ContentText } from 'pdfmake/interfaces.js';
import type { Heading, List, ListItem, Nodes, PhrasingContent } from 'mdast';
import { isRightToLeft } from '../markdown/direction.ts';
import { getText } from '../markdown/limitDepth.ts';
import { toCodeBlock } from './codeBlock.ts';
import type { PdfContext, Place } from './context.ts';
import { toTexts } from './inlines.ts';
import { toParagraph } from './paragraphs.ts';
import { colors, headings, LIST_INDENT, QUOTE_INDENT } from './styles.ts';
import { toTable } from './tables.ts';

export function toBlocks(nodes: readonly Nodes[], context: PdfContext, place: Place): Content[] {
  return nodes.flatMap((node) => toBlock(node, context, place));
}

function toBlock(node: Nodes, context: PdfContext, place: Place): Content[] {
  switch (node.type) {
    case 'heading':
      return toHeading(node, context, place);
    case 'paragraph':
      return toParagraph(node.children, context, place, [0, 0, 0, 7]);
    case 'code':
    case 'math':
      return [toCodeBlock(node.value, place)];
    case 'blockquote':
      return [toQuote(node.children, context, place)];
    case 'list':
      return [toList(node, context, place)];
    case 'table':
      return [toTable(node, context, place)];
    case 'thematicBreak': {
      const line = {
        type: 'line' as const,
        x1: 0,
        y1: 0,
        x2: place.width,
        y2: 0,
        lineWidth: 0.7,
        lineColor: colors.line,
      };
      return [{ canvas: [line], margin: [0, 8, 0, 10] }];
    }
    default:
      if ('children' in node) return toBlocks(node.children, context, place);
      return toParagraph([node as PhrasingContent], context, place, [0, 0, 0, 7]);
  }
}

function toHeading(node: Heading, context: PdfContext, place: Place): Content[] {
  const { size, above, below } = headings[node.depth - 1] ?? headings[5];
  const color = node.depth < 4 ? colors.accent : colors.text;
  const blocks = toParagraph(node.children, context, { ...place, size, bold: true, color }, [0, above, 0, below]);
  const text = getText(node).replace(/\s+/g, ' ').trim();
  const [first] = blocks;
  if (!first || text === '' || !isText(first)) return blocks;
  const { outline } = context;
  const id = `heading-${(outline.count += 1)}`;
  const parent = outline.ids.slice(0, node.depth - 1).findLast((above) => above !== undefined);
  outline.ids = [...Array.from({ length: node.depth - 1 }, (_, level) => outline.ids[level] as string), id];
  Object.assign(first, { id, outline: true, outlineText: text, headlineLevel: node.depth });
  if (parent !== undefined) Object.assign(first, { outlineParentId: parent });
  return blocks;
}

const isText = (content: Content): content is ContentText => typeof content === 'object' && 'text' in content;

function toQuote(children: readonly Nodes[], context: PdfContext, place: Place): Content {
  const inner = { ...place, width: place.width - QUOTE_INDENT, color: colors.muted };
  return {
    table: { widths: ['*'], body: [[{ stack: toBlocks(children, context, inner) }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index: number) => (index === 0 ? 2.5 : 0),
      vLineColor: () => colors.line,
      paddingLeft: () => QUOTE_INDENT - 3,
      paddingRight: () => 0,
      paddingTop: () => 2,
      paddingBottom: () => 0,
    },
    margin: [0, 2, 0, 8],
  };
}

function toList(list: List, context: PdfContext, place: Place): Content {
  const start = list.start ?? 1;
  const isReversed = isRightToLeft(getText(list));
  const widest = list.ordered ? `${start + list.children.length - 1}.`.length : 1;
  const indent = Math.max(LIST_INDENT, 6 + widest * place.size * 0.62);
  const inner = { ...place, width: place.width - indent };
  const stack = list.children.map((item, index) => {
    const marker = list.ordered ? `${start + index}.` : getBullet(item);
    return toItem(item, marker, context, inner, indent, isReversed, list.spread ? 3 : 0);
  });
  return { stack, margin: [0, 0, 0, 6] };
}

function getBullet({ checked }: ListItem): string {
  if (typeof checked === 'boolean') return checked ? '✓' : '□';
  return '•';
}

function toItem(
  item: ListItem,
  marker: string,
  context: PdfContext,
  place: Place,
  indent: number,
  isReversed: boolean,
  below: number,
): Content {
  const content = item.children.flatMap((child, index): Content[] => {
    const isLast = index === item.children.length - 1;
    if (child.type === 'paragraph') return toParagraph(child.children, context, place, [0, 0, 0, isLast ? 2 : 4]);
    return toBlock(child, context, place);
  });
  const mark = {
    text: toTexts(marker, place, {}) as Content,
    width: indent,
    fontSize: place.size,
    color: place.color,
    ...(isReversed ? { alignment: 'right' as const } : {}),
  };
  const body = { stack: content.length > 0 ? content : [{ text: '' }], width: '*' };
  return { columns: isReversed ? [body, mark] : [mark, body], margin: [0, 0, 0, below] };
}
