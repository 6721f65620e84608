import { shareChat } from '#contract/chats/chat.ts';
import { getPeers, type Peer } from '#contract/people.ts';
import { api } from '#tab/api.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { getChatType, getMetadata } from '#tab/features/chat/history/metadata.actions.ts';

/** Sends each peer a copy of a chat. Rejects on failure, so the dialog stays open. */
export async function shareWithPeers(chatId: string, peerIds: readonly string[]): Promise<void> {
  const { shared } = await api.call(shareChat, {
    convo_id: chatId,
    convo_type: getChatType(chatId),
    peers: [...peerIds],
    ...getCorpus(chatId),
  });
  showToast('success', chatTexts.shared(getMetadata(chatId)?.Title ?? '', shared));
}

/** The site of a search; nothing for other chats. */
function getCorpus(chatId: string): { chat_corpus?: string } {
  const corpus = getMetadata(chatId)?.ChatCorpus;
  return corpus ? { chat_corpus: corpus } : {};
}

/** Finds people to share a chat with: colleagues, or people whose name or address starts with `search`. */
export async function findPeers(search: string, signal: AbortSignal): Promise<Peer[]> {
  return (await api.call(getPeers, { search }, { signal })).peers;
}
