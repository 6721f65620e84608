import type { DocumentWriter, WrittenFormat } from '#api/exports/document.ts';

/** Each format's writer; loaded when it is used. */
export const writers: Readonly<Record<WrittenFormat, () => Promise<DocumentWriter>>> = {
  txt: async () => (await import('#api/exports/text/writeText.ts')).writeText,
  docx: async () => (await import('#api/exports/docx/writeDocx.ts')).writeDocx,
  pdf: async () => (await import('#api/exports/pdf/writePdf.ts')).writePdf,
  xlsx: async () => (await import('#api/exports/xlsx/writeXlsx.ts')).writeXlsx,
  md: async () => (await import('#api/exports/md/writeMarkdown.ts')).writeMarkdown,
  email: async () => (await import('#api/exports/email/writeEmail.ts')).writeEmail,
  eml: async () => (await import('#api/exports/email/writeEml.ts')).writeEml,
};
