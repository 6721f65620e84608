import { MAX_MESSAGE_BYTES } from '#contract/limits.ts';

/** Content of a paste: files, text, too much text for a message, or nothing usable. */
export type Paste =
  { name: 'files'; files: File[] } | { name: 'text'; text: string } | { name: 'tooLong' } | { name: 'nothing' };

/**
 * Reads a paste. Text takes precedence over files, because Word and Excel add a picture of the text. Text that has only
 * file names is ignored, because file managers add it. Invisible control characters are removed.
 */
export function readPaste(data: Pick<DataTransfer, 'getData' | 'files'>): Paste {
  const text = toPlainText(data.getData('text/plain'));
  if (countBytes(text) > MAX_MESSAGE_BYTES) return { name: 'tooLong' };
  const files = Array.from(data.files);
  if (text !== '' && !isFileNamesOnly(text, files)) return { name: 'text', text };
  return files.length > 0 ? { name: 'files', files } : { name: 'nothing' };
}

function isFileNamesOnly(text: string, files: readonly File[]): boolean {
  const names = new Set(files.map((file) => file.name));
  return text.split('\n').every((line) => names.has(line.trim()));
}

function toPlainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Counts UTF-8 bytes. A text with more characters than the limit is too long anyway and is not encoded. */
function countBytes(text: string): number {
  return text.length > MAX_MESSAGE_BYTES ? text.length : new Blob([text]).size;
}
