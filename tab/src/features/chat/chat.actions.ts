import { useSnapshot } from 'valtio';
import { isAnswering, promptsOf } from './chat.rules.ts';
import { chats, emptyChats } from './chat.state.ts';
import { answerings } from './answering.state.ts';
import { loadLoadingMessages } from './loadingMessages.ts';
import { loadChats, openChat, openLastChat } from './open.actions.ts';

export { loadChats, newChat, openChat, refreshChat } from './open.actions.ts';
export { retry, send, stop, type OutgoingDraft } from './send.actions.ts';
export { remove, rename, share } from './history.actions.ts';

let owner: string | null = null;

/** Begins with the chats of the person who is signed in, forgetting those of anyone before. */
export async function beginChats(personId: string): Promise<void> {
  if (owner !== null && owner !== personId) forgetChats();
  owner = personId;
  void loadLoadingMessages();
  await Promise.all([loadChats(), chats.openId === null ? openLastChat() : openChat(chats.openId)]);
}

function forgetChats(): void {
  for (const each of answerings.values()) each.controller.abort();
  answerings.clear();
  Object.assign(chats, emptyChats());
}

/** Says whether the view of a chat keeps to its newest words. */
export function setFollowing(chatId: string, follow: boolean): void {
  const chat = chats.open[chatId];
  if (chat) chat.follow = follow;
}

/** Whether an answer of a chat is being written. */
export function answering(chatId: string): boolean {
  return isAnswering(chats.open[chatId]?.entries ?? []);
}

/** The same for a component, which draws again when it changes. */
export function useAnswering(chatId: string): boolean {
  const last = useSnapshot(chats).open[chatId]?.entries.at(-1);
  return last !== undefined && isAnswering([last]);
}

/** What the person wrote in a chat, oldest first. */
export function userPrompts(chatId: string): string[] {
  return promptsOf(chats.open[chatId]?.entries ?? []);
}
