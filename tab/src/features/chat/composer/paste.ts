import { MAX_MESSAGE_BYTES } from '../../../../../api/contract/limits.ts';

/** What a paste brings: files, text, nothing of use, or more text than a message may have. */
export type Paste =
  { name: 'files'; files: File[] } | { name: 'text'; text: string } | { name: 'tooLong' } | { name: 'nothing' };

/**
 * Reads a paste. Text goes before files, since Word and Excel put a picture of the text beside it; but a file manager
 * puts the names beside the files. Control characters, which no one can see and which end up in prompts, are dropped.
 */
export function readPaste(data: Pick<DataTransfer, 'getData' | 'files'>): Paste {
  const text = plainText(data.getData('text/plain'));
  if (bytesOf(text) > MAX_MESSAGE_BYTES) return { name: 'tooLong' };
  const files = Array.from(data.files);
  if (text !== '' && !namesOnly(text, files)) return { name: 'text', text };
  return files.length > 0 ? { name: 'files', files } : { name: 'nothing' };
}

function namesOnly(text: string, files: readonly File[]): boolean {
  const names = new Set(files.map((file) => file.name));
  return text.split('\n').every((line) => names.has(line.trim()));
}

function plainText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

/** Bytes as the server counts them; what is too long at a byte a character need not be encoded. */
function bytesOf(text: string): number {
  return text.length > MAX_MESSAGE_BYTES ? text.length : new Blob([text]).size;
}
