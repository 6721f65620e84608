import { z } from 'zod';

/** What a file can contain that is not read, with its singular and plural, in the order of the sentence. */
const words = {
  damagedPage: ['damaged page', 'damaged pages'],
  damagedSlide: ['damaged slide', 'damaged slides'],
  /** A page that was not recognized, because the limit of pages or time for OCR was reached. */
  scannedPage: ['scanned page', 'scanned pages'],
  /** A page that is not blank, on which OCR found no text: a photo, a drawing or handwriting. */
  picturePage: ['page without readable text', 'pages without readable text'],
  row: ['row', 'rows'],
  table: ['table', 'tables'],
  chart: ['chart', 'charts'],
  chartValue: ['value of a chart', 'values of charts'],
  diagram: ['diagram', 'diagrams'],
  equation: ['equation', 'equations'],
  formula: ['formula without a saved result', 'formulas without a saved result'],
  textBox: ['text box', 'text boxes'],
  form: ['form', 'forms'],
  message: ['attached message', 'attached messages'],
  encryptedMessage: ['encrypted message', 'encrypted messages'],
  attachment: ['attached file', 'attached files'],
  encryptedAttachment: ['encrypted attached file', 'encrypted attached files'],
  embeddedObject: ['embedded object', 'embedded objects'],
  recording: ['audio or video recording', 'audio or video recordings'],
  picture: ['picture', 'pictures'],
  /** A picture with more pixels than AVA decodes. */
  largePicture: ['picture that is too large', 'pictures that are too large'],
  headerOrFooter: ['header or footer', 'headers and footers'],
  /** A character in an unknown encoding, or one that only its own font can show. */
  character: ['unreadable character', 'unreadable characters'],
  macros: ['set of macros', 'sets of macros'],
} as const satisfies Record<string, readonly [one: string, several: string]>;

export type UnreadKind = keyof typeof words;
const kinds = Object.keys(words) as [UnreadKind, ...UnreadKind[]];

/** Content of a file that was not read. */
export const UnreadContent = z.object({ kind: z.enum(kinds), count: z.number().int().min(1) });
export type UnreadContent = z.infer<typeof UnreadContent>;

/** At most one entry of each kind. */
export const UnreadContents = z.array(UnreadContent).max(kinds.length);

/** Counts what a reader leaves out. */
export class UnreadCounts {
  private readonly counts = new Map<UnreadKind, number>();

  add(kind: UnreadKind, count = 1): void {
    if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  addAll(contents: readonly UnreadContent[]): void {
    for (const { kind, count } of contents) this.add(kind, count);
  }

  list(): UnreadContent[] {
    return kinds.flatMap((kind) => {
      const count = this.counts.get(kind);
      return count === undefined ? [] : [{ kind, count }];
    });
  }
}

/** Kinds that seldom have text that a reader misses: most pictures are logos or photos. */
const minor: ReadonlySet<UnreadKind> = new Set(['picture', 'headerOrFooter', 'macros']);

/** Whether a reader can miss a part of a file. */
export function isPartlyRead(contents: readonly UnreadContent[]): boolean {
  return contents.some(({ kind }) => !minor.has(kind));
}

/** Returns the text. If it is empty, counts its source, such as a chart, as not read. */
export function countEmpty(text: string, kind: UnreadKind, unread: UnreadCounts): string {
  if (text === '') unread.add(kind);
  return text;
}

/** `3 charts and 1 attached message`; empty if everything was read. */
export function listUnread(contents: readonly UnreadContent[]): string {
  const items = contents.map(
    ({ kind, count }) => `${count.toLocaleString('en-US')} ${words[kind][count === 1 ? 0 : 1]}`,
  );
  return new Intl.ListFormat('en-US').format(items);
}

/** `3 charts and 1 attached message were not read.`; undefined if everything was read. */
export function describeUnread(contents: readonly UnreadContent[]): string | undefined {
  const [only, ...others] = contents;
  if (!only) return undefined;
  return `${listUnread(contents)} ${others.length === 0 && only.count === 1 ? 'was' : 'were'} not read.`;
}
