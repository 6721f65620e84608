import type { FootnoteDefinition, Root } from 'mdast';
import type { DocumentFormat } from '#contract/exports/exports.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';

/** What is exported, as text in parts: an answer has one part, a chat one for each message, a task one for each step. */
export interface ExportDocument {
  title: string;
  parts: readonly DocumentPart[];
  images?: ExportImages;
  /** Attached images that texts can refer to by their names, whether `images` has their bytes or not. */
  attachments?: readonly AttachedImage[];
  /** A cleaned Word template in base64, which decides the look of a Word document. */
  template?: string;
}

export interface AttachedImage {
  scrapedFileId: string;
  fileName: string;
}

/** Images that a text can refer to, in base64 by name. Nothing is fetched. */
export type ExportImages = Readonly<Record<string, string>>;

export interface DocumentPart {
  /** Heading above the text; empty for none. */
  heading: string;
  text: string;
  /** HTML is sanitized and converted to the same tree as Markdown. */
  syntax: 'markdown' | 'html' | 'plain';
  /** What `[1]` in the text points to. */
  citations: readonly Citation[];
}

/**
 * The parsed document: one tree for every format. Link references are resolved, citations are footnotes, and nesting is
 * limited. It contains no `html`, `definition`, `linkReference`, `imageReference` and `yaml` nodes.
 */
export interface ParsedDocument {
  title: string;
  root: Root;
  /** Footnotes by the identifier of a `footnoteReference`. A citation has such an identifier as well. */
  footnotes: ReadonlyMap<string, FootnoteDefinition>;
  /** Images by the address of an `image` node; an image that is missing here is drawn as its description. */
  images: ReadonlyMap<string, ExportImage>;
  /** The cleaned Word template; null for AVA's own look. */
  template: Uint8Array | null;
  /** Addresses of attached images that the text shows and that the document does not contain. */
  missing: readonly string[];
}

/** Images that a document can contain, with their media types. */
export const imageTypes = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif' } as const;

export interface ExportImage {
  bytes: Uint8Array;
  type: keyof typeof imageTypes;
  /** Pixels. */
  width: number;
  height: number;
}

/** A document as a file. */
export interface WrittenDocument extends Pick<ParsedDocument, 'missing'> {
  bytes: Uint8Array;
  /** Whether the document has AVA's look because the template could not be used. */
  lacksTemplate: boolean;
}

/** Writes a parsed document in one format. */
export type DocumentWriter = (document: ParsedDocument) => Promise<Uint8Array>;

/** `email` is the JSON that becomes a draft; `eml` is a mail as a file. */
export type WrittenFormat = DocumentFormat | 'email' | 'eml';
