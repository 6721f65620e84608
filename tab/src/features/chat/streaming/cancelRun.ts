import { cancelChatResponse } from '../../../../../api/contract/chats/chat.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import type { ActiveAnswer } from './activeAnswers.state.ts';
import { chatTexts } from '../chat.texts.ts';

/** Asks the server to stop an answer. After a failure, a toast says so and the person can try again. */
export async function cancelRun(chatId: string, answering: ActiveAnswer): Promise<void> {
  answering.isStopping = true;
  try {
    await api.call(cancelChatResponse, { event_session_id: answering.eventSessionId, convo_id: chatId });
  } catch (cause) {
    answering.isStopping = false;
    logFailure(chatTexts.cancelCallFailed, cause);
    showToast('error', chatTexts.cancelFailed);
  }
}
