import { AlignmentType, Document, Footer, HeadingLevel, Packer, PageNumber, Paragraph, TextRun } from 'docx';
import type { FootnoteDefinition, Nodes } from 'mdast';
import { exportTexts } from '#api/exports/exports.texts.ts';
import type { DocumentWriter, ParsedDocument } from '#api/exports/document.ts';
import { guessLanguage, toOfficeLanguage } from '#api/exports/markdown/language.ts';
import { hasTitle } from '#api/exports/markdown/title.ts';
import { toBlocks } from './blocks.ts';
import { directionOf } from './direction.ts';
import { topPlace, type DocxContext } from './context.ts';
import { bulletLevels, colors, PAGE, styles } from './styles.ts';

/** Writes a Word document with real headings, lists, table headers and footnotes, so that it can be edited. */
export const writeDocx: DocumentWriter = async (parsed) => {
  const footnotes: Record<string, { children: Paragraph[] }> = {};
  const context = createContext(parsed, footnotes, await loadEquations(parsed));
  const children = toBlocks(parsed.root.children, context, topPlace);
  const document = new Document({
    title: parsed.title,
    creator: 'AVA',
    lastModifiedBy: 'AVA',
    description: '',
    styles: withLanguage(guessLanguage(parsed.root)),
    numbering: { config: [{ reference: 'bullets', levels: bulletLevels }, ...context.numberings] },
    footnotes,
    sections: [
      {
        properties: {
          page: {
            size: { width: PAGE.width, height: PAGE.height },
            margin: { top: PAGE.margin, bottom: PAGE.margin, left: PAGE.margin, right: PAGE.margin },
          },
        },
        footers: { default: makeFooter() },
        children: [...makeTitle(parsed), ...children],
      },
    ],
  });
  return Packer.toBuffer(document);
};

/** The language of the spelling check. Word has one each for Western, East Asian and complex scripts. */
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

/** Footnotes are numbered in the order of their references; each reference has its own, as Word wants it. */
function createContext(
  document: ParsedDocument,
  footnotes: Record<string, { children: Paragraph[] }>,
  toEquation: DocxContext['toEquation'],
): DocxContext {
  let number = 0;
  const context: DocxContext = {
    document,
    texts: exportTexts,
    toEquation,
    numberings: [],
    addFootnote(identifier) {
      const note = document.footnotes.get(identifier);
      if (!note) return null;
      number += 1;
      // A footnote cannot contain another one.
      const inner: DocxContext = { ...context, addFootnote: () => null };
      const blocks = toBlocks(spaceBefore(note.children), inner, { ...topPlace, style: 'FootnoteText' });
      // Word puts the number into the first paragraph. Types of the library know no tables in a footnote; Word does.
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

/** The title, unless the text has one. */
function makeTitle({ title, root }: ParsedDocument): Paragraph[] {
  if (hasTitle(root, title)) return [];
  const paragraph = { heading: HeadingLevel.TITLE, children: [new TextRun(title)] };
  return [new Paragraph({ ...paragraph, ...directionOf({ type: 'text', value: title }) })];
}

function makeFooter(): Footer {
  const run = new TextRun({
    size: 18,
    color: colors.muted,
    children: ['Page ', PageNumber.CURRENT, ' of ', PageNumber.TOTAL_PAGES],
  });
  return new Footer({ children: [new Paragraph({ alignment: AlignmentType.RIGHT, children: [run] })] });
}
