import { useSnapshot } from 'valtio';
import { upsertChat } from '#contract/chats/chat.ts';
import { findModel, type Model } from '#contract/models.ts';
import type { Mode, ModeSettings } from '#contract/settings.ts';
import { api } from '#tab/api.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { saveSettings } from '#tab/features/settings/settings.actions.ts';
import { settings } from '#tab/features/settings/settings.state.ts';
import { chats } from './chat.state.ts';
import { getChatType, getMetadata } from './history/metadata.actions.ts';

/** The mode whose settings apply to a chat. */
export function getMode(chatId: string): Mode {
  return getChatType(chatId) === 'search' ? 'ks' : 'chat';
}

/** The settings of a chat's answers: its own, or the person's while it has none. */
export function getChatSettings(chatId: string): ModeSettings {
  return getMetadata(chatId)?.ChatSettings ?? settings[getMode(chatId)];
}

/** Like `getChatSettings`; the component renders again when they change. */
export function useChatSettings(chatId: string): ModeSettings {
  const chat = useSnapshot(chats).metadata.find(({ ConversationId }) => ConversationId === chatId);
  const defaults = useSnapshot(settings)[getMode(chatId)];
  return chat?.ChatSettings ?? defaults;
}

/** Returns the model that answers in a chat; `null` when the organization offers none. */
export function getChatModel(chatId: string): Model | null {
  const models = getActiveSession(session.status)?.models ?? [];
  return findModel(getMode(chatId), getChatSettings(chatId).selectedModel, models);
}

/**
 * Changes the settings of a chat, which other chats keep as they are. New chats start with them, too. Throws
 * `Failed to save user settings`.
 */
export async function saveChatSettings(chatId: string, next: ModeSettings): Promise<void> {
  const chat = getMetadata(chatId);
  const before = chat?.ChatSettings ?? null;
  if (chat) chat.ChatSettings = next;
  try {
    await saveSettings({ [getMode(chatId)]: next });
    if (chat) await api.call(upsertChat, { chat_id: chatId, chat_settings: next });
  } catch (cause) {
    if (chat) chat.ChatSettings = before;
    throw cause;
  }
}
