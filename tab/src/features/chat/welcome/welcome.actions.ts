import { subscribe } from 'valtio';
import type { SamplePrompt } from '#contract/organization.ts';
import { finishWelcome } from '#contract/people.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { replacePerson } from '#tab/state/session.actions.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { ensureDraft, getVisibleFiles } from '#tab/features/chat/composer/draft/draft.state.ts';
import { toOutput } from '#tab/features/chat/composer/output.ts';
import { submitDraft } from '#tab/features/chat/composer/submitDraft.ts';
import { applySamplePrompt } from '#tab/features/chat/conversation/samplePrompts.actions.ts';

/** A file that takes longer to read is left in the composer, for the person to send. */
const FILE_LIMIT_MS = 60_000;

/**
 * Ends the welcome, at once on this screen and permanently on the server. If the call fails, it is shown again next
 * time.
 */
export function endWelcome(): void {
  const person = getActiveSession(session.status)?.person;
  if (!person?.first_login) return;
  replacePerson({ ...person, first_login: false });
  api.call(finishWelcome, {}).catch((cause: unknown) => logFailure('failed to save that the welcome was seen', cause));
}

/**
 * Fills the composer with a prompt, waits until its file is read, and sends it. Returns whether it was sent. It is not
 * sent if the person changed the message or left the chat, or if the file could not be read.
 */
export async function sendSamplePrompt(chatId: string, sample: SamplePrompt): Promise<boolean> {
  const before = getText(chatId);
  await applySamplePrompt(chatId, sample);
  const filled = getText(chatId);
  if (before !== '') return false;
  if (sample.file !== undefined && !(await waitForFile(chatId, sample.file))) return false;
  if (getText(chatId) !== filled || chats.openId !== chatId) return false;
  return (await submitDraft(chatId, 0)).name === 'yes';
}

function getText(chatId: string): string {
  return toOutput(ensureDraft(chatId).document).text;
}

/** Waits until a file of the draft is ready. Returns false if it fails, is removed, or takes too long. */
function waitForFile(chatId: string, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    const draft = ensureDraft(chatId);
    const timer = setTimeout(() => finish(false), FILE_LIMIT_MS);
    const stop = subscribe(draft, check);
    function finish(isReady: boolean) {
      clearTimeout(timer);
      stop();
      resolve(isReady);
    }
    function check() {
      const file = getVisibleFiles(draft).find((candidate) => candidate.name === name);
      if (!file || file.state === 'failed') finish(false);
      else if (file.state === 'ready') finish(true);
    }
    check();
  });
}
