import { snapshot } from 'valtio';
import { upsertChat } from '#contract/chats/chat.ts';
import { AUTOSAVE_DEBOUNCE_MS } from '#contract/limits.ts';
import { getWorkspace, type Workspace, type WorkspaceContent } from '#contract/workspace.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { joinNotes, mergeContent } from './merge.rules.ts';
import { getSynced, setSynced, storeWorkspace, type StoreResult } from './workspace.sync.ts';
import { emptyWorkspace, workspace } from './workspace.state.ts';

let timer: ReturnType<typeof setTimeout> | undefined;

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
    const stored = await api.call(getWorkspace, { workspace_id: id });
    if (workspace.id !== id) return;
    const base = getSynced(id);
    setSynced(stored);
    // Results can be kept before the workspace is loaded.
    applyContent(mergeContent(base.content, copyContent(), stored.content).content);
    workspace.loading = { name: 'ready' };
  } catch (cause) {
    logFailure(texts.failures.workspace, cause);
    if (workspace.id === id) workspace.loading = { name: 'failed', detail: texts.failures.workspace };
  }
}

/** Gets changes from other devices, unless this one has changes that are not saved. */
export async function refreshWorkspace(): Promise<void> {
  const { id } = workspace;
  const isUntouched = () =>
    workspace.id === id && workspace.loading.name === 'ready' && workspace.saving.name === 'clean';
  if (id === null || !isUntouched()) return;
  try {
    const stored = await api.call(getWorkspace, { workspace_id: id });
    if (!isUntouched() || stored.version <= getSynced(id).version) return;
    setSynced(stored);
    applyContent(stored.content);
  } catch (cause) {
    logFailure(texts.failures.workspace, cause);
  }
}

/** Updates the notes; they are saved after half a second without a change. */
export function writeNotes(notes: string): void {
  workspace.content.notes = notes;
  scheduleSave();
}

/** Adds the text of an entry below the notes. */
export async function addToNotes(text: string): Promise<void> {
  await loadWorkspace();
  if (workspace.loading.name !== 'ready') {
    showToast('error', texts.failures.workspace);
    return;
  }
  applyContent({ ...workspace.content, notes: joinNotes(workspace.content.notes, text) });
  scheduleSave();
  showToast('success', texts.workspace.addedToNotes);
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

/** Ends a conflict: keeps the notes of this device, those of the other one, or both. */
export function resolveConflict(choice: 'mine' | 'theirs' | 'both'): void {
  if (workspace.saving.name !== 'conflict') return;
  const { theirs } = workspace.saving;
  const { notes: mine, results } = workspace.content;
  const notes = { mine, theirs: theirs.content.notes, both: joinNotes(theirs.content.notes, mine) }[choice];
  setSynced(theirs as Workspace);
  applyContent({ notes, results });
  workspace.saving = { name: 'waiting' };
  void saveNow();
}

function scheduleSave(): void {
  // A conflict waits for the person; what changes meanwhile is saved with the choice.
  if (workspace.saving.name === 'conflict') return;
  clearTimeout(timer);
  workspace.saving = { name: 'waiting' };
  timer = setTimeout(() => void saveNow(), AUTOSAVE_DEBOUNCE_MS);
}

/** Saves changes. A failure is shown next to the notes, and the next change retries. */
export async function saveNow(): Promise<void> {
  clearTimeout(timer);
  const { id, saving } = workspace;
  if (id === null || saving.name === 'clean' || saving.name === 'saving' || saving.name === 'conflict') return;
  workspace.saving = { name: 'saving' };
  // The content is copied before the save, because the workspace can switch to another conversation meanwhile.
  const written = copyContent();
  try {
    const result = await storeWorkspace(id, written, () => workspace.id === id);
    if (result.name === 'saved') await linkToChat(id);
    if (workspace.id === id) applyStored(written, result);
  } catch (cause) {
    logFailure(texts.failures.saveWorkspace, cause);
    if (workspace.id === id) finishSaving({ name: 'failed', detail: texts.failures.saveWorkspace });
  }
}

/** Shows the saved content, merged with the person's changes during the save. */
function applyStored(written: WorkspaceContent, result: StoreResult): void {
  const stored = result.name === 'saved' ? result.content : result.mine;
  const merged = mergeContent(written, copyContent(), stored);
  applyContent(merged.content);
  if (result.name === 'conflict') workspace.saving = { name: 'conflict', theirs: result.theirs };
  else if (merged.isNotesConflict) workspace.saving = { name: 'conflict', theirs: getSynced(workspace.id ?? '') };
  else finishSaving({ name: 'clean' });
}

function applyContent(content: WorkspaceContent): void {
  if (content.notes !== workspace.content.notes) workspace.notesRevision += 1;
  workspace.content = content;
}

function copyContent(): WorkspaceContent {
  return structuredClone(snapshot(workspace.content)) as WorkspaceContent;
}

/** Sets the result of a save, unless a change during the save has already scheduled the next one. */
function finishSaving(saving: typeof workspace.saving): void {
  if (workspace.saving.name === 'saving') workspace.saving = saving;
}

/** Links the workspace to its chat on the first save. */
async function linkToChat(workspaceId: string): Promise<void> {
  const chat = chats.metadata.find((item) => item.ConversationId === workspaceId && item.WorkspaceId === null);
  if (!chat) return;
  await api.call(upsertChat, { chat_id: chat.ConversationId, workspace_id: workspaceId });
  chat.WorkspaceId = workspaceId;
}
