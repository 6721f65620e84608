import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { MAX_BODY_BYTES, MAX_EXPORT_CHARACTERS, MAX_EXPORT_IMAGES, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';

/** Formats of a document that the server makes. */
export const documentFormats = ['txt', 'docx', 'pdf', 'xlsx', 'md'] as const;
export type DocumentFormat = (typeof documentFormats)[number];

export const documentTypes: Readonly<Record<DocumentFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  md: 'text/markdown; charset=utf-8',
};

const DocumentRequest = {
  format: z.enum(documentFormats),
  name: z.string().min(1).max(MAX_TITLE_CHARACTERS).describe('name of the file without its extension, and its title'),
};

/** Ids that say what is exported; calls that export to a mailbox or to slides take the same ones. */
export const answerSource = { chat_id: Id, message_id: Id };
export const chatSource = { chat_id: Id };
export const taskSource = { task_id: Id };

/** A file that was made for the caller. */
export const ExportedFile = z.object({
  export_id: Id,
  file_name: z.string(),
  size: z.number().int().describe('bytes'),
  url: z.string().describe('path of the download, which needs no token; whoever has it can download the file'),
  expires_at: z.string().describe('when the download and the file end'),
  notes: z.array(z.string()).describe('sentences about what the file does not contain, and why'),
});
export type ExportedFile = z.infer<typeof ExportedFile>;

export const exportAnswer = endpoint({
  method: 'POST',
  path: '/exports/answer',
  summary: 'Makes a file of one answer, as the caller can read it now',
  toggle: 'chat',
  ids: { chat_id: 'chat', message_id: 'message' },
  body: z.object({ ...answerSource, ...DocumentRequest }),
  reply: ExportedFile,
});

export const exportChat = endpoint({
  method: 'POST',
  path: '/exports/chat',
  summary: 'Makes a file of the questions and answers of a chat, as the caller can read them now',
  toggle: 'chat',
  ids: { chat_id: 'chat' },
  body: z.object({ ...chatSource, ...DocumentRequest }),
  reply: ExportedFile,
});

export const exportTask = endpoint({
  method: 'POST',
  path: '/exports/task',
  summary: "Makes a file of the outputs of a task's steps, in their order",
  toggle: 'tasks',
  ids: { task_id: 'task' },
  body: z.object({ ...taskSource, ...DocumentRequest }),
  reply: ExportedFile,
});

const Images = z
  .record(z.string().max(1_024), z.string().max(MAX_BODY_BYTES))
  .refine((images) => Object.keys(images).length <= MAX_EXPORT_IMAGES)
  .meta({
    maxProperties: MAX_EXPORT_IMAGES,
    description: 'PNG, JPEG or GIF images in base64, by the name that the text refers to',
  });

const Content = z.object({
  content: z.string().max(MAX_EXPORT_CHARACTERS).describe('Markdown'),
  title: z.string().min(1).max(MAX_TITLE_CHARACTERS),
  images: Images.optional(),
});

export const getPdf = endpoint({
  method: 'POST',
  path: '/get_pdf',
  summary: 'Returns a PDF of a text that the caller sends',
  body: Content,
  bytes: documentTypes.pdf,
});

export const getDocx = endpoint({
  method: 'POST',
  path: '/get_docx',
  summary: 'Returns a Word document of a text that the caller sends',
  body: Content,
  bytes: documentTypes.docx,
});

export const exportHtml = endpoint({
  method: 'POST',
  path: '/exports/html',
  summary: 'Makes a Word document of HTML; its images are those of the call, nothing is fetched',
  body: z.object({
    html: z.string().max(MAX_EXPORT_CHARACTERS),
    filename: z.string().min(1).max(MAX_TITLE_CHARACTERS),
    images: Images.optional(),
  }),
  reply: ExportedFile,
});

export const downloadExport = endpoint({
  method: 'GET',
  path: '/exports/download/{ticket}',
  summary: 'Downloads a file that was made for a person; the ticket is valid for ten minutes',
  access: 'anyone',
  params: z.object({ ticket: z.string().max(200) }),
  bytes: 'application/octet-stream',
});

/** Characters that Windows, OneDrive or SharePoint refuse in a name, control and direction marks, and invisible ones. */
const NOT_IN_NAMES = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"*:<>?/\\|]+/gu;
/** Names of devices, which Windows opens whatever the extension is. */
const DEVICE_NAME = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])(?=\s*(?:\.|$))/i;
/** SharePoint uses this text in the names of its system folders, and refuses it in the names of files. */
const RESERVED = /_vti_/gi;
const VISIBLE = /[^\p{C}\p{M}\p{Z}]/u;
/** A file name has at most 255 bytes on most systems; a character has up to four. */
const MAX_NAME_BYTES = 200;

/** The name under which an export is saved: the person's name for it, without what a file name cannot contain. */
export function toExportName(name: string, extension: string): string {
  const clean = name.toWellFormed().replace(NOT_IN_NAMES, ' ').replace(RESERVED, 'vti').replace(/\s+/g, ' ');
  const base = trimName(cut(clean));
  return `${VISIBLE.test(base) ? base.replace(DEVICE_NAME, '$1_') : 'Export'}.${extension}`;
}

/** Cuts between characters as people see them, so that an emoji stays whole. */
function cut(text: string): string {
  const encoder = new TextEncoder();
  let bytes = 0;
  let result = '';
  for (const { segment } of new Intl.Segmenter().segment(text.slice(0, MAX_NAME_BYTES))) {
    bytes += encoder.encode(segment).length;
    if (bytes > MAX_NAME_BYTES) break;
    result += segment;
  }
  return result;
}

/**
 * Removes dots and blanks at both ends: Windows drops final ones, and other systems hide a file whose name starts with a
 * dot.
 */
function trimName(name: string): string {
  const isEdge = (index: number) => /[.\s~]/.test(name.charAt(index));
  let start = 0;
  let end = name.length;
  while (start < end && isEdge(start)) start += 1;
  while (end > start && isEdge(end - 1)) end -= 1;
  return name.slice(start, end);
}
