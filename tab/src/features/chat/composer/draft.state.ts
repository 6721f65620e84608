import { proxy, ref } from 'valtio';
import type { Descendant } from 'slate';
import type { ChatFile } from '../../files/files.state.ts';
import { emptyDocument } from './document.ts';
import { OWN_DRAFT } from './promptHistory.ts';

/**
 * A message on its way: it has left the editor, but is kept until the server has accepted it. `unsure` is one that was
 * on its way when the page went; the messages of the chat tell whether it arrived.
 */
export interface Outgoing {
  name: 'sending' | 'unsure';
  document: Descendant[];
  text: string;
  fileIds: string[];
}

export interface Draft {
  document: Descendant[];
  files: ChatFile[];
  /** Files come from the browser's database a moment later than the text. */
  filesLoaded: boolean;
  /** Raised when something other than the editor changed the document, so that the editor takes it over. */
  revision: number;
  /** Where the person stands in the prompt history; `own` is the draft the way down ends at. */
  history: { index: number; own: Descendant[] };
  outgoing: Outgoing | null;
  /** The text that came back because the server did not take it; a retry in the conversation may still send it. */
  returned: string | null;
}

/** The files that the composer shows; those of a message on its way have left with it. */
export function visibleFiles<File extends { id: string }>(draft: {
  readonly files: readonly File[];
  readonly outgoing: { readonly fileIds: readonly string[] } | null;
}): File[] {
  return draft.files.filter((file) => !draft.outgoing?.fileIds.includes(file.id));
}

/** Drafts by the id of their chat. */
export const drafts = proxy<Record<string, Draft>>({});

/** A document goes into the state as it is: the editor compares its nodes by identity. */
export function held(document: Descendant[]): Descendant[] {
  return ref(document);
}

export function emptyDraft(): Draft {
  return {
    document: held(emptyDocument()),
    files: [],
    filesLoaded: false,
    revision: 0,
    history: { index: OWN_DRAFT, own: held(emptyDocument()) },
    outgoing: null,
    returned: null,
  };
}

/** The draft of a chat; an empty one is begun where there is none. */
export function draftOf(chatId: string): Draft {
  drafts[chatId] ??= emptyDraft();
  // Read back: what was assigned is not the proxy that now stands there.
  return drafts[chatId];
}
