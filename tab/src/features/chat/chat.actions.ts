import { useSnapshot } from 'valtio';
import type { ChatType } from '../../../../api/contract/chat.ts';
import { isAnswering, promptsOf } from './chat.rules.ts';
import { chats, emptyChats } from './chat.state.ts';
import { answerings } from './answering.state.ts';
import { loadGroups } from './groups.actions.ts';
import { loadLoadingMessages } from './loadingMessages.ts';
import { typeOf } from './metadata.actions.ts';
import { tellAfterReload } from './reload.ts';
import { takeLinkedPlace } from '../../teams/teamsHost.ts';
import { loadChats, openChat, openLastChat, openLinkedChat } from './open.actions.ts';

export { loadEarlier } from './earlier.actions.ts';
export { loadChats, newChat, openChat, refreshChat } from './open.actions.ts';
export { retry, send, stop, type OutgoingDraft } from './send.actions.ts';
export { continueInTeams, copyLink, remove, rename, share } from './history.actions.ts';

let owner: string | null = null;

/** Begins with the chats, or the searches, of the person who is signed in, forgetting those of anyone before. */
export async function beginChats(personId: string, type: ChatType = 'chat'): Promise<void> {
  if (owner !== null && owner !== personId) forgetChats();
  owner = personId;
  void loadLoadingMessages();
  void loadGroups();
  tellAfterReload();
  await Promise.all([loadChats(), openFirst(type)]);
}

/** What a link led to goes before what was open. */
function openFirst(type: ChatType): Promise<void> {
  const linked = takeLinkedPlace();
  if (linked) return openLinkedChat(linked);
  return chats.openId === null || typeOf(chats.openId) !== type ? openLastChat(type) : openChat(chats.openId);
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

/** Whether the server has messages of a chat that are not loaded yet. */
export function hasEarlier(chatId: string): boolean {
  return (chats.open[chatId]?.earlier.name ?? 'none') !== 'none';
}

/** What the person wrote in a chat, oldest first. */
export function userPrompts(chatId: string): string[] {
  return promptsOf(chats.open[chatId]?.entries ?? []);
}
