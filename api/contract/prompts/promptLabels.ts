import { familyOf, type FileType } from '#contract/files/fileTypes.ts';

interface LabelRow {
  name: string;
  /** Other words for the same files, such as their extensions. */
  aliases: readonly string[];
}

const row = (name: string, aliases: string): LabelRow => ({ name, aliases: aliases.split(' ') });

/** Types of files that a prompt can be for, in the order of the form. */
export const promptLabels = {
  csv: row('CSV', 'tsv comma-separated'),
  chat: row('Chat Messages', 'teams chats messages conversation'),
  email: row('Email', 'e-mail mail eml msg outlook'),
  excel: row('Excel', 'xlsx xls spreadsheet workbook'),
  image: row('Images', 'images picture photo jpg jpeg png gif webp bmp tif tiff'),
  log: row('Log', 'logs logfile'),
  meeting: row('Online Meetings', 'meetings transcript transcripts'),
  pdf: row('PDF', 'acrobat'),
  powerpoint: row('PowerPoint', 'pptx ppt slides presentation deck'),
  text: row('Text', 'txt md markdown notes vtt srt'),
  word: row('Word', 'docx doc rtf odt document'),
  code: row('Code', 'source script py js ts java cs cpp sql html css sh ps1'),
  data: row('JSON/XML', 'json xml yaml yml'),
} as const satisfies Record<string, LabelRow>;

export type PromptLabel = keyof typeof promptLabels;

const labels = Object.keys(promptLabels) as PromptLabel[];

const byWord = new Map(
  labels.flatMap((label) => {
    const { name, aliases } = promptLabels[label];
    return [label, name, ...aliases].map((word) => [word.toLowerCase(), label] as const);
  }),
);

/** The label that a word stands for: a label, its name or an alias, in any case. */
export function findLabel(word: string): PromptLabel | null {
  return byWord.get(word.trim().toLowerCase()) ?? null;
}

/** The label of the prompts for a file; null for files that AVA can't read, such as archives. */
export function labelOfFile(type: FileType): PromptLabel | null {
  switch (type) {
    case 'CSV':
    case 'TSV':
      return 'csv';
    case 'PDF':
      return 'pdf';
    case 'LOG':
      return 'log';
    case 'TEAMS':
      return 'chat';
    case 'EMAIL':
      return 'email';
    case 'ONLINE MEETING':
      return 'meeting';
    default:
      return labelOfFamily(familyOf(type));
  }
}

function labelOfFamily(family: ReturnType<typeof familyOf>): PromptLabel | null {
  switch (family) {
    case 'document':
      return 'word';
    case 'spreadsheet':
      return 'excel';
    case 'slides':
      return 'powerpoint';
    case 'text':
      return 'text';
    case 'code':
    case 'config':
      return 'code';
    case 'data':
      return 'data';
    case 'image':
    case 'scan':
      return 'image';
    case 'archive':
    case 'executable':
    case 'message':
    case 'unknown':
      return null;
    default:
      return family satisfies never;
  }
}

/** The parts of a comma string, without blanks and empty parts. */
export function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/** The labels in a comma string, without words that are no labels. */
export function listLabels(text: string): PromptLabel[] {
  return [...new Set(splitList(text).flatMap((word) => findLabel(word) ?? []))];
}

/** Names of labels for people: `PDF, Word`. */
export function describeLabels(list: readonly PromptLabel[]): string {
  return list.map((label) => promptLabels[label].name).join(', ');
}
