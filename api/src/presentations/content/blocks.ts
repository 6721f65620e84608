import type { ExportImage } from '#api/exports/document.ts';

/** A piece of text with one appearance. */
export interface Run {
  text: string;
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  underline?: boolean;
  script?: 'subscript' | 'superscript';
  code?: boolean;
  /** Number of a source, as `[3]`. */
  citation?: boolean;
  link?: string;
}

export interface ListMark {
  /** `null` for a bullet. */
  number: number | null;
  /** Whether the box of a task is checked. Missing for other items. */
  checked?: boolean;
}

export interface Paragraph {
  kind: 'paragraph';
  style: 'text' | 'heading' | 'quote' | 'code';
  /** Depth in nested lists, from 0. */
  level: number;
  /** Missing for a paragraph outside of lists, and for the second and later paragraphs of an item. */
  list?: ListMark;
  /** The mark of the item that a later paragraph belongs to. It is indented like the item and has no mark itself. */
  continues?: ListMark;
  runs: Run[];
}

export interface Table {
  kind: 'table';
  /** The first row is the header. */
  rows: Run[][][];
  alignments: ('left' | 'center' | 'right' | null)[];
}

export interface Picture {
  kind: 'picture';
  alt: string;
  address: string;
  /** Null if the text refers to an image that was not sent. */
  image: ExportImage | null;
}

export type Block = Paragraph | Table | Picture;

export function textOf(runs: readonly Run[]): string {
  return runs.map(({ text }) => text).join('');
}
