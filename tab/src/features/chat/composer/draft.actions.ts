import type { Descendant } from 'slate';
import { subscribe } from 'valtio';
import type { FileContextItem } from '../../../../../api/contract/files.ts';
import { known, session } from '../../../state/session.state.ts';
import { forgetFiles, loadFiles } from '../../files/files.actions.ts';
import { contextItemOf, isReady } from '../../files/files.rules.ts';
import { documentOf, emptyDocument, isEmptyDocument, withTextAdded } from './document.ts';
import { draftOf, drafts, held, visibleFiles, type Draft } from './draft.state.ts';
import { readStoredDraft, writeStoredDraft } from './draft.storage.ts';
import { OWN_DRAFT, stepThroughHistory } from './promptHistory.ts';
import { toOutput } from './output.ts';

const SAVE_PAUSE_MS = 300;
const saves = new Map<string, ReturnType<typeof setTimeout>>();

/** What `send` of the chat takes. */
export interface OutgoingDraft {
  text: string;
  files: FileContextItem[];
}

/** Brings the draft of a chat into memory, its text at once and its files a moment later. */
export function openDraft(chatId: string): void {
  if (drafts[chatId]?.filesLoaded) return;
  const stored = drafts[chatId] ? null : readStoredDraft(chatId);
  const draft = draftOf(chatId);
  if (stored) {
    replaceDocument(draft, stored.document);
    draft.outgoing = stored.outgoing && { name: 'unsure', ...stored.outgoing };
  }
  void loadFiles(chatId);
}

/** Takes over what the editor shows now. Text that is typed is the person's own draft, wherever they stood. */
export function changeDocument(chatId: string, document: Descendant[]): void {
  const draft = draftOf(chatId);
  draft.document = held(document);
  draft.history = { index: OWN_DRAFT, own: held(document) };
  saveSoon(chatId);
}

/** Puts a text into the composer, under what is already there. */
export function fillDraft(chatId: string, text: string): void {
  openDraft(chatId);
  const draft = draftOf(chatId);
  replaceDocument(draft, withTextAdded(draft.document, text));
  saveSoon(chatId);
}

/** Empties the draft of a chat and forgets what is stored of it. */
export function clearDraft(chatId: string): void {
  const draft = draftOf(chatId);
  draft.outgoing = null;
  replaceDocument(draft, emptyDocument());
  forgetFiles(
    chatId,
    draft.files.map((file) => file.id),
  );
  saveDraft(chatId);
}

/** Shows an older or newer prompt of the chat; the person's own draft is kept and comes back at the end. */
export function stepHistory(chatId: string, prompts: readonly string[], way: 'older' | 'newer'): boolean {
  const draft = draftOf(chatId);
  const step = stepThroughHistory(prompts, draft.history.index, way);
  if (!step) return false;
  const own = draft.history.index === OWN_DRAFT ? draft.document : draft.history.own;
  replaceDocument(draft, step.prompt === null ? own : documentOf(step.prompt));
  draft.history = { index: step.index, own: held(own) };
  return true;
}

/** Takes the message out of the editor. It stays stored until `acceptOutgoing` or `returnOutgoing` says how it went. */
export function takeOutgoing(chatId: string, groupNames: readonly string[]): OutgoingDraft {
  const draft = draftOf(chatId);
  const { text } = toOutput(draft.document, groupNames);
  const ready = visibleFiles(draft).filter(isReady);
  draft.returned = null;
  draft.outgoing = { name: 'sending', document: held(draft.document), text, fileIds: ready.map((file) => file.id) };
  replaceDocument(draft, emptyDocument());
  saveDraft(chatId);
  return { text, files: ready.map(contextItemOf) };
}

/** The server has the message: what is left is what has been written since. */
export function acceptOutgoing(chatId: string): void {
  const draft = draftOf(chatId);
  if (!draft.outgoing) return;
  forgetFiles(chatId, draft.outgoing.fileIds);
  draft.outgoing = null;
  saveDraft(chatId);
}

/**
 * Decides about a message that was on its way when the page went.
 * @param lastPrompt the newest text of the person in the chat, as the server has it
 */
export function settleUnsure(chatId: string, lastPrompt: string | undefined): void {
  const outgoing = drafts[chatId]?.outgoing;
  if (outgoing?.name !== 'unsure') return;
  if (outgoing.text === lastPrompt) acceptOutgoing(chatId);
  else returnOutgoing(chatId);
}

/** The server does not have the message: it comes back above what has been written since. */
export function returnOutgoing(chatId: string): void {
  const draft = draftOf(chatId);
  if (!draft.outgoing) return;
  replaceDocument(draft, joined(draft.outgoing.document, draft.document));
  draft.returned = draft.outgoing.text;
  draft.outgoing = null;
  saveDraft(chatId);
}

/**
 * Empties a draft that came back and was then sent by a retry in the conversation, unless it has been changed since.
 * @param lastStored the newest text of the person that the server has
 */
export function settleReturned(chatId: string, lastStored: string): void {
  const draft = drafts[chatId];
  if (!draft || draft.returned !== lastStored) return;
  draft.returned = null;
  if (toOutput(draft.document).text === lastStored) clearDraft(chatId);
}

function joined(first: Descendant[], second: Descendant[]): Descendant[] {
  return isEmptyDocument(second) ? first : [...first, ...second];
}

function replaceDocument(draft: Draft, document: Descendant[]): void {
  draft.document = held(document);
  draft.history = { index: OWN_DRAFT, own: held(document) };
  draft.revision += 1;
}

function saveSoon(chatId: string): void {
  clearTimeout(saves.get(chatId));
  saves.set(
    chatId,
    setTimeout(() => saveDraft(chatId), SAVE_PAUSE_MS),
  );
}

/** Writes what a pause in typing would write, before the page goes away. */
export function saveDraftsNow(): void {
  for (const chatId of saves.keys()) saveDraft(chatId);
}

function saveDraft(chatId: string): void {
  clearTimeout(saves.get(chatId));
  saves.delete(chatId);
  const draft = drafts[chatId];
  if (!draft) return;
  const document = draft.history.index === OWN_DRAFT ? draft.document : draft.history.own;
  const nothing = isEmptyDocument(document) && !draft.outgoing;
  writeStoredDraft(chatId, nothing ? null : { document, outgoing: draft.outgoing });
}

/** Takes over what another window of the same person has written in the same chat, while this one is not in use. */
export function adoptStoredDraft(chatId: string): void {
  const draft = drafts[chatId];
  if (!draft || saves.has(chatId)) return;
  replaceDocument(draft, readStoredDraft(chatId)?.document ?? emptyDocument());
}

/** Forgets what is in memory, when another person signs in; what is stored stays under its owner's name. */
function forgetDrafts(): void {
  for (const [chatId, draft] of Object.entries(drafts)) {
    clearTimeout(saves.get(chatId));
    saves.delete(chatId);
    forgetFiles(
      chatId,
      draft.files.map((file) => file.id),
      { stored: false },
    );
    delete drafts[chatId];
  }
}

let owner: string | null = null;

subscribe(
  session,
  () => {
    const person = known(session.status)?.person ?? null;
    const next = person && `${person.tenantId}.${person.id}`;
    if (next === owner) return;
    if (owner !== null) forgetDrafts();
    owner = next;
  },
  true,
);
