import type { DocumentFormat } from '../../../contract/exports.ts';
import type { DocumentWriter } from '../document.ts';

/** Each format's writer; loaded when it is used. */
export const writers: Readonly<Record<DocumentFormat, () => Promise<DocumentWriter>>> = {
  txt: async () => (await import('../text/writeText.ts')).writeText,
  docx: async () => (await import('../docx/writeDocx.ts')).writeDocx,
  pdf: async () => (await import('../pdf/writePdf.ts')).writePdf,
};
