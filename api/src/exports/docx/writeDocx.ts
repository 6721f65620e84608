import {
  AlignmentType,
  Document,
  Footer,
  Header,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  TableOfContents,
  TextRun,
  type FileChild,
  type ISectionOptions,
} from 'docx';
import type { FootnoteDefinition, Nodes, RootContent } from 'mdast';
import { exportTexts } from '#api/exports/exports.texts.ts';
import type { DocumentWriter, ParsedDocument } from '#api/exports/document.ts';
import { guessLanguage, toOfficeLanguage } from '#api/exports/markdown/language.ts';
import { divideByOrientation, isLong } from '#api/exports/markdown/pages.ts';
import { getTitle, hasTitle } from '#api/exports/markdown/title.ts';
import { toBlocks } from './blocks.ts';
import { directionOf } from './direction.ts';
import type { BlockPlace, DocxContext } from './context.ts';
import { bulletLevels, colors, styles, tableStyles } from './styles.ts';
import { applyTemplate, openWordTemplate } from './template/applyTemplate.ts';
import { defaultPage, getTextSize, isLandscape, toPage, type PageLayout } from './template/pageLayout.ts';

/** Writes a Word document with real headings, lists, table headers and footnotes, so that it can be edited. */
export const writeDocx: DocumentWriter = async (parsed) => {
  const footnotes: Record<string, { children: Paragraph[] }> = {};
  const template = parsed.template && openWordTemplate(parsed.template);
  const page = template?.page ?? defaultPage;
  const context = createContext(parsed, page, footnotes, await loadEquations(parsed));
  const { front, body } = divideLong(parsed);
  const margins = makeMargins(front ? getTitle(parsed) : parsed.title);
  const upright = { properties: { page: toPage(page, false) } };
  const groups = (isLandscape(page) ? [{ isLandscape: false, nodes: body }] : divideByOrientation(body)).map(
    ({ isLandscape: isOnSide, nodes }): ISectionOptions => ({
      properties: { page: toPage(page, isOnSide) },
      children: toBlocks(nodes, context, toTopPlace(page, isOnSide)),
    }),
  );
  const beginning = [...makeTitle(parsed), ...toBlocks(front ?? [], context, toTopPlace(page))];
  // Later sections continue the header and footer of earlier ones.
  const [first = { ...upright, children: [] }, ...others] = groups;
  const sections: ISectionOptions[] = front
    ? [
        { ...upright, footers: margins.footers, children: [...beginning, ...makeContents(body)] },
        { ...first, headers: margins.headers },
        ...others,
      ]
    : [{ ...first, footers: margins.footers, children: [...beginning, ...first.children] }, ...others];
  const document = new Document({
    title: parsed.title,
    creator: 'AVA',
    lastModifiedBy: 'AVA',
    description: '',
    externalStyles: tableStyles,
    styles: withLanguage(guessLanguage(parsed.root)),
    numbering: { config: [{ reference: 'bullets', levels: bulletLevels }, ...context.numberings] },
    footnotes,
    sections,
  });
  const bytes = await Packer.toBuffer(document);
  return template ? applyTemplate(bytes, template) : bytes;
};

const toTopPlace = (page: PageLayout, isOnSide = false): BlockPlace => ({
  level: -1,
  quotes: 0,
  width: getTextSize(page, isOnSide).width,
});

/** The language of the spelling check. Word has a separate language for Western, East Asian and complex scripts. */
function withLanguage(guess: string): typeof styles {
  const tag = toOfficeLanguage(guess);
  const isEastAsian = ['ja', 'ko', 'zh'].includes(guess);
  const isComplex = ['ar', 'he', 'th', 'hi'].includes(guess);
  const languages = {
    value: isEastAsian || isComplex ? 'en-US' : tag,
    eastAsia: isEastAsian ? tag : 'zh-CN',
    bidirectional: isComplex ? tag : 'ar-SA',
  };
  const document = { ...styles.default?.document, run: { ...styles.default?.document?.run, language: languages } };
  return { ...styles, default: { ...styles.default, document } };
}

/** KaTeX is loaded only for a document with formulas. */
async function loadEquations({ root, footnotes }: ParsedDocument): Promise<DocxContext['toEquation']> {
  const hasFormula = (node: Nodes): boolean =>
    node.type === 'math' || node.type === 'inlineMath' || ('children' in node && node.children.some(hasFormula));
  if (![root, ...footnotes.values()].some(hasFormula)) return () => null;
  return (await import('./equations.ts')).toEquation;
}

/**
 * Footnotes are numbered in the order of their references. Word needs one for each reference, so a note that is referenced
 * twice is written twice.
 */
function createContext(
  document: ParsedDocument,
  page: PageLayout,
  footnotes: Record<string, { children: Paragraph[] }>,
  toEquation: DocxContext['toEquation'],
): DocxContext {
  let number = 0;
  const printed = new Set<string>();
  const context: DocxContext = {
    document,
    page,
    texts: exportTexts,
    toEquation,
    numberings: [],
    addFootnote(identifier) {
      const note = document.footnotes.get(identifier);
      if (!note) return null;
      number += 1;
      // A footnote cannot contain another one. A footnote that is referenced only in another one is printed at the end
      // of that one.
      const nested = new Set<string>();
      const inner: DocxContext = {
        ...context,
        addFootnote(other) {
          if (other !== identifier && !printed.has(other)) {
            printed.add(other);
            nested.add(other);
          }
          return null;
        },
      };
      const place = { ...toTopPlace(page), style: 'FootnoteText' };
      const blocks = toBlocks(spaceBefore(note.children), inner, place);
      for (const other of nested) {
        const definition = document.footnotes.get(other);
        const mark = { type: 'text' as const, value: `[${definition?.label ?? other}]` };
        blocks.push(...toBlocks([{ type: 'paragraph', children: [mark] }], inner, place));
        blocks.push(...toBlocks(definition?.children ?? [], inner, place));
      }
      // Word puts the number into the first paragraph. Word allows tables in a footnote, but the types of the library
      // do not.
      const children = blocks[0] instanceof Paragraph ? blocks : [new Paragraph({}), ...blocks];
      footnotes[number] = { children: children as Paragraph[] };
      return number;
    },
  };
  return context;
}

/** A space between the number of a footnote and its text. */
function spaceBefore([first, ...rest]: FootnoteDefinition['children']): Nodes[] {
  if (first?.type !== 'paragraph') return first ? [first, ...rest] : [];
  return [{ ...first, children: [{ type: 'text', value: ' ' }, ...first.children] }, ...rest];
}

/** The title of the document, unless the text starts with a title. */
function makeTitle({ title, root }: ParsedDocument): Paragraph[] {
  if (hasTitle(root, title)) return [];
  const paragraph = { heading: HeadingLevel.TITLE, children: [new TextRun(title)] };
  return [new Paragraph({ ...paragraph, ...directionOf({ type: 'text', value: title }) })];
}

/** A long text has a page in front, with its title and its contents. */
function divideLong({ title, root }: ParsedDocument): { front: RootContent[] | null; body: RootContent[] } {
  if (!isLong(root.children)) return { front: null, body: root.children };
  const count = hasTitle(root, title) ? 1 : 0;
  return { front: root.children.slice(0, count), body: root.children.slice(count) };
}

/** Entries of a table of contents, which has fewer levels rather than more pages. */
const MAX_ENTRIES = 60;

/** The headings with links. Word asks to add their page numbers when it opens the file: nothing else knows where its pages end. */
function makeContents(body: readonly RootContent[]): FileChild[] {
  const count = (depth: number) => body.filter((node) => node.type === 'heading' && node.depth <= depth).length;
  const top = count(1) > 0 ? 1 : 2;
  const deepest = [top + 2, top + 1].find((depth) => count(depth) <= MAX_ENTRIES) ?? top;
  return [
    new Paragraph({ style: 'TOCHeading', children: [new TextRun(exportTexts.contents)] }),
    new TableOfContents(exportTexts.contents, { hyperlink: true, headingStyleRange: `${top}-${deepest}` }),
  ];
}

/** A running title for long documents, and page numbers. */
function makeMargins(title: string): { headers: { default: Header }; footers: { default: Footer } } {
  const look = { size: 18, color: colors.muted };
  const number = new TextRun({ ...look, children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES] });
  const direction = directionOf({ type: 'text', value: title });
  const header = new Paragraph({ ...direction, children: [new TextRun({ ...look, text: title })] });
  const footer = new Paragraph({ alignment: AlignmentType.RIGHT, children: [number] });
  return {
    headers: { default: new Header({ children: [header] }) },
    footers: { default: new Footer({ children: [footer] }) },
  };
}
