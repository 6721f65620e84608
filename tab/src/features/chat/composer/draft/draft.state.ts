import { proxy, ref } from 'valtio';
import type { Descendant } from 'slate';
import type { ChatFile, RemovedFile } from '#tab/features/files/files.state.ts';
import { emptyDocument } from '#tab/features/chat/composer/editor/document.ts';
import type { Quote } from '#tab/features/chat/quoting/quote.rules.ts';
import { OWN_DRAFT } from '#tab/features/chat/composer/editor/promptHistory.ts';

/**
 * A message that is being sent, kept until the server accepts it. `unsure`: the page closed while it was being sent; the
 * messages of the chat show whether it arrived.
 */
export interface PendingMessage {
  name: 'sending' | 'unsure';
  document: Descendant[];
  quote: Quote | null;
  text: string;
  fileIds: string[];
}

export interface Draft {
  document: Descendant[];
  /** What the question quotes from an answer. */
  quote: Quote | null;
  files: ChatFile[];
  /** Removed files that can still be restored. */
  removed: RemovedFile[];
  /** Files are read from the browser's database later than the text. */
  filesLoaded: boolean;
  /** Incremented when code outside the editor changes the document; the editor then reloads it. */
  revision: number;
  /** Position in the prompt history; `own` is the draft that follows the newest prompt. */
  history: { index: number; own: Descendant[] };
  outgoing: PendingMessage | null;
  /** Text of a restored message; a retry in the conversation can still send it. */
  returnedText: string | null;
}

/** The files that the composer shows: all except those of the outgoing message. */
export function getVisibleFiles<File extends { id: string }>(draft: {
  readonly files: readonly File[];
  readonly outgoing: { readonly fileIds: readonly string[] } | null;
}): File[] {
  return draft.files.filter((file) => !draft.outgoing?.fileIds.includes(file.id));
}

/** Drafts by chat id. */
export const drafts = proxy<Record<string, Draft>>({});

/** Excludes a document from proxying: the editor compares nodes by identity. */
export function toRef(document: Descendant[]): Descendant[] {
  return ref(document);
}

function emptyDraft(): Draft {
  return {
    document: toRef(emptyDocument()),
    quote: null,
    files: [],
    removed: [],
    filesLoaded: false,
    revision: 0,
    history: { index: OWN_DRAFT, own: toRef(emptyDocument()) },
    outgoing: null,
    returnedText: null,
  };
}

/** The draft of a chat; creates an empty one if needed. */
export function ensureDraft(chatId: string): Draft {
  drafts[chatId] ??= emptyDraft();
  // Reads the property again, because reading returns the proxy of the assigned object.
  return drafts[chatId];
}
