import type { Paragraph, Run } from '#api/presentations/content/blocks.ts';
import { extraIndentOf, LIST_INDENT, marginOf, styleOf } from '#api/presentations/fit/fitParagraphs.ts';
import { escapeXml } from '#api/ooxml/escapeXml.ts';
import type { LevelStyle } from '#api/presentations/template/placeholders.ts';

/** Adds a link to a slide's relationships and returns its id. */
export type AddLink = (url: string) => string;

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}]/u;
const LETTER = /\p{L}/u;
const MONOSPACED = '<a:latin typeface="Consolas"/><a:cs typeface="Consolas"/>';
/** Largest start of a numbered list (ECMA-376, part 1, 20.1.10.62). */
const MAX_START = 32_767;

/** Whether the first letter is of a script that is written from right to left. */
export function isRightToLeft(runs: readonly Run[]): boolean {
  for (const { text } of runs) {
    const letter = LETTER.exec(text.slice(0, 500))?.[0];
    if (letter !== undefined) return RIGHT_TO_LEFT.test(letter);
  }
  return false;
}

/** The text of a shape. `scale` below 1 makes it smaller, as PowerPoint does for text that overflows. */
export function toTextBody(
  paragraphs: readonly Paragraph[],
  { levels, scale, hasOwnSize }: { levels: readonly LevelStyle[]; scale: number; hasOwnSize: boolean },
  addLink: AddLink,
): string {
  const fit = scale < 1 ? ` fontScale="${Math.round(scale * 100_000)}" lnSpcReduction="10000"` : '';
  const body = toParagraphs(paragraphs, levels, addLink, hasOwnSize);
  return `<p:txBody><a:bodyPr><a:normAutofit${fit}/></a:bodyPr><a:lstStyle/>${body}</p:txBody>`;
}

export function toParagraphs(
  paragraphs: readonly Paragraph[],
  levels: readonly LevelStyle[],
  addLink: AddLink,
  /** Whether the text has nothing to inherit its size from. */
  hasOwnSize = false,
): string {
  if (paragraphs.length === 0) return '<a:p/>';
  const starts = listStarts(paragraphs);
  return paragraphs
    .map((paragraph, index) => {
      const style = styleOf(paragraph, { levels });
      const properties = toProperties(paragraph, style, starts[index] ?? 1);
      const size = hasOwnSize ? { size: style.size } : {};
      const look = { ...size, bold: paragraph.style === 'heading', italic: paragraph.style === 'quote' };
      return `<a:p>${properties}${toRuns(paragraph.runs, look, addLink)}</a:p>`;
    })
    .join('');
}

/** The number with which the list of each paragraph starts. PowerPoint counts on while level and start stay the same. */
function listStarts(paragraphs: readonly Paragraph[]): (number | null)[] {
  const open: (number | null)[] = [];
  return paragraphs.map(({ level, list, continues }) => {
    if (!list && !continues) open.length = 0;
    if (!list) return null;
    open.length = Math.min(open.length, level + 1);
    if (list.number === null) open[level] = null;
    else open[level] ??= Math.min(list.number, MAX_START);
    return open[level] ?? null;
  });
}

function toProperties(paragraph: Paragraph, style: LevelStyle, start: number): string {
  const attributes: string[] = [];
  const margin = marginOf(paragraph, style);
  const hasOwnList = style.bullet && style.margin > 0;
  const extra = paragraph.list ? extraIndentOf(paragraph.list, style) : 0;
  const indent = (hasOwnList ? Math.abs(style.indent) : LIST_INDENT) + extra;
  if (!paragraph.list) attributes.push(`marL="${margin}"`, 'indent="0"');
  else if (!hasOwnList || extra > 0) attributes.push(`marL="${margin}"`, `indent="-${indent}"`);
  if (paragraph.level > 0) attributes.push(`lvl="${paragraph.level}"`);
  if (isRightToLeft(paragraph.runs)) attributes.push('algn="r"', 'rtl="1"');
  return `<a:pPr${attributes.map((attribute) => ` ${attribute}`).join('')}>${toBullet(paragraph, hasOwnList, start)}</a:pPr>`;
}

function toBullet({ list }: Paragraph, hasOwnList: boolean, start: number): string {
  if (!list) return '<a:buNone/>';
  if (list.checked !== undefined)
    return `<a:buFont typeface="Segoe UI Symbol"/><a:buChar char="${list.checked ? '☑' : '☐'}"/>`;
  if (list.number === null) return hasOwnList ? '' : '<a:buFont typeface="Arial"/><a:buChar char="•"/>';
  const startAt = start > 1 ? ` startAt="${start}"` : '';
  return `<a:buFont typeface="+mj-lt"/><a:buAutoNum type="arabicPeriod"${startAt}/>`;
}

interface RunLook {
  /** Points; missing where the text inherits its size. */
  size?: number;
  bold: boolean;
  italic: boolean;
  /** Color of the theme; missing where the text inherits it. */
  color?: string;
}

function toRuns(runs: readonly Run[], look: RunLook, addLink: AddLink): string {
  return runs
    .map((run) => {
      const properties = toRunProperties(run, look, addLink);
      return run.text
        .split('\n')
        .map((line) => (line === '' ? '' : `<a:r>${properties}<a:t>${escapeXml(line)}</a:t></a:r>`))
        .join('<a:br/>');
    })
    .join('');
}

function toRunProperties(run: Run, { size, bold, italic, color }: RunLook, addLink: AddLink): string {
  const attributes = [
    size ? ` sz="${Math.round(size * 100)}"` : '',
    run.bold || bold ? ' b="1"' : '',
    run.italic || italic ? ' i="1"' : '',
    run.underline ? ' u="sng"' : '',
    run.strike ? ' strike="sngStrike"' : '',
    run.citation || run.script === 'superscript' ? ' baseline="30000"' : '',
    run.script === 'subscript' && !run.citation ? ' baseline="-25000"' : '',
  ];
  const fill = color ? `<a:solidFill><a:schemeClr val="${color}"/></a:solidFill>` : '';
  const font = run.code ? MONOSPACED : '';
  const link = run.link ? `<a:hlinkClick r:id="${addLink(run.link)}"/>` : '';
  return `<a:rPr${attributes.join('')} dirty="0">${fill}${font}${link}</a:rPr>`;
}

/** Text of a cell of a table, which has no placeholder to inherit its size from. */
export function toCellText(
  runs: readonly Run[],
  { size, isHeader, alignment, color }: { size: number; isHeader: boolean; alignment: string; color: string },
  addLink: AddLink,
): string {
  const direction = isRightToLeft(runs) ? ' algn="r" rtl="1"' : alignment;
  const look = { size, bold: isHeader, italic: false, color };
  const end = `<a:endParaRPr sz="${Math.round(size * 100)}" dirty="0"/>`;
  return `<a:p><a:pPr${direction}/>${toRuns(runs, look, addLink)}${end}</a:p>`;
}
