import type { DocumentWriter, WrittenFormat } from '../document.ts';

/** Each format's writer; loaded when it is used. */
export const writers: Readonly<Record<WrittenFormat, () => Promise<DocumentWriter>>> = {
  txt: async () => (await import('../text/writeText.ts')).writeText,
  docx: async () => (await import('../docx/writeDocx.ts')).writeDocx,
  pdf: async () => (await import('../pdf/writePdf.ts')).writePdf,
  email: async () => (await import('../email/writeEmail.ts')).writeEmail,
  eml: async () => (await import('../email/writeEml.ts')).writeEml,
};
