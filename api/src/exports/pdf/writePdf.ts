import pdfmake from 'pdfmake';
import type { Nodes } from 'mdast';
import type { Content, DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { exportTexts } from '#api/exports/exports.texts.ts';
import type { DocumentWriter, ParsedDocument } from '#api/exports/document.ts';
import { isRightToLeft } from '#api/exports/markdown/direction.ts';
import { guessLanguage } from '#api/exports/markdown/language.ts';
import { divideByOrientation, isLong } from '#api/exports/markdown/pages.ts';
import { getTitle, hasTitle } from '#api/exports/markdown/title.ts';
import { toBlocks } from './blocks.ts';
import { landscapePlace, topPlace, type PdfContext } from './context.ts';
import { dropLastMargin, isAtPageEnd } from './keepTogether.ts';
import './exactText.ts';
import { facePaths, faces } from './fonts.ts';
import { prepareImages } from './images.ts';
import { toNoteId, toTexts } from './inlines.ts';
import { toLines } from './paragraphs.ts';
import { colors, LINE_HEIGHT, PAGE } from './styles.ts';
import { documentTag, setTag, type Tag } from './tags.ts';

pdfmake.setFonts(faces);
// pdfmake fetches nothing, and reads no files except the fonts.
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => facePaths.has(path));

/** About 20,000 rows of a table with three columns. Tags of more would need more memory than the process that writes the file has. */
const MAX_TAGGED_NODES = 150_000;

function countNodes(node: Nodes): number {
  return 'children' in node ? node.children.reduce((sum, child) => sum + countNodes(child), 1) : 1;
}

/** Writes a PDF with selectable text, an outline of its headings and page numbers. */
export const writePdf: DocumentWriter = async (parsed) => {
  const document = await prepareImages(parsed);
  const context: PdfContext = { document, noteNumbers: new Map(), outline: { ids: [], count: 0 } };
  const groups = divideByOrientation(document.root.children);
  const body = groups.map(({ isLandscape, nodes }) =>
    toBlocks(nodes, context, isLandscape ? landscapePlace : topPlace),
  );
  body.push([...(body.pop() ?? []), ...makeNotes(context)]);
  const content = body.map((contents, index) => {
    const stack = index === 0 ? [...makeTitle(document), ...contents] : contents;
    dropLastMargin(stack);
    return index === 0 ? stack : toPages(stack, groups[index]?.isLandscape === true);
  });
  const definition: TDocumentDefinitions = {
    pageSize: { width: PAGE.width, height: PAGE.height },
    pageOrientation: toOrientation(groups[0]?.isLandscape === true),
    pageMargins: [PAGE.margin, PAGE.margin, PAGE.margin, PAGE.bottom],
    version: '1.7',
    info: { title: document.title, author: 'AVA', creator: 'AVA', producer: 'AVA' },
    displayTitle: true,
    tagged: countNodes(document.root) <= MAX_TAGGED_NODES,
    language: guessLanguage(document.root),
    defaultStyle: { font: 'Sans', fontSize: topPlace.size, lineHeight: LINE_HEIGHT, color: colors.text },
    content,
    ...(isLong(document.root.children) ? { header: makeRunningTitle(getTitle(document)) } : {}),
    footer: (page, pages) => ({
      text: exportTexts.page(page, pages),
      alignment: 'right',
      fontSize: 8.5,
      color: colors.muted,
      margin: [PAGE.margin, 24, PAGE.margin, 0],
    }),
    pageBreakBefore: isAtPageEnd,
  };
  return pdfmake.createPdf(definition).getBuffer();
};

/** The running title, on all pages except the first. */
function makeRunningTitle(title: string): DynamicContent {
  const place = { ...topPlace, size: 8.5, color: colors.muted };
  return (page) =>
    page > 1
      ? toLines(toTexts(title, place, {}), place, isRightToLeft(title), [PAGE.margin, 28, PAGE.margin, 0])
      : null;
}

const toOrientation = (isLandscape: boolean) => (isLandscape ? 'landscape' : 'portrait');

/** Starts pages with another orientation than the pages before. */
const toPages = (stack: Content[], isLandscape: boolean): Content => ({
  stack,
  pageBreak: 'before',
  pageOrientation: toOrientation(isLandscape),
});

/** The title, unless the text has one. */
function makeTitle({ title, root }: ParsedDocument): Content[] {
  if (hasTitle(root, title)) return [];
  const place = { ...topPlace, size: 22, bold: true, color: colors.accent };
  const lines = toLines(toTexts(title, place, {}), place, isRightToLeft(title), [0, 0, 0, 14]);
  setTag(lines, { role: 'H1', parent: documentTag });
  return lines;
}

/** Footnotes at the end, in the order of their references. A footnote can refer to another one, which joins the list. */
function makeNotes(context: PdfContext): Content[] {
  const place = { ...topPlace, size: 9 };
  const items: Content[] = [];
  for (const [identifier, number] of context.noteNumbers) {
    const note = context.document.footnotes.get(identifier);
    if (!note) continue;
    const tag: Tag = { role: 'Note', parent: documentTag };
    const stack = toBlocks(note.children, context, { ...place, width: place.width - 26, tag });
    const mark = { text: `[${number}]`, width: 26, fontSize: 9, color: colors.muted, id: toNoteId(number) };
    setTag([mark], { role: 'Lbl', parent: tag });
    items.push({ columns: [mark, { stack, width: '*' }] });
  }
  if (items.length === 0) return [];
  const line = { type: 'line' as const, x1: 0, y1: 0, x2: 140, y2: 0, lineWidth: 0.6, lineColor: colors.line };
  const heading = {
    text: exportTexts.notes,
    fontSize: 11,
    bold: true,
    color: colors.accent,
    margin: [0, 6, 0, 6] as [number, number, number, number],
  };
  const title: Content = { ...heading, headlineLevel: 50 };
  setTag([title], { role: 'P', parent: documentTag });
  return [{ canvas: [line], margin: [0, 14, 0, 0] }, title, ...items];
}
