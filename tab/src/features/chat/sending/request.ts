import { newChat } from '../../../../../api/contract/chat.ts';
import type { EventStream } from '../../../../../api/contract/client.ts';
import type { FileContextItem } from '../../../../../api/contract/files.ts';
import type { AnswerEvent } from '../../../../../api/contract/runs.ts';
import { openAnswer as openAnswerStream } from '../../../../../api/contract/openAnswer.ts';
import type { Mode } from '../../../../../api/contract/settings.ts';
import { api } from '../../../api.ts';
import { getActiveSession, session } from '../../../state/session.state.ts';
import { getModeSettings, getSelectedModel } from '../../settings/settings.actions.ts';
import type { SendStep } from './failure.rules.ts';
import { getMetadata, putMetadata, getChatType } from '../history/metadata.actions.ts';
import { findSearchScope } from './searchScope.ts';

/** A message to send. */
export interface OutgoingMessage {
  /** The client's message id; the server stores one message and one answer per id. */
  requestId: string;
  text: string;
  files: readonly FileContextItem[];
}

/** Creates a chat in the database before its first message. */
export async function createChat(chatId: string): Promise<void> {
  if (getMetadata(chatId) !== null) return;
  putMetadata(await api.call(newChat, { chat_type: getChatType(chatId), chat_id: chatId }));
}

/** The name of the sending step, with or without files. */
export function getSendStep(files: readonly unknown[]): SendStep {
  return files.length > 0 ? 'sendWithFiles' : 'sendChat';
}

/** The mode whose settings apply to a chat. */
export function getMode(chatId: string): Mode {
  return getChatType(chatId) === 'search' ? 'ks' : 'chat';
}

/** Sends a message with the settings of its mode, to the model or to a site's files, and opens the stream of its answer. */
export async function openAnswer(
  chatId: string,
  eventSessionId: string,
  { requestId, text, files }: OutgoingMessage,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const search = await findSearchScope(chatId, text);
  const mode = getMode(chatId);
  const settings = getModeSettings(mode);
  const model = getSelectedModel(mode)?.model_alias ?? settings.selectedModel;
  const functionCalling = getActiveSession(session.status)?.organization.features.functionCalling ?? false;
  const request = { chatId, eventSessionId, requestId, model, settings, functionCalling, text, files, search };
  const stream = await openAnswerStream(api, request, signal);
  if (search) rememberSite(chatId, search.siteId);
  return stream;
}

/** The server stores the site of a search; this window updates its metadata without waiting for the next list. */
function rememberSite(chatId: string, siteId: string): void {
  const chat = getMetadata(chatId);
  if (chat && getChatType(chatId) === 'search') chat.ChatCorpus = siteId;
}
