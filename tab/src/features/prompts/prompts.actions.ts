import { subscribe } from 'valtio';
import { isAvaError } from '#contract/errors.ts';
import { PROMPT_CALL_TIMEOUT_MS } from '#contract/limits.ts';
import {
  createPrompt as createCall,
  deletePrompt as deleteCall,
  getFilePrompts,
  restorePrompt as restoreCall,
  restorePromptVersion as restoreVersionCall,
  updatePrompt as updateCall,
  type Prompt,
} from '#contract/prompts/prompts.ts';
import { sortPrompts } from '#contract/prompts/promptRules.ts';
import { findVariables } from '#contract/prompts/promptVariables.ts';
import { api } from '#tab/api.ts';
import { retryTransient } from '#tab/retry.ts';
import type { PromptTarget } from '#tab/shell/dialogs.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { insertAtCursor } from '#tab/features/chat/composer/editor/openEditors.ts';
import { toContent, type PromptFields } from './prompts.rules.ts';
import { clearPrompts, prompts, setPrompts } from './prompts.state.ts';
import { promptTexts } from './prompts.texts.ts';
import { clearCreatorPhotos } from './useCreatorPhoto.ts';

/** How long a loaded list is used, and how often and when a failed call for the list is repeated. */
const CACHE_MS = 300_000;
const MAX_RETRIES = 3;
const RETRY_MS = 500;

const options = { timeoutMs: PROMPT_CALL_TIMEOUT_MS };
let loading: Promise<void> | null = null;
/** Incremented when another person signs in, so that a late reply for the earlier one is ignored. */
let generation = 0;

/** Loads the prompts, unless the loaded ones are younger than five minutes. The old list stays until the new one is there. */
export function loadPrompts(): Promise<void> {
  const state = prompts.loading;
  if (state.name === 'ready' && Date.now() - state.at < CACHE_MS) return Promise.resolve();
  loading ??= fetchPrompts(generation).finally(() => (loading = null));
  return loading;
}

async function fetchPrompts(current: number): Promise<void> {
  prompts.loading = { name: 'loading' };
  try {
    const reply = await retryTransient(() => api.call(getFilePrompts, {}, options), {
      retries: MAX_RETRIES,
      delayMs: RETRY_MS,
    });
    if (current !== generation) return;
    setPrompts(reply.prompts);
    prompts.isTruncated = reply.truncated;
    prompts.loading = { name: 'ready', at: Date.now() };
  } catch (cause) {
    if (current !== generation) return;
    logFailure(promptTexts.failedToLoad, cause);
    prompts.loading = { name: 'failed' };
  }
}

/** Creates a prompt. Throws an error with the sentence to show. */
export async function createPrompt(fields: PromptFields, promptId: string): Promise<Prompt> {
  const created = await attempt(api.call(createCall, { prompt_id: promptId, ...toContent(fields) }, options));
  putPrompt(created);
  showToast('success', promptTexts.created);
  return created;
}

/** Outcome of saving an edited prompt. */
export type SavedEdit =
  | { name: 'saved'; prompt: Prompt }
  /** Another device saved `theirs` since. */
  | { name: 'conflict'; theirs: Prompt }
  /** Another device deleted the prompt. */
  | { name: 'deleted' };

/**
 * Saves an edited prompt. Throws an error with the sentence to show.
 * @param version the version that was edited
 */
export async function updatePrompt(promptId: string, fields: PromptFields, version: number): Promise<SavedEdit> {
  return save(promptId, api.call(updateCall, { prompt_id: promptId, version, ...toContent(fields) }, options));
}

/** Saves an earlier version as a new one. Throws an error with the sentence to show. */
export async function restoreVersion(prompt: Prompt, restored: number): Promise<SavedEdit> {
  const { prompt_id, version } = prompt;
  return save(prompt_id, api.call(restoreVersionCall, { prompt_id, version, restored_version: restored }, options));
}

async function save(promptId: string, call: Promise<Prompt>): Promise<SavedEdit> {
  try {
    const saved = await call;
    putPrompt(saved);
    showToast('success', promptTexts.updated);
    return { name: 'saved', prompt: saved };
  } catch (cause) {
    if (isAvaError(cause) && cause.code === 'newer_version') {
      const theirs = cause.data as Prompt;
      putPrompt(theirs);
      return { name: 'conflict', theirs };
    }
    if (isAvaError(cause) && cause.code === 'not_found' && (await isDeleted(promptId))) {
      removePrompt(promptId);
      return { name: 'deleted' };
    }
    throw toSentence(cause);
  }
}

/** Whether a prompt is gone; `not_found` can also mean one of its teams. */
async function isDeleted(promptId: string): Promise<boolean> {
  try {
    const { prompts: list } = await api.call(getFilePrompts, {}, options);
    return list.every(({ prompt_id }) => prompt_id !== promptId);
  } catch {
    return false;
  }
}

/** Deletes a prompt and offers to undo it. Throws an error with the sentence to show. */
export async function deletePrompt(promptId: string): Promise<void> {
  await attempt(
    api.call(deleteCall, { prompt_id: promptId }, options).catch((cause: unknown) => {
      // The prompt is already deleted, which is what the person wanted.
      if (!isAvaError(cause) || cause.code !== 'not_found') throw cause;
    }),
  );
  removePrompt(promptId);
  showToast('success', promptTexts.deleted, {
    action: { label: promptTexts.undo, run: () => void undoDeletion(promptId) },
  });
}

async function undoDeletion(promptId: string): Promise<void> {
  try {
    putPrompt(await attempt(api.call(restoreCall, { prompt_id: promptId }, options)));
    showToast('success', promptTexts.restored);
  } catch (cause) {
    showToast('error', (cause as Error).message);
  }
}

/**
 * Inserts a prompt at the cursor of an editor.
 * @returns false if the prompt has variables that must be asked for first
 */
export function insertIntoTarget(target: PromptTarget, prompt: Pick<Prompt, 'prompt_text'>): boolean {
  if (findVariables(prompt.prompt_text).length > 0) return false;
  insertText(target, prompt.prompt_text);
  return true;
}

export function insertText({ editorId, mentions }: PromptTarget, text: string): void {
  const groups = mentions ? chats.groups.map(({ group_name }) => group_name) : [];
  if (!insertAtCursor(editorId, text, groups)) void copyInstead(text);
}

/** Copies a prompt whose editor is gone, so that the values of its variables are not lost. */
async function copyInstead(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('error', promptTexts.noEditor);
  } catch (cause) {
    logFailure(promptTexts.noEditorNoCopy, cause);
    showToast('error', promptTexts.noEditorNoCopy);
  }
}

function putPrompt(prompt: Prompt): void {
  const others = prompts.items.list.filter(({ prompt_id }) => prompt_id !== prompt.prompt_id);
  setPrompts(sortPrompts([prompt, ...others]));
}

function removePrompt(promptId: string): void {
  setPrompts(prompts.items.list.filter(({ prompt_id }) => prompt_id !== promptId));
}

async function attempt<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (cause) {
    throw toSentence(cause);
  }
}

/** The server's sentence about what the person can change; the general one for everything else. */
function toSentence(cause: unknown): Error {
  logFailure(promptTexts.failed, cause);
  const sentence = isAvaError(cause) && cause.status < 500 ? cause.detail : promptTexts.failed;
  return new Error(sentence, { cause });
}

function getOwner(): string | null {
  const person = getActiveSession(session.status)?.person ?? null;
  return person && `${person.tenantId}.${person.id}`;
}

let owner = getOwner();
subscribe(
  session,
  () => {
    const next = getOwner();
    if (next === owner) return;
    owner = next;
    generation += 1;
    loading = null;
    clearPrompts();
    clearCreatorPhotos();
  },
  true,
);
