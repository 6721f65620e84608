import { z } from 'zod';
import { isSettled } from '#contract/runs/answerEvents.ts';
import { showToast } from '#tab/shell/toasts/toasts.ts';
import { readLocal } from '#tab/state/localStorage.ts';
import { logFailure } from '#tab/state/log.ts';
import type { LinkTarget } from '#tab/teams/deepLinks.ts';
import { isAnswering } from '#tab/features/chat/chat.rules.ts';
import { chats, type Entry } from '#tab/features/chat/chat.state.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { openCitation } from '#tab/features/chat/citations/openCitation.ts';
import { getMetadata } from '#tab/features/chat/history/metadata.actions.ts';
import { loadUntil } from './earlier.actions.ts';
import { openChat, openNewChat, showVersion } from './open.actions.ts';

/**
 * Opens a linked chat, and the file of the linked citation or the Export menu of the linked answer, if any. If the person
 * cannot see the chat, a toast says so and the last chat opens.
 */
export async function openLinkedChat({ chatId, messageId, citation, isExport }: LinkTarget): Promise<void> {
  const before = readLocal('openChat', z.string().nullable(), null);
  chats.linkedMessageId = messageId;
  chats.linkedExportId = isExport ? messageId : null;
  await openChat(chatId);
  if (messageId !== null) await showLinkedMessage(chatId, messageId);
  const chat = chats.open[chatId];
  const missing = getMetadata(chatId) === null && chat?.loading.name === 'ready' && chat.entries.length === 0;
  const linked = chat?.entries.find((entry) => entry.message_id === messageId);
  const isGone = isExport && chat?.loading.name !== 'failed' && !isExportable(linked);
  if (isGone) chats.linkedExportId = null;
  if (chats.openId !== chatId) {
    // The chat opened from this browser's cache, but the server no longer has it, so another chat is open now.
    if (isGone && chat === undefined) showToast('error', chatTexts.linkedChatMissing);
    return;
  }
  const link = linked?.links.find(({ number }) => number === citation);
  if (link) openCitation({ ...link });
  if (!missing && isGone) showToast('error', chatTexts.linkedAnswerMissing);
  if (!missing) return;
  showToast('error', chatTexts.linkedChatMissing);
  if (before === null || before === chatId) openNewChat();
  else await openChat(before);
}

/** Whether the entry has an Export menu, or will have one when its answer has ended. */
function isExportable(entry: Entry | undefined): boolean {
  return entry?.source === 'AVA' && (entry.content !== '' || !isSettled(entry));
}

/** Opens a chat at a message, which can be on an earlier page or in another version. */
export async function openChatAt(chatId: string, messageId: string): Promise<void> {
  chats.linkedMessageId = messageId;
  await openChat(chatId);
  await showLinkedMessage(chatId, messageId);
}

/** Loads the page of a linked message, or shows the version that contains it. */
async function showLinkedMessage(chatId: string, messageId: string): Promise<void> {
  await loadUntil(chatId, messageId);
  const entries = chats.open[chatId]?.entries ?? [];
  if (entries.length === 0 || isAnswering(entries) || entries.some((entry) => entry.message_id === messageId)) return;
  await showVersion(chatId, messageId).catch((cause: unknown) => logFailure(chatTexts.linkedChatMissing, cause));
  await loadUntil(chatId, messageId);
}
