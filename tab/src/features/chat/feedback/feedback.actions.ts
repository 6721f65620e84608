import { deleteRating, getRatings, saveRating, type Rating } from '#contract/chats/feedback.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { feedback } from './feedback.state.ts';
import { feedbackTexts } from './feedback.texts.ts';

/** Loads the ratings of a chat once. Without them the thumbs are empty, so a failure is only logged. */
export async function loadRatings(chatId: string): Promise<void> {
  if (feedback.requested[chatId]) return;
  feedback.requested[chatId] = true;
  try {
    const { ratings } = await api.call(getRatings, { convo_id: chatId });
    for (const { message_id: messageId, ...rating } of ratings) feedback.ratings[messageId] ??= rating;
  } catch (cause) {
    delete feedback.requested[chatId];
    logFailure('failed to load feedback', cause);
  }
}

/** Shows a rating at once and saves it. */
export function rate(messageId: string, rating: Rating): Promise<void> {
  return change(messageId, rating, () => api.call(saveRating, { message_id: messageId, ...rating }));
}

export function removeRating(messageId: string): Promise<void> {
  return change(messageId, undefined, () => api.call(deleteRating, { message_id: messageId }));
}

/** If saving fails, the previous rating is shown again. */
async function change(messageId: string, rating: Rating | undefined, save: () => Promise<unknown>): Promise<void> {
  const before = feedback.ratings[messageId];
  show(messageId, rating);
  try {
    await save();
  } catch (cause) {
    show(messageId, before);
    logFailure(feedbackTexts.failed, cause);
    showToast('error', feedbackTexts.failed);
  }
}

function show(messageId: string, rating: Rating | undefined): void {
  if (rating === undefined) delete feedback.ratings[messageId];
  else feedback.ratings[messageId] = { ...rating };
}
