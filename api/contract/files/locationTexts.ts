/**
 * Texts inside locations. They are in a separate file from the schemas, so that a process that reads one file does not
 * load zod, which would take a tenth of its time for a PDF.
 */
import { truncate } from '#contract/text/text.ts';

/** A printed page number is a few characters; a damaged or hostile file can contain any text instead. */
export const MAX_PAGE_LABEL = 20;

/** Maximum length of a speaker's name; a longer one is cut. */
export const MAX_SPEAKER = 100;

/** The label of a page in one short line; `null` if it only repeats the page's number. */
export function toPageLabel(label: string, page: number): string | null {
  const line = truncate(
    label
      .slice(0, 2 * MAX_PAGE_LABEL)
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim(),
    MAX_PAGE_LABEL,
  );
  return line === '' || line === String(page) ? null : line;
}
