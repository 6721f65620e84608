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

let timer: ReturnType<typeof setTimeout> | undefined;
let saves: Promise<void> = Promise.resolve();

/**
 * Saves the open workspace and switches to another one, which is loaded when a tab needs it.
 * @param id the chat's own id if the chat has no workspace yet
 */
export function switchWorkspace(id: string | null): void {
  if (workspace.id === id) return;
  void saveNow();
  Object.assign(workspace, emptyWorkspace(id));
}

/** Loads the open workspace unless it is loaded. */
export async function loadWorkspace(): Promise<void> {
  const { id } = workspace;
  if (id === null || workspace.loading.name === 'loading' || workspace.loading.name === 'ready') return;
  workspace.loading = { name: 'loading' };
  try {
    applyLoaded(id, await api.call(getWorkspace, { workspace_id: id }));
  } catch (cause) {
    logFailure(texts.failures.workspace, cause);
    if (workspace.id === id) workspace.loading = { name: 'failed', detail: texts.failures.workspace };
  }
}

function applyLoaded(id: string, { content }: Workspace): void {
  if (workspace.id !== id || workspace.loading.name === 'ready') return;
  workspace.content = mergeContent(content, workspace.content);
  workspace.loading = { name: 'ready' };
}

/**
 * Merges the saved content with results and notes that were added before it was loaded. Such notes replace saved notes.
 */
function mergeContent(saved: WorkspaceContent, early: WorkspaceContent): WorkspaceContent {
  const added = early.results.filter((result) =>
    saved.results.every((existing) => existing.messageId !== result.messageId),
  );
  return { notes: early.notes === '' ? saved.notes : early.notes, results: [...saved.results, ...added] };
}

/** Updates the notes; they are saved after half a second without a change. */
export function writeNotes(notes: string): void {
  workspace.content.notes = notes;
  scheduleSave();
}

/** Adds an answer to the results unless it is already there. */
export function keepResult(messageId: string, content: string): void {
  if (workspace.content.results.every((result) => result.messageId !== messageId)) {
    workspace.content.results.push({ messageId, content });
    scheduleSave();
  }
  showToast('success', texts.workspace.keptResult);
}

export function removeResult(messageId: string): void {
  workspace.content.results = workspace.content.results.filter((result) => result.messageId !== messageId);
  scheduleSave();
}

function scheduleSave(): void {
  clearTimeout(timer);
  workspace.saving = { name: 'waiting' };
  timer = setTimeout(() => void saveNow(), AUTOSAVE_DEBOUNCE_MS);
}

/** Saves changes. A failure is shown next to the notes, and the next change retries. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  const { id, loading, saving } = workspace;
  if (id === null || saving.name === 'clean' || saving.name === 'saving') return;
  workspace.saving = { name: 'saving' };
  // Copied now, because the workspace can switch to another conversation while this one is being saved.
  const written = structuredClone(snapshot(workspace.content)) as WorkspaceContent;
  try {
    await runInOrder(async () => {
      const content = loading.name === 'ready' ? written : await mergeWithServer(id, written);
      await api.call(saveWorkspace, { workspace_id: id, content });
      await linkToChat(id);
    });
    finishSaving(id, { name: 'clean' });
  } catch (cause) {
    logFailure(texts.failures.saveWorkspace, cause);
    finishSaving(id, { name: 'failed', detail: texts.failures.saveWorkspace });
  }
}

/** Runs saves one after the other, so that an older one never arrives last. */
function runInOrder(save: () => Promise<void>): Promise<void> {
  const turn = saves.then(save);
  saves = turn.catch(() => undefined);
  return turn;
}

/** Results kept before loading must not overwrite the server's content. */
async function mergeWithServer(id: string, written: WorkspaceContent): Promise<WorkspaceContent> {
  const reply = await api.call(getWorkspace, { workspace_id: id });
  applyLoaded(id, reply);
  return mergeContent(reply.content, written);
}

/** Sets the result of a save, unless a change during the save has already scheduled the next one. */
function finishSaving(id: string, saving: typeof workspace.saving): void {
  if (workspace.id === id && workspace.saving.name === 'saving') workspace.saving = saving;
}

/** Links the workspace to its chat on the first save. */
async function linkToChat(workspaceId: string): Promise<void> {
  const chat = chats.metadata.find((item) => item.ConversationId === workspaceId && item.WorkspaceId === null);
  if (!chat) return;
  await api.call(upsertChat, { chat_id: chat.ConversationId, workspace_id: workspaceId });
  chat.WorkspaceId = workspaceId;
}
