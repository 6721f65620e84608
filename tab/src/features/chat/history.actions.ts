import {
  deleteChat,
  getAnswerMetadata,
  renameChat,
  shareChat,
  type AnswerMetadata,
} from '../../../../api/contract/chat.ts';
import { isAvaError } from '../../../../api/contract/errors.ts';
import { getPeers, type Peer } from '../../../../api/contract/people.ts';
import { api } from '../../api.ts';
import { showToast } from '../../shell/toasts/toasts.ts';
import { logFailure } from '../../state/log.ts';
import { readEnvironment } from '../../environment.ts';
import { botChatLink, subPageOf } from '../../teams/deepLinks.ts';
import { openLink, shareDeepLink } from '../../teams/teamsHost.ts';
import { chats } from './chat.state.ts';
import { chatTexts } from './chat.texts.ts';
import { titleToSave } from './history.rules.ts';
import { forgetChat, metadataOf, putMetadata, typeOf } from './metadata.actions.ts';
import { newChat } from './open.actions.ts';

/** Gives a chat a title: shown at once, taken back if the server does not take it. */
export async function rename(chatId: string, typed: string): Promise<void> {
  const chat = metadataOf(chatId);
  const title = chat && titleToSave(typed, chat.Title);
  if (!chat || title === null) return;
  const before = chat.Title;
  chat.Title = title;
  try {
    putMetadata(await api.call(renameChat, { convo_id: chatId, title }));
  } catch (cause) {
    chat.Title = before;
    tell(chatTexts.renameFailed, cause);
  }
}

/** Deletes a chat on the server, then here; if it was open, a new one takes its place. */
export async function remove(chatId: string): Promise<void> {
  try {
    await api.call(deleteChat, { convo_id: chatId });
  } catch (cause) {
    if (!isAvaError(cause) || cause.code !== 'not_found') return tell(chatTexts.deleteFailed, cause);
  }
  const type = typeOf(chatId);
  forgetChat(chatId);
  if (chats.openId === chatId) newChat(type);
}

/** Gives each peer a copy of a chat. Rejects where it failed, so that the dialog stays open. */
export async function share(chatId: string, peerIds: readonly string[]): Promise<void> {
  try {
    const { shared } = await api.call(shareChat, {
      convo_id: chatId,
      convo_type: typeOf(chatId),
      peers: [...peerIds],
      ...corpusOf(chatId),
    });
    showToast('success', chatTexts.shared(metadataOf(chatId)?.Title ?? '', shared));
  } catch (cause) {
    throw new Error(chatTexts.shareFailed, { cause });
  }
}

/** The site that a search asked, where the chat is one. */
function corpusOf(chatId: string): { chat_corpus?: string } {
  const corpus = metadataOf(chatId)?.ChatCorpus;
  return corpus ? { chat_corpus: corpus } : {};
}

/** Hands out a link to a chat; it opens for the person whose chat it is. */
export async function copyLink(chatId: string): Promise<void> {
  try {
    const given = await shareDeepLink(subPageOf(chatId), metadataOf(chatId)?.Title ?? '');
    if (given === 'copied') showToast('success', chatTexts.linkCopied);
  } catch (cause) {
    tell(chatTexts.linkFailed, cause);
  }
}

/** Opens the chat with AVA's bot, which goes on with this chat once the person sends what stands there. */
export async function continueInTeams(chatId: string): Promise<void> {
  try {
    await openLink(botChatLink(readEnvironment().botId, chatId));
  } catch (cause) {
    tell(chatTexts.continueFailed, cause);
  }
}

/** People a chat can be shared with: those the person works with, or whose name or address begins with a search. */
export async function findPeers(search: string, signal: AbortSignal): Promise<Peer[]> {
  return (await api.call(getPeers, { search }, { signal })).peers;
}

/** How an answer came about. */
export function answerInsights(messageId: string, signal: AbortSignal): Promise<AnswerMetadata> {
  return api.call(getAnswerMetadata, { message_id: messageId }, { signal });
}

function tell(sentence: string, cause: unknown): void {
  logFailure(sentence, cause);
  showToast('error', sentence);
}
