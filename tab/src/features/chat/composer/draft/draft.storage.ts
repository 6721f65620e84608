import type { Descendant } from 'slate';
import { z } from 'zod';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import type { Quote } from '#tab/features/chat/quoting/quote.rules.ts';
import { StoredDocument } from '#tab/features/chat/composer/editor/document.ts';

const StoredQuote = z.object({ messageId: z.string(), text: z.string() }).nullable().default(null);
const StoredOutgoing = z.object({
  document: StoredDocument,
  quote: StoredQuote,
  text: z.string(),
  fileIds: z.array(z.string()),
});
const StoredDraft = z
  .object({ document: StoredDocument, quote: StoredQuote, outgoing: StoredOutgoing.nullable() })
  .nullable();

/** Stored part of a draft: its text, its quote and the message that the server has not accepted yet. */
export interface StoredDraft {
  document: Descendant[];
  quote: Quote | null;
  outgoing: { document: Descendant[]; quote: Quote | null; text: string; fileIds: string[] } | null;
}

/** One key per chat, so windows do not overwrite each other's drafts. */
export function getDraftKey(chatId: string): `draft/${string}` {
  return `draft/${chatId}`;
}

export function readStoredDraft(chatId: string): StoredDraft | null {
  return readLocal<StoredDraft | null>(getDraftKey(chatId), StoredDraft, null);
}

export function writeStoredDraft(chatId: string, draft: StoredDraft | null): void {
  writeLocal(getDraftKey(chatId), draft ?? undefined);
}
