import type { Block, Paragraph, Run, Table } from '#api/presentations/content/blocks.ts';
import type { ExportImage } from '#api/exports/document.ts';
import type { Box, Placeholder } from '#api/presentations/template/placeholders.ts';
import type { Layout } from '#api/presentations/template/readTemplate.ts';

/** Text in a placeholder. */
export interface TextItem {
  kind: 'text';
  placeholder: Placeholder;
  /** The position of the text if it shares the placeholder with other items; null to follow the layout. */
  box: Box | null;
  /** Share of the size that the template gives. */
  scale: number;
  paragraphs: Paragraph[];
}

export interface TableItem {
  kind: 'table';
  /** The placeholder that it fills; null if text fills it already. */
  placeholder: Placeholder | null;
  box: Box;
  /** Points. */
  size: number;
  /** EMU. */
  widths: number[];
  heights: number[];
  rows: Run[][][];
  alignments: Table['alignments'];
}

export interface PictureItem {
  kind: 'picture';
  placeholder: Placeholder | null;
  box: Box;
  alt: string;
  image: ExportImage;
}

export type SlideItem = TextItem | TableItem | PictureItem;

/** A slide with all its content in its place. */
export interface Slide {
  layout: Layout;
  items: SlideItem[];
  /** What goes into the speaker notes. */
  notes: Block[];
  /** Whether the slide shows the number and footer of its layout. */
  hasFooter: boolean;
}
