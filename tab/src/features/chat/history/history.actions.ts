import {
  deleteChat,
  getAnswerMetadata,
  renameChat,
  shareChat,
  type AnswerMetadata,
} from '../../../../../api/contract/chat.ts';
import { isAvaError } from '../../../../../api/contract/errors.ts';
import { getPeers, type Peer } from '../../../../../api/contract/people.ts';
import { api } from '../../../api.ts';
import { showToast } from '../../../shell/toasts/toasts.ts';
import { logFailure } from '../../../state/log.ts';
import { readEnvironment } from '../../../environment.ts';
import { createBotChatLink, toSubPageId } from '../../../teams/deepLinks.ts';
import { openLink, shareDeepLink } from '../../../teams/teamsHost.ts';
import { chats } from '../chat.state.ts';
import { chatTexts } from '../chat.texts.ts';
import { normalizeTitle } from './history.rules.ts';
import { forgetChat, getMetadata, putMetadata, getChatType } from './metadata.actions.ts';
import { openNewChat } from '../opening/open.actions.ts';

/** Renames a chat optimistically; the old title returns if the server rejects the new one. */
export async function renameChatTitle(chatId: string, typed: string): Promise<void> {
  const chat = getMetadata(chatId);
  const title = chat && normalizeTitle(typed, chat.Title);
  if (!chat || title === null) return;
  const before = chat.Title;
  chat.Title = title;
  try {
    putMetadata(await api.call(renameChat, { convo_id: chatId, title }));
  } catch (cause) {
    chat.Title = before;
    reportFailure(chatTexts.renameFailed, cause);
  }
}

/** Deletes a chat on the server, then in this window. If the chat was open, a new chat opens. */
export async function removeChat(chatId: string): Promise<void> {
  try {
    await api.call(deleteChat, { convo_id: chatId });
  } catch (cause) {
    if (!isAvaError(cause) || cause.code !== 'not_found') return reportFailure(chatTexts.deleteFailed, cause);
  }
  const type = getChatType(chatId);
  forgetChat(chatId);
  if (chats.openId === chatId) openNewChat(type);
}

/** Sends each peer a copy of a chat. Rejects on failure, so the dialog stays open. */
export async function shareWithPeers(chatId: string, peerIds: readonly string[]): Promise<void> {
  try {
    const { shared } = await api.call(shareChat, {
      convo_id: chatId,
      convo_type: getChatType(chatId),
      peers: [...peerIds],
      ...getCorpus(chatId),
    });
    showToast('success', chatTexts.shared(getMetadata(chatId)?.Title ?? '', shared));
  } catch (cause) {
    throw new Error(chatTexts.shareFailed, { cause });
  }
}

/** The site of a search; nothing for other chats. */
function getCorpus(chatId: string): { chat_corpus?: string } {
  const corpus = getMetadata(chatId)?.ChatCorpus;
  return corpus ? { chat_corpus: corpus } : {};
}

/** Shares or copies a link to a chat. Only its owner can open it. */
export async function copyChatLink(chatId: string): Promise<void> {
  try {
    const result = await shareDeepLink(toSubPageId(chatId), getMetadata(chatId)?.Title ?? '');
    if (result === 'copied') showToast('success', chatTexts.linkCopied);
  } catch (cause) {
    reportFailure(chatTexts.linkFailed, cause);
  }
}

/** Opens the bot's chat in Teams with a prefilled message that continues this chat. */
export async function continueInTeams(chatId: string): Promise<void> {
  try {
    await openLink(createBotChatLink(readEnvironment().botId, chatId));
  } catch (cause) {
    reportFailure(chatTexts.continueFailed, cause);
  }
}

/** Finds people to share a chat with: colleagues, or people whose name or address starts with `search`. */
export async function findPeers(search: string, signal: AbortSignal): Promise<Peer[]> {
  return (await api.call(getPeers, { search }, { signal })).peers;
}

/** Gets the model, timing and token counts of an answer. */
export function fetchAnswerInsights(messageId: string, signal: AbortSignal): Promise<AnswerMetadata> {
  return api.call(getAnswerMetadata, { message_id: messageId }, { signal });
}

function reportFailure(sentence: string, cause: unknown): void {
  logFailure(sentence, cause);
  showToast('error', sentence);
}
