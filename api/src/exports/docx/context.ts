import type { ILevelsOptions, ImportedXmlComponent } from 'docx';
import type { exportTexts } from '#api/exports/exports.texts.ts';
import type { ParsedDocument } from '#api/exports/document.ts';
import type { PageLayout } from './template/pageLayout.ts';

/** What the parts of the writer share while they convert one document. */
export interface DocxContext {
  document: ParsedDocument;
  texts: typeof exportTexts;
  page: PageLayout;
  /** Each numbered list has its own numbering, so that every one starts at its own number. */
  numberings: { reference: string; levels: ILevelsOptions[] }[];
  /** Adds a footnote for a reference and returns its number; null where there can be none. */
  addFootnote(identifier: string): number | null;
  /** Converts TeX to an equation; null for TeX that can't be converted. */
  toEquation(tex: string, isDisplayed: boolean): ImportedXmlComponent | null;
}

/** Where a block is. */
export interface BlockPlace {
  /** Level of the innermost list, from 0; -1 outside of lists. */
  level: number;
  quotes: number;
  /** Twips between the margins. */
  width: number;
  /** Style of paragraphs, if it is not the normal one. */
  style?: string;
}
