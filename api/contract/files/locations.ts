import { z } from 'zod';
import { fileTypes, type FileType } from './fileTypes.ts';
import { MAX_PAGE_LABEL, MAX_SPEAKER } from './locationTexts.ts';
import { UnreadContents } from './unread.ts';

export const PageLabel = z.string().max(MAX_PAGE_LABEL);

const number = z.number().int().min(1);
const seconds = z.number().min(0);

/**
 * Position of a text in a document. Word documents store no page numbers, so a location in them is the list of headings
 * above the text, outermost first. The list is empty before the first heading.
 */
export const Location = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('page'),
    page: number.describe('counted from the start of the file'),
    label: PageLabel.optional().describe('as printed, if it differs: iv, A-3'),
  }),
  z.object({ kind: z.literal('section'), path: z.array(z.string()) }),
  z.object({ kind: z.literal('slide'), slide: number }),
  z.object({ kind: z.literal('sheet'), sheet: z.string(), range: z.string().optional() }),
  z.object({ kind: z.literal('rows'), from: number, to: number }),
  z.object({ kind: z.literal('time'), from: seconds, to: seconds, speaker: z.string().max(MAX_SPEAKER).optional() }),
  z.object({ kind: z.literal('whole') }),
]);
export type Location = z.infer<typeof Location>;

export const TextPart = z.object({ location: Location, text: z.string() });
export type TextPart = z.infer<typeof TextPart>;

export const Extraction = z.object({
  type: z.enum(fileTypes as [FileType, ...FileType[]]).describe('detected by content, not by name'),
  parts: z.array(TextPart).describe('in reading order; pages and sections without text are left out'),
  pages: z.number().int().min(0).nullable().describe('null if the format has no pages'),
  usedOcr: z.boolean(),
  unreadPages: z
    .array(number)
    .optional()
    .describe('pages that could not be read, because they are damaged or beyond the limit of scanned pages'),
  unread: UnreadContents.optional().describe('what the file contains and was not read'),
  warning: z.string().max(2_000).optional().describe('a sentence about what was not read'),
});
export type Extraction = z.infer<typeof Extraction>;

/** A location in words, to be read after the file's name: `page iv`, `section A › B`, `slide 2`, `1:05 to 2:10`. */
export function locationLabel(location: Location): string {
  switch (location.kind) {
    case 'page':
      return `page ${location.label ?? location.page}`;
    case 'section':
      return location.path.length > 0 ? `section ${location.path.join(' › ')}` : 'beginning';
    case 'slide':
      return `slide ${location.slide}`;
    case 'sheet':
      return location.range ? `sheet ${location.sheet}, ${location.range}` : `sheet ${location.sheet}`;
    case 'rows':
      return location.from === location.to ? `row ${location.from}` : `rows ${location.from} to ${location.to}`;
    case 'time':
      return `${clock(location.from)} to ${clock(location.to)}${location.speaker ? `, ${location.speaker}` : ''}`;
    case 'whole':
      return 'whole document';
    default:
      return location satisfies never;
  }
}

/** The page or slide number of a citation, counted from the start of the file; `null` if the format has neither. */
export function pageNumber(location: Location): number | null {
  if (location.kind === 'page') return location.page;
  return location.kind === 'slide' ? location.slide : null;
}

function clock(totalSeconds: number): string {
  const whole = Math.floor(totalSeconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
