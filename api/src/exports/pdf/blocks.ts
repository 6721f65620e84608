import type { Content, ContentText, Margins } from 'pdfmake/interfaces.js';
import type { Blockquote, Heading, List, ListItem, Nodes, PhrasingContent } from 'mdast';
import { isRightToLeft } from '#api/exports/markdown/direction.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { toCodeBlock } from './codeBlock.ts';
import type { PdfContext, Place } from './context.ts';
import { toStrut, toTexts } from './inlines.ts';
import { dropLastMargin, isLow, isShortParagraph, keepHeadings } from './keepTogether.ts';
import { toParagraph } from './paragraphs.ts';
import { colors, headings, LIST_INDENT, QUOTE_INDENT } from './styles.ts';
import { toTable } from './tables.ts';
import { setTag, type Tag } from './tags.ts';

export function toBlocks(nodes: readonly Nodes[], context: PdfContext, place: Place): Content[] {
  return keepHeadings(
    nodes.map((node) => ({ node, contents: toBlock(node, context, place) })),
    place,
  );
}

function toBlock(node: Nodes, context: PdfContext, around: Place): Content[] {
  const tag: Tag = { role: getRole(node), parent: around.tag };
  const contents = toContents(node, context, { ...around, tag });
  setTag(contents, tag);
  return contents;
}

function getRole(node: Nodes): string {
  if (node.type === 'heading') return `H${node.depth}`;
  return roles[node.type] ?? 'P';
}

const roles: Readonly<Record<string, string>> = { blockquote: 'BlockQuote', list: 'L', table: 'Table' };

function toContents(node: Nodes, context: PdfContext, place: Place): Content[] {
  switch (node.type) {
    case 'heading':
      return toHeading(node, context, place);
    case 'paragraph':
      return keepWhole(toParagraph(node.children, context, place, [0, 0, 0, 7]), isShortParagraph(node, place));
    case 'code':
    case 'math':
      return keepWhole([toCodeBlock(node.type === 'math' ? node.value.trim() : node.value, place)], isLow(node, place));
    case 'blockquote':
      return [toQuote(node, context, place)];
    case 'list':
      return toList(node, context, place);
    case 'table':
      return keepWhole([toTable(node, context, place)], isLow(node, place));
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
  Object.assign(first, { id, outline: true, outlineText: text });
  if (parent !== undefined) Object.assign(first, { outlineParentId: parent });
  return blocks;
}

const isText = (content: Content): content is ContentText => typeof content === 'object' && 'text' in content;

/** Keeps a single content on one page. Several contents are lines, which are never divided. */
function keepWhole(contents: Content[], isWhole: boolean): Content[] {
  const [only, ...others] = contents;
  if (isWhole && only && others.length === 0 && typeof only === 'object') Object.assign(only, { unbreakable: true });
  return contents;
}

function toQuote(quote: Blockquote, context: PdfContext, place: Place): Content {
  const inner = { ...place, width: place.width - QUOTE_INDENT, color: colors.muted };
  const isReversed = isRightToLeft(getText(quote));
  const stack = toBlocks(quote.children, context, inner);
  dropLastMargin(stack);
  return {
    table: { widths: ['*'], body: [[{ stack }]] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (index: number) => (index === (isReversed ? 1 : 0) ? 2.5 : 0),
      vLineColor: () => colors.line,
      paddingLeft: () => (isReversed ? 0 : QUOTE_INDENT - 3),
      paddingRight: () => (isReversed ? QUOTE_INDENT - 3 : 0),
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
    margin: [0, 2, 0, 8],
  };
}

/** Height of a line of a list with the space below, as a share of its size. */
const LINE_SHARE = 2;

/** Counts the line of an item, the line of the first item of the list in it, and so on. */
function countLinesToKeep({ children: [, list] }: ListItem): number {
  const first = list?.type === 'list' ? list.children[0] : undefined;
  return first ? 1 + countLinesToKeep(first) : 1;
}

function toList(list: List, context: PdfContext, place: Place): Content[] {
  const start = list.start ?? 1;
  const isReversed = isRightToLeft(getText(list));
  const widest = list.ordered ? `${start + list.children.length - 1}.`.length : 1;
  const indent = Math.max(LIST_INDENT, 6 + widest * place.size * 0.62);
  const inner = { ...place, width: place.width - indent };
  return list.children.map((item, index) => {
    const isLast = index === list.children.length - 1;
    // The marker is laid out separately from its right-to-left text, so its period is moved to the correct side here.
    const number = isReversed ? `.${start + index}` : `${start + index}.`;
    const marker = list.ordered ? number : getBullet(item);
    return toItem(item, marker, context, inner, { indent, isReversed, below: isLast ? 6 : list.spread ? 3 : 0 });
  });
}

function getBullet({ checked }: ListItem): string {
  if (typeof checked === 'boolean') return checked ? '✓' : '□';
  return '•';
}

function toItem(
  item: ListItem,
  marker: string,
  context: PdfContext,
  around: Place,
  { indent, isReversed, below }: { indent: number; isReversed: boolean; below: number },
): Content {
  const tag: Tag = { role: 'LI', parent: around.tag };
  const place = { ...around, tag: { role: 'LBody', parent: tag } };
  const content = item.children.flatMap((child, index): Content[] => {
    const next = item.children[index + 1];
    // The first item of a nested list has the same distance to the line above as the other items.
    const isTight = !next || (next.type === 'list' && !item.spread);
    if (child.type === 'paragraph') return toParagraph(child.children, context, place, [0, 0, 0, isTight ? 2 : 4]);
    return toBlock(child, context, place);
  });
  // The margin of the innermost item is enough.
  const endsWithList = item.children.at(-1)?.type === 'list';
  if (endsWithList) dropLastMargin(content);
  const mark = {
    text: [...toTexts(marker, place, {}), ...toStrut(getText(item))] as Content,
    width: indent,
    fontSize: place.size,
    color: place.color,
    ...(isReversed ? { alignment: 'right' as const } : {}),
  };
  setTag([mark], { role: 'Lbl', parent: tag });
  setTag(content, place.tag);
  const body = { stack: content.length > 0 ? content : [{ text: '' }], width: '*' };
  const [only] = item.children;
  const isWhole = item.children.length === 1 && only?.type === 'paragraph' && isShortParagraph(only, place);
  const margin: Margins = [0, 0, 0, below + (endsWithList ? 2 : 0)];
  // An item is not separated from the list in it.
  const lines = countLinesToKeep(item);
  const needed = lines > 1 ? { headlineLevel: lines * place.size * LINE_SHARE } : {};
  return { columns: isReversed ? [body, mark] : [mark, body], margin, unbreakable: isWhole, ...needed };
}
