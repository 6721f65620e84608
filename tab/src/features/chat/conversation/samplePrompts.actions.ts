import { getSampleFile, type SamplePrompt } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { addFiles } from '#tab/features/files/files.actions.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { fillDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { ensureDraft } from '#tab/features/chat/composer/draft/draft.state.ts';

/** Files that are being fetched, so that a second click does not attach one twice. */
const fetching = new Set<string>();

/** Fills the composer with a sample prompt and attaches its file, unless the draft has a file of this name. */
export async function applySamplePrompt(chatId: string, { prompt, file: name }: SamplePrompt): Promise<void> {
  fillDraft(chatId, prompt);
  const key = `${chatId}/${name}`;
  if (name === undefined || fetching.has(key) || ensureDraft(chatId).files.some((file) => file.name === name)) return;
  fetching.add(key);
  try {
    const bytes = await api.bytes(getSampleFile, { name });
    addFiles(chatId, [new File([bytes], name)]);
  } catch (error) {
    logFailure('failed to fetch sample file', error);
    showToast('error', chatTexts.sampleFileFailed(name));
  } finally {
    fetching.delete(key);
  }
}
