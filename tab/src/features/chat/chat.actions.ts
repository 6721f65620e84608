import { useSnapshot } from 'valtio';
import type { ChatType } from '#contract/chats/chat.ts';
import { leaveRun } from '#tab/runs/activeRuns.ts';
import { isAnswering, getPrompts } from './chat.rules.ts';
import { chats, emptyChats } from './chat.state.ts';
import { loadMentionGroups } from './mentions/mentionGroups.actions.ts';
import { loadLoadingMessages } from './exchange/loadingMessages.ts';
import { getChatType } from './history/metadata.actions.ts';
import { showReloadReason } from './exchange/reloadPage.ts';
import { takeLinkTarget } from '#tab/teams/teamsHost.ts';
import { loadChats, openChat, openLastChat } from './opening/open.actions.ts';
import { openLinkedChat } from './opening/openLinked.actions.ts';

let owner: string | null = null;

/** Loads the chats or searches of the signed-in person and clears those of a previous person. */
export async function startChats(personId: string, type: ChatType = 'chat'): Promise<void> {
  if (owner !== null && owner !== personId) resetChats();
  owner = personId;
  void loadLoadingMessages();
  void loadMentionGroups();
  showReloadReason();
  await Promise.all([loadChats(), openInitialChat(type)]);
}

/** A linked chat takes precedence over the chat that was open. */
function openInitialChat(type: ChatType): Promise<void> {
  const target = takeLinkTarget();
  if (target) return openLinkedChat(target);
  return chats.openId === null || getChatType(chats.openId) !== type ? openLastChat(type) : openChat(chats.openId);
}

function resetChats(): void {
  for (const chatId of Object.keys(chats.open)) leaveRun(chatId);
  Object.assign(chats, emptyChats());
}

/** Turns autoscroll of a chat on or off. */
export function setAutoscroll(chatId: string, follow: boolean): void {
  const chat = chats.open[chatId];
  if (chat) chat.isAutoscrolling = follow;
}

/** Whether a chat has a streaming answer. */
export function isChatAnswering(chatId: string): boolean {
  return isAnswering(chats.open[chatId]?.entries ?? []);
}

/** Like `isChatAnswering`, for components. */
export function useIsChatAnswering(chatId: string): boolean {
  const last = useSnapshot(chats).open[chatId]?.entries.at(-1);
  return last !== undefined && isAnswering([last]);
}

/** Whether the server has earlier messages that are not loaded. */
export function hasEarlier(chatId: string): boolean {
  return (chats.open[chatId]?.earlier.name ?? 'none') !== 'none';
}

/** The person's prompts in a chat, oldest first. */
export function getUserPrompts(chatId: string): string[] {
  return getPrompts(chats.open[chatId]?.entries ?? []);
}
