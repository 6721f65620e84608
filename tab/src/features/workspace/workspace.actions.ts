import { snapshot } from 'valtio';
import { upsertChat } from '../../../../api/contract/chat.ts';
import { AUTOSAVE_DEBOUNCE_MS } from '../../../../api/contract/limits.ts';
import {
  getWorkspace,
  saveWorkspace,
  type Workspace,
  type WorkspaceContent,
} from '../../../../api/contract/workspace.ts';
import { api } from '../../api.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import { texts } from '../../texts.ts';
import { chats } from '../chat/chat.state.ts';
import { emptyWorkspace, workspace } from './workspace.state.ts';

export { closeViewer, openInViewer } from './viewer/viewer.actions.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
let saves: Promise<void> = Promise.resolve();

/**
 * Turns to the workspace of a conversation, whose id is the chat's own where the chat has none yet. What was being
 * written into the last one is saved first; the new one is loaded when somebody looks at it.
 */
export function turnToWorkspace(id: string | null): void {
  if (workspace.id === id) return;
  void saveNow();
  Object.assign(workspace, emptyWorkspace(id));
}

/** Loads the open workspace unless it is there. */
export async function loadWorkspace(): Promise<void> {
  const { id } = workspace;
  if (id === null || workspace.loading.name === 'loading' || workspace.loading.name === 'ready') return;
  workspace.loading = { name: 'loading' };
  try {
    arrive(id, await api.call(getWorkspace, { workspace_id: id }));
  } catch (cause) {
    logFailure(texts.failures.workspace, cause);
    if (workspace.id === id) workspace.loading = { name: 'failed', detail: texts.failures.workspace };
  }
}

function arrive(id: string, { content }: Workspace): void {
  if (workspace.id !== id || workspace.loading.name === 'ready') return;
  workspace.content = merged(content, workspace.content);
  workspace.loading = { name: 'ready' };
}

/** What was kept while the workspace was still to be loaded is added to what the server had. */
function merged(saved: WorkspaceContent, early: WorkspaceContent): WorkspaceContent {
  const added = early.results.filter((each) => saved.results.every((one) => one.messageId !== each.messageId));
  return { notes: early.notes === '' ? saved.notes : early.notes, results: [...saved.results, ...added] };
}

/** Writes the notes of the open workspace; they are saved after half a second without a change. */
export function writeNotes(notes: string): void {
  workspace.content.notes = notes;
  saveSoon();
}

/** Keeps an answer among the results; one that is already there is not kept twice. */
export function keepResult(messageId: string, content: string): void {
  if (workspace.content.results.every((each) => each.messageId !== messageId)) {
    workspace.content.results.push({ messageId, content });
    saveSoon();
  }
  showToast('success', texts.workspace.keptResult);
}

export function removeResult(messageId: string): void {
  workspace.content.results = workspace.content.results.filter((each) => each.messageId !== messageId);
  saveSoon();
}

function saveSoon(): void {
  clearTimeout(timer);
  workspace.saving = { name: 'waiting' };
  timer = setTimeout(() => void saveNow(), AUTOSAVE_DEBOUNCE_MS);
}

/** Saves what has changed since the last time; a failure is shown beside the notes, and the next change tries again. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  const { id, loading, saving } = workspace;
  if (id === null || saving.name === 'clean' || saving.name === 'saving') return;
  workspace.saving = { name: 'saving' };
  // Taken at once: the workspace may turn to another conversation while this one is being saved.
  const written = structuredClone(snapshot(workspace.content)) as WorkspaceContent;
  try {
    await inTurn(async () => {
      const content = loading.name === 'ready' ? written : await addedTo(id, written);
      await api.call(saveWorkspace, { workspace_id: id, content });
      await attach(id);
    });
    settle(id, { name: 'clean' });
  } catch (cause) {
    logFailure(texts.failures.saveWorkspace, cause);
    settle(id, { name: 'failed', detail: texts.failures.saveWorkspace });
  }
}

/** One save after the other, so that an older one never arrives last. */
function inTurn(save: () => Promise<void>): Promise<void> {
  const turn = saves.then(save);
  saves = turn.catch(() => undefined);
  return turn;
}

/** What was kept before the workspace was loaded must not take the place of what the server has. */
async function addedTo(id: string, written: WorkspaceContent): Promise<WorkspaceContent> {
  const reply = await api.call(getWorkspace, { workspace_id: id });
  arrive(id, reply);
  return merged(reply.content, written);
}

/** A change made while saving has already asked for the next save. */
function settle(id: string, saving: typeof workspace.saving): void {
  if (workspace.id === id && workspace.saving.name === 'saving') workspace.saving = saving;
}

/** A chat that did not name this workspace yet does so from now on. */
async function attach(workspaceId: string): Promise<void> {
  const chat = chats.metadata.find((each) => each.ConversationId === workspaceId && each.WorkspaceId === null);
  if (!chat) return;
  await api.call(upsertChat, { chat_id: chat.ConversationId, workspace_id: workspaceId });
  chat.WorkspaceId = workspaceId;
}
