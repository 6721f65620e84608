import { reportAnswer, type ReportReason } from '#contract/chats/feedback.ts';
import { branchChat } from '#contract/chats/versions.ts';
import { isAvaError } from '#contract/errors.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { logFailure } from '#tab/state/log.ts';
import { feedback } from '#tab/features/chat/feedback/feedback.state.ts';
import { getMetadata, putMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { openChat } from '#tab/features/chat/opening/open.actions.ts';
import { answerMenuTexts } from './answerMenu.texts.ts';

/** Starts a chat that continues from a message of this one, and opens it. This chat stays as it is. */
export async function startBranch(chatId: string, messageId: string): Promise<void> {
  const branchId = crypto.randomUUID();
  try {
    putMetadata(await api.call(branchChat, { convo_id: chatId, message_id: messageId, branch_id: branchId }));
    await openChat(branchId);
    showToast('success', answerMenuTexts.started(getMetadata(chatId)?.Title ?? ''));
  } catch (cause) {
    logFailure(answerMenuTexts.branchFailed, cause);
    showToast('error', isAvaError(cause) && cause.status < 500 ? cause.detail : answerMenuTexts.branchFailed);
  }
}

export interface Report {
  reason: ReportReason;
  comment: string;
  /** Whether the administrators can read the answer. */
  withAnswer: boolean;
}

/** Sends a report to the administrators. Rejects on failure, so that the dialog stays open. */
export async function sendReport(messageId: string, { reason, comment, withAnswer }: Report): Promise<void> {
  const report = { message_id: messageId, reason, comment: comment.trim(), with_answer: withAnswer };
  const { message_id: _id, ...rating } = await api.call(reportAnswer, report);
  feedback.ratings[messageId] = rating;
  showToast('success', answerMenuTexts.reported);
}
