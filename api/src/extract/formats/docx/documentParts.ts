import type { UnreadKind } from '#contract/files/unread.ts';
import type { Numbering } from './numbering.ts';
import type { WordStyles } from './wordStyles.ts';

/** What the reader of a part needs of the rest of the document. */
export interface DocumentParts {
  styles: WordStyles;
  numbering: Numbering;
  /** The text of a part that the current one refers to, such as a chart; empty if it has none. */
  readLinked: (id: string) => string;
  /** Counts what is not read. */
  countUnread: (kind: UnreadKind) => void;
  /** The number of a note, in the order in which the text refers to them. */
  numberNote: (kind: 'footnote' | 'endnote', id: string) => number;
}
