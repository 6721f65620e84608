import type { ParsedDocument } from '#api/exports/document.ts';
import { documentTag, type Tag } from './tags.ts';
import { BODY_SIZE, colors, LANDSCAPE, TEXT_HEIGHT, TEXT_WIDTH } from './styles.ts';

/** What the parts of the writer share while they convert one document. */
export interface PdfContext {
  document: ParsedDocument;
  /** Numbers of the footnotes in the order of their first reference; they are listed at the end. */
  noteNumbers: Map<string, number>;
  /** The id of the last heading of each level, for the outline. */
  outline: { ids: string[]; count: number };
}

/** The style of the surrounding text. */
export interface Place {
  /** Points that the text can use. */
  width: number;
  /** Points between the margins of a page. */
  pageHeight: number;
  size: number;
  color: string;
  bold: boolean;
  /** The structure element that contains this part. */
  tag: Tag;
}

export const topPlace: Place = {
  width: TEXT_WIDTH,
  pageHeight: TEXT_HEIGHT,
  size: BODY_SIZE,
  color: colors.text,
  bold: false,
  tag: documentTag,
};

/** Measures of a landscape page. */
export const landscapePlace: Place = { ...topPlace, width: LANDSCAPE.width, pageHeight: LANDSCAPE.height };
