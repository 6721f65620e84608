import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  HeadingLevel,
  LevelFormat,
  Paragraph,
  TextRun,
  type FileChild,
  type IParagraphOptions,
} from 'docx';
import type { List, ListItem, Nodes, PhrasingContent } from 'mdast';
import type { BlockPlace, DocxContext } from './context.ts';
import { directionOf } from './direction.ts';
import { toCodeRuns, toRuns } from './inlines.ts';
import { INDENT, MAX_LIST_LEVEL, TWIPS, colors, quoteBorder, toLineHeight, toListIndent } from './styles.ts';
import { toTable } from './tables.ts';

/** Code with at most this many lines is not divided between pages. */
const MAX_WHOLE_LINES = 30;
/** Points between a text and a line beside it (ISO/IEC 29500, part 1, 17.3.1.7). */
const MAX_BORDER_SPACE = 31;
/** Check boxes, in a font that every version of Office has. */
const boxes = {
  checkedState: { value: '2611', font: 'Segoe UI Symbol' },
  uncheckedState: { value: '2610', font: 'Segoe UI Symbol' },
};
const reversedQuoteBorder = { left: { style: BorderStyle.NONE }, right: quoteBorder };

export function toBlocks(nodes: readonly Nodes[], context: DocxContext, place: BlockPlace): FileChild[] {
  return nodes.flatMap((node, index) => [
    ...(node.type === 'code' && nodes[index - 1]?.type === 'code' ? [makeGap()] : []),
    ...toBlock(node, context, place),
  ]);
}

/** Word joins two tables, or two frames of code, that follow each other. */
const makeGap = () => new Paragraph({ spacing: { after: 60, ...toLineHeight(200) }, children: [] });

function toBlock(node: Nodes, context: DocxContext, place: BlockPlace): FileChild[] {
  switch (node.type) {
    case 'heading': {
      // A paragraph has only one style, so a heading in a quote loses the style of the quote and keeps only the line
      // beside it.
      const { style: _, ...position } = placeOf(place);
      return [
        new Paragraph({
          ...position,
          ...(place.quotes > 0 ? { border: { left: quoteBorder } } : {}),
          heading: HeadingLevel[`HEADING_${node.depth}`],
          ...toDirection(node, place),
          children: toRuns(node.children, context),
        }),
      ];
    }
    case 'paragraph':
      return [toParagraph(node.children, context, place)];
    case 'code':
      return [toCode(node.value, place)];
    case 'math': {
      const equation = context.toEquation(node.value, true);
      if (equation) return [new Paragraph({ ...placeOf(place), children: [equation as never] })];
      return [toCode(node.value.trim(), place)];
    }
    case 'blockquote':
      return toBlocks(node.children, context, { ...place, quotes: place.quotes + 1 });
    case 'list':
      return toList(node, context, place);
    case 'table':
      return [toTable(node, context, getIndent(place), place.width - getIndent(place)), makeGap()];
    case 'thematicBreak':
      return [
        new Paragraph({
          ...placeOf(place),
          border: { bottom: { style: BorderStyle.SINGLE, size: 6, color: colors.line, space: 1 } },
          children: [],
        }),
      ];
    default:
      if ('children' in node) return toBlocks(node.children, context, place);
      return [toParagraph([node as PhrasingContent], context, place)];
  }
}

function toParagraph(
  children: readonly PhrasingContent[],
  context: DocxContext,
  place: BlockPlace,
  options: IParagraphOptions = {},
): Paragraph {
  return new Paragraph({
    ...placeOf(place),
    ...toDirection({ type: 'paragraph', children: [...children] }, place),
    ...options,
    children: [...((options as { children?: [] }).children ?? []), ...toRuns(children, context)],
  });
}

/** Short code is not divided between pages. */
function toCode(code: string, place: BlockPlace): Paragraph {
  const keepLines = code.split('\n').length <= MAX_WHOLE_LINES;
  return new Paragraph({ ...placeOf(place, 120), style: 'Code', keepLines, children: toCodeRuns(code) });
}

/** The line beside a quote is on the side where its text starts. */
function toDirection(node: Nodes, { quotes }: BlockPlace): IParagraphOptions {
  const direction = directionOf(node);
  return direction.bidirectional && quotes > 0 ? { ...direction, border: reversedQuoteBorder } : direction;
}

function toList(list: List, context: DocxContext, place: BlockPlace): FileChild[] {
  const level = Math.min(MAX_LIST_LEVEL, place.level + 1);
  const reference = list.ordered ? addNumbering(context, level, list.start ?? 1) : 'bullets';
  return list.children.flatMap((item, index) => {
    const isLast = index === list.children.length - 1;
    const after = list.spread || (isLast && level === 0) ? 140 : 50;
    return toItem(item, context, { ...place, level }, reference, after);
  });
}

function toItem(
  item: ListItem,
  context: DocxContext,
  place: BlockPlace,
  reference: string,
  after: number,
): FileChild[] {
  const [first, ...rest] = item.children;
  const isText = first?.type === 'paragraph';
  const isTask = typeof item.checked === 'boolean';
  const indent = shift(toListIndent(place.level), place.quotes * INDENT);
  const marked = new Paragraph({
    ...(place.quotes > 0
      ? { style: 'Quote', border: toItemBorder(place.level) }
      : place.style
        ? { style: place.style }
        : {}),
    ...(isText ? toDirection(first, place) : {}),
    // The box takes the place of the bullet.
    ...(isTask ? { indent } : { numbering: { reference, level: place.level } }),
    spacing: { after },
    // The first paragraph of an item stays on one page with the paragraph after it.
    keepNext: rest.length > 0,
    // Word uses the indent of the numbering; in a quote, the indent must be larger.
    ...(place.quotes > 0 ? { indent } : {}),
    children: [
      ...(isTask ? [new CheckBox({ checked: item.checked === true, ...boxes }), new TextRun('\t')] : []),
      ...(isText ? toRuns(first.children, context) : []),
    ],
  });
  return [marked, ...toBlocks(isText ? rest : item.children, context, place)];
}

/** Word measures the distance of the line from the number, which is further in than text. */
function toItemBorder(level: number): NonNullable<IParagraphOptions['border']> {
  const { left, hanging } = toListIndent(level);
  const space = Math.min(MAX_BORDER_SPACE, quoteBorder.space + (left - hanging) / TWIPS);
  return { left: { ...quoteBorder, space } };
}

const shift = ({ left, hanging }: { left: number; hanging: number }, by: number) => ({ left: left + by, hanging });

function addNumbering({ numberings }: DocxContext, level: number, start: number): string {
  const reference = `numbers-${numberings.length}`;
  const levels = [
    {
      level,
      format: LevelFormat.DECIMAL,
      text: `%${level + 1}.`,
      start,
      alignment: AlignmentType.LEFT,
      style: { paragraph: { indent: toListIndent(level) } },
    },
  ];
  numberings.push({ reference, levels });
  return reference;
}

function getIndent({ level, quotes }: BlockPlace): number {
  return (level < 0 ? 0 : toListIndent(level).left) + quotes * INDENT;
}

function placeOf(place: BlockPlace, padding = 0): IParagraphOptions {
  const left = getIndent(place) + padding;
  const style = place.quotes > 0 ? 'Quote' : place.style;
  return { ...(style ? { style } : {}), ...(left > 0 ? { indent: { left } } : {}) };
}
