import { errors, isAvaError, type ErrorCode } from '#contract/errors.ts';
import { MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import type { ExportKind } from '#tab/shell/dialogs.ts';
import { exportTexts } from './exports.texts.ts';

/** Every menu has this order. */
const exportKinds: readonly ExportKind[] = ['email', 'docx', 'txt', 'pdf', 'pptx', 'xlsx', 'md'];

/** The formats that a text can be exported to; all formats if the text is unknown. A workbook needs a table. */
export function listKinds(text?: string): ExportKind[] {
  return exportKinds.filter((kind) => kind !== 'xlsx' || text === undefined || hasTable(text));
}

const FENCE = /^ {0,3}(`{3,200}|~{3,200})/;

/** Whether a line outside of code separates a header from rows: `|---|:-:|`. */
function hasTable(text: string): boolean {
  let fence = '';
  return text.split('\n').some((line) => {
    const [, mark = ''] = FENCE.exec(line) ?? [];
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    return fence === '' && /^[\s>|:-]{3,2000}$/.test(line) && line.includes('|') && line.includes('-');
  });
}

const MAX_PROPOSAL_CHARACTERS = 80;
const HEADING = /^ {0,3}#{1,6}[ \t]+(\S.*)$/m;

/** Proposes a name for an answer: its first heading, otherwise the title of its chat. */
export function proposeName(text: string, chatTitle: string): string {
  const heading = HEADING.exec(text.slice(0, 2_000))?.[1] ?? '';
  return shorten(toPlain(heading)) || shorten(chatTitle) || exportTexts.untitled;
}

/** A heading without the marks of Markdown, citations and links. */
function toPlain(heading: string): string {
  return heading
    .replace(/\[(\d{1,4})\]/g, '')
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replace(/[*_`#]/g, '')
    .trim();
}

/** Cuts between words; the person can change the name. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MAX_PROPOSAL_CHARACTERS) return line;
  const cut = line.slice(0, MAX_PROPOSAL_CHARACTERS);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), MAX_PROPOSAL_CHARACTERS / 2)).trim();
}

/** The name as it is sent: without line ends, and no longer than a title. */
export function cleanName(typed: string): string {
  return typed.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
}

/** Codes whose detail can contain technical text; the sentence of the code is shown instead. */
const generalCodes: readonly ErrorCode[] = ['unexpected', 'store_unavailable', 'bad_request'];

export interface ExportFailure {
  text: string;
  /** The export can succeed only after the person has consented. */
  needsConsent: boolean;
}

/** What failed, why, and what the person can do. */
export function toFailure(kind: ExportKind, name: string, cause: unknown, isOnline: boolean): ExportFailure {
  const failed = kind === 'email' ? exportTexts.draftFailed(name) : exportTexts.exportFailed(name);
  return {
    text: `${failed}. ${getReason(cause, isOnline)}`.trim(),
    needsConsent: isAvaError(cause) && cause.code === 'consent_required',
  };
}

function getReason(cause: unknown, isOnline: boolean): string {
  if (!isOnline) return exportTexts.offline;
  if (!isAvaError(cause)) return errors.unexpected.detail;
  if (cause.code === 'too_many_requests') return exportTexts.tooMany(cause.retryAfter && Math.ceil(cause.retryAfter));
  return generalCodes.includes(cause.code) ? errors[cause.code].detail : cause.detail;
}
