import type { Purpose } from '#contract/exports/presentations.ts';
import { isAttachmentAddress } from '#api/exports/imageReferences.ts';
import { textOf, type Block } from './blocks.ts';
import { parseSection } from './markdownBlocks.ts';

/** Characters and rows that half of a slide holds. */
const HALF_CHARACTERS = 350;
const HALF_ROWS = 8;
const HALF_COLUMNS = 3;

/** Characters of running text that a slide should not have. */
const PROSE_CHARACTERS = 300;

/**
 * What a section shows, and whether it is running text that bullets would shorten. Its images are not loaded yet. Only
 * attached images count, because no others are ever loaded.
 */
export function describeContent(markdown: string): { purpose: Purpose; isProse: boolean } {
  const { blocks, footnotes } = parseSection(markdown, {});
  const isText = blocks.every((block) => block.kind === 'paragraph' && block.style === 'text' && !block.list);
  return {
    purpose: toPurpose(blocks, isAttachmentAddress),
    isProse: isText && footnotes.length === 0 && markdown.length > PROSE_CHARACTERS,
  };
}

/**
 * Two columns for two short parts with headings, for a text with a small table, and for two pictures; a place for the
 * picture for a short text with one.
 */
export function toPurpose(blocks: readonly Block[], isAttached: (address: string) => boolean = () => false): Purpose {
  const pictures = blocks.filter((block) => block.kind === 'picture' && (block.image ?? isAttached(block.address)));
  const tables = blocks.filter((block) => block.kind === 'table');
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const length = paragraphs.reduce((sum, { runs }) => sum + textOf(runs).length, 0);
  const isShort = length > 0 && length <= HALF_CHARACTERS;
  if (pictures.length === 1 && tables.length === 0 && isShort) return 'picture';
  if (pictures.length > 0) return pictures.length === 2 && blocks.length === 2 ? 'columns' : 'text';
  const [table] = tables;
  if (table)
    return tables.length === 1 && isShort && table.rows.length <= HALF_ROWS && table.alignments.length <= HALF_COLUMNS
      ? 'columns'
      : 'text';
  const headings = paragraphs.flatMap(({ style }, index) => (style === 'heading' ? [index] : []));
  const [first, second] = headings;
  const parts = [paragraphs.slice(first, second), paragraphs.slice(second)];
  const lengths = parts.map((part) => part.reduce((sum, { runs }) => sum + textOf(runs).length, 0));
  return headings.length === 2 && first === 0 && lengths.every((sum) => sum <= HALF_CHARACTERS) ? 'columns' : 'text';
}
