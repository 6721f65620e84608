import { chats } from '#tab/features/chat/chat.state.ts';
import type { Descendant } from 'slate';
import { subscribe } from 'valtio';
import type { FileContextItem } from '#contract/files/files.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { forgetRemovedFiles, removeFiles, restoreFiles } from '#tab/features/files/files.actions.ts';
import { toContextItem, isReady } from '#tab/features/files/files.rules.ts';
import { toDocument, emptyDocument, isEmptyDocument, appendText } from '#tab/features/chat/composer/editor/document.ts';
import { ensureDraft, drafts, toRef, getVisibleFiles, type Draft } from './draft.state.ts';
import { readStoredDraft, writeStoredDraft } from './draft.storage.ts';
import { OWN_DRAFT, stepThroughPrompts } from '#tab/features/chat/composer/editor/promptHistory.ts';
import type { Quote } from '#tab/features/chat/quoting/quote.rules.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';

const SAVE_DEBOUNCE_MS = 300;
const saveTimers = new Map<string, ReturnType<typeof setTimeout>>();

/** A draft as input of `send`. */
export interface OutgoingDraft {
  text: string;
  files: FileContextItem[];
}

/** Loads the stored draft of a chat: its text synchronously, its files asynchronously. */
export function openDraft(chatId: string): void {
  if (drafts[chatId]?.filesLoaded) return;
  const stored = drafts[chatId] ? null : readStoredDraft(chatId);
  const draft = ensureDraft(chatId);
  if (stored) {
    replaceDocument(draft, stored.document);
    draft.quote = stored.quote;
    draft.outgoing = stored.outgoing && { name: 'unsure', ...stored.outgoing };
  }
  void restoreFiles(chatId);
}

/** Stores the editor's document. Typing ends navigation through earlier prompts. */
export function changeDocument(chatId: string, document: Descendant[]): void {
  const draft = ensureDraft(chatId);
  draft.document = toRef(document);
  draft.history = { index: OWN_DRAFT, own: toRef(document) };
  saveSoon(chatId);
}

/** Appends text to the draft. */
export function fillDraft(chatId: string, text: string): void {
  openDraft(chatId);
  const draft = ensureDraft(chatId);
  replaceDocument(draft, appendText(draft.document, text));
  saveSoon(chatId);
}

/** Sets or removes what the next question quotes from an answer. */
export function setQuote(chatId: string, quote: Quote | null): void {
  openDraft(chatId);
  ensureDraft(chatId).quote = quote;
  saveSoon(chatId);
}

/** Empties the draft of a chat and deletes its stored copy. */
function clearDraft(chatId: string): void {
  const draft = ensureDraft(chatId);
  draft.outgoing = null;
  draft.quote = null;
  replaceDocument(draft, emptyDocument());
  removeFiles(
    chatId,
    draft.files.map((file) => file.id),
  );
  saveDraft(chatId);
}

/** Shows an older or newer prompt of the chat. The person's own draft returns after the newest prompt. */
export function stepPromptHistory(chatId: string, prompts: readonly string[], way: 'older' | 'newer'): boolean {
  const draft = ensureDraft(chatId);
  const step = stepThroughPrompts(prompts, draft.history.index, way);
  if (!step) return false;
  const ownDocument = draft.history.index === OWN_DRAFT ? draft.document : draft.history.own;
  replaceDocument(draft, step.prompt === null ? ownDocument : toDocument(step.prompt));
  draft.history = { index: step.index, own: toRef(ownDocument) };
  return true;
}

/** Moves the message out of the editor. It stays stored until `acceptOutgoing` or `restoreOutgoing` is called. */
export function takeOutgoing(chatId: string, groupNames: readonly string[]): OutgoingDraft {
  const draft = ensureDraft(chatId);
  const { quote } = draft;
  const { text } = toOutput(draft.document, groupNames, quote);
  const ready = getVisibleFiles(draft).filter(isReady);
  draft.returnedText = null;
  const fileIds = ready.map((file) => file.id);
  draft.outgoing = { name: 'sending', document: toRef(draft.document), quote: quote && { ...quote }, text, fileIds };
  draft.quote = null;
  forgetRemovedFiles(chatId);
  replaceDocument(draft, emptyDocument());
  saveDraft(chatId);
  return { text, files: ready.map(toContextItem) };
}

/** Called when the server has the message: deletes the stored copy and its files. */
export function acceptOutgoing(chatId: string): void {
  const draft = ensureDraft(chatId);
  if (!draft.outgoing) return;
  removeFiles(chatId, draft.outgoing.fileIds);
  draft.outgoing = null;
  saveDraft(chatId);
}

/**
 * Accepts or restores a message that was being sent when the page closed.
 * @param lastPrompt the person's newest prompt in the chat on the server
 */
export function resolveUnsureOutgoing(chatId: string, lastPrompt: string | undefined): void {
  const outgoing = drafts[chatId]?.outgoing;
  if (outgoing?.name !== 'unsure') return;
  if (outgoing.text === lastPrompt) acceptOutgoing(chatId);
  else restoreOutgoing(chatId);
}

/** Called when the server does not have the message: puts the message above the text that was written since. */
export function restoreOutgoing(chatId: string): void {
  const draft = ensureDraft(chatId);
  if (!draft.outgoing) return;
  replaceDocument(draft, joinDocuments(draft.outgoing.document, draft.document));
  draft.quote ??= draft.outgoing.quote;
  draft.returnedText = draft.outgoing.text;
  draft.outgoing = null;
  saveDraft(chatId);
}

/** Moves the text and the quote of a draft, also one that was being sent, to another chat: the chat was deleted on another device. */
export function moveDraft(chatId: string, toChatId: string): void {
  const stored = drafts[chatId] ?? readStoredDraft(chatId);
  if (!stored) return;
  const text = stored.outgoing ? joinDocuments(stored.outgoing.document, stored.document) : stored.document;
  const draft = ensureDraft(toChatId);
  replaceDocument(draft, joinDocuments(text, draft.document));
  const quote = stored.quote ?? stored.outgoing?.quote ?? null;
  draft.quote ??= quote && { ...quote };
  saveDraft(toChatId);
  clearDraft(chatId);
}

/**
 * Clears a restored draft after a retry in the conversation sent it, unless the person changed it.
 * @param lastStored the person's newest prompt on the server
 */
export function clearReturnedDraft(chatId: string, lastStored: string): void {
  const draft = drafts[chatId];
  if (!draft || draft.returnedText !== lastStored) return;
  draft.returnedText = null;
  if (toOutput(draft.document, [], draft.quote).text === lastStored) clearDraft(chatId);
}

function joinDocuments(first: Descendant[], second: Descendant[]): Descendant[] {
  return isEmptyDocument(second) ? first : [...first, ...second];
}

function replaceDocument(draft: Draft, document: Descendant[]): void {
  draft.document = toRef(document);
  draft.history = { index: OWN_DRAFT, own: toRef(document) };
  draft.revision += 1;
}

function saveSoon(chatId: string): void {
  clearTimeout(saveTimers.get(chatId));
  saveTimers.set(
    chatId,
    setTimeout(() => saveDraft(chatId), SAVE_DEBOUNCE_MS),
  );
}

/** Saves pending changes immediately, before the page closes. */
export function saveDraftsNow(): void {
  for (const chatId of saveTimers.keys()) saveDraft(chatId);
}

function saveDraft(chatId: string): void {
  if (chats.open[chatId]?.isTemporary) return;
  clearTimeout(saveTimers.get(chatId));
  saveTimers.delete(chatId);
  const draft = drafts[chatId];
  if (!draft) return;
  const document = draft.history.index === OWN_DRAFT ? draft.document : draft.history.own;
  const { quote, outgoing } = draft;
  const isEmpty = isEmptyDocument(document) && quote === null && !outgoing;
  writeStoredDraft(chatId, isEmpty ? null : { document, quote, outgoing });
}

/** Loads what another window stored for the same chat; called only while this window is not focused. */
export function reloadStoredDraft(chatId: string): void {
  const draft = drafts[chatId];
  if (!draft || saveTimers.has(chatId)) return;
  const stored = readStoredDraft(chatId);
  replaceDocument(draft, stored?.document ?? emptyDocument());
  draft.quote = stored?.quote ?? null;
}

/** Clears drafts in memory when another person signs in. Stored drafts stay under their owner's key. */
function clearDrafts(): void {
  for (const [chatId, draft] of Object.entries(drafts)) {
    clearTimeout(saveTimers.get(chatId));
    saveTimers.delete(chatId);
    removeFiles(
      chatId,
      draft.files.map((file) => file.id),
      { stored: false },
    );
    forgetRemovedFiles(chatId);
    delete drafts[chatId];
  }
}

let owner: string | null = null;

subscribe(
  session,
  () => {
    const person = getActiveSession(session.status)?.person ?? null;
    const next = person && `${person.tenantId}.${person.id}`;
    if (next === owner) return;
    if (owner !== null) clearDrafts();
    owner = next;
  },
  true,
);
