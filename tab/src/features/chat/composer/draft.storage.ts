import type { Descendant } from 'slate';
import { z } from 'zod';
import { readLocal, writeLocal } from '../../../state/localStorage.ts';
import { StoredDocument } from './document.ts';

const StoredOutgoing = z.object({ document: StoredDocument, text: z.string(), fileIds: z.array(z.string()) });
const StoredDraft = z.object({ document: StoredDocument, outgoing: StoredOutgoing.nullable() }).nullable();

/** What local storage keeps of a draft: its text, and the message that the server has not accepted yet. */
export interface StoredDraft {
  document: Descendant[];
  outgoing: { document: Descendant[]; text: string; fileIds: string[] } | null;
}

/** Where local storage keeps the draft of a chat; each has a place of its own, so that windows do not collide. */
export function draftKey(chatId: string): `draft/${string}` {
  return `draft/${chatId}`;
}

export function readStoredDraft(chatId: string): StoredDraft | null {
  return readLocal<StoredDraft | null>(draftKey(chatId), StoredDraft, null);
}

export function writeStoredDraft(chatId: string, draft: StoredDraft | null): void {
  writeLocal(draftKey(chatId), draft ?? undefined);
}
