import { cancelChatResponse } from '../../../../api/contract/chat.ts';
import { api } from '../../api.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import type { Answering } from './answering.state.ts';
import { chatTexts } from './chat.texts.ts';

/** Asks the server to stop an answer; a failure is told in an alert, and stopping may be tried again. */
export async function cancelRun(chatId: string, answering: Answering): Promise<void> {
  answering.stopping = true;
  try {
    await api.call(cancelChatResponse, { event_session_id: answering.eventSessionId, convo_id: chatId });
  } catch (cause) {
    answering.stopping = false;
    logFailure(chatTexts.cancelFailed, cause);
    showToast('error', chatTexts.cancelFailed);
  }
}
