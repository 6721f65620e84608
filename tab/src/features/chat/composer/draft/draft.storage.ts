import type { Descendant } from 'slate';
import { z } from 'zod';
import { readLocal, writeLocal } from '#tab/state/localStorage.ts';
import { StoredDocument } from '#tab/features/chat/composer/editor/document.ts';

const StoredOutgoing = z.object({ document: StoredDocument, text: z.string(), fileIds: z.array(z.string()) });
const StoredDraft = z.object({ document: StoredDocument, outgoing: StoredOutgoing.nullable() }).nullable();

/** Stored part of a draft: its text and the message that the server has not accepted yet. */
export interface StoredDraft {
  document: Descendant[];
  outgoing: { document: Descendant[]; text: string; fileIds: string[] } | null;
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
