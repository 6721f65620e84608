import { newChat } from '#contract/chats/chat.ts';
import type { EventStream } from '#contract/client.ts';
import type { FileContextItem } from '#contract/files/files.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { toFields, openAnswer as openAnswerStream } from '#contract/runs/openAnswer.ts';
import type { TemperatureName } from '#contract/limits.ts';
import { continueResponse, regenerateResponse, regenerateSearchResponse } from '#contract/chats/versions.ts';
import { toSiteFields } from '#contract/sites/search.ts';
import { api } from '#tab/api.ts';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { chats } from '#tab/features/chat/chat.state.ts';
import { getChatModel, getChatSettings, getMode } from '#tab/features/chat/chatSettings.actions.ts';
import type { SendStep } from './failure.rules.ts';
import { rememberLastSites, rememberSearched } from '#tab/features/knowledge/siteSelection.actions.ts';
import { getMetadata, putMetadata, getChatType } from '#tab/features/chat/history/metadata.actions.ts';
import { findSearchScope, type SearchScope } from './searchScope.ts';

/** A message to send. */
export interface OutgoingMessage {
  /** The client's message id; the server stores one message and one answer per id. */
  requestId: string;
  text: string;
  files: readonly FileContextItem[];
  /** Id of the question that this message is a new version of. */
  editOf?: string;
}

/** A question that is answered again. */
interface AnsweredQuestion {
  /** Id of the present answer. */
  messageId: string;
  /** Id of the new answer. */
  requestId: string;
  text: string;
  /** The sites whose files the answer cites so far. */
  citedSites: readonly string[];
}

/** How an answer differs from the current settings. */
export interface AnswerStyle {
  /** Alias of the model. */
  model?: string;
  selectedTemperature?: TemperatureName;
  useConciseMode?: boolean;
}

/** Creates a chat in the database before its first message. */
export async function createChat(chatId: string): Promise<void> {
  if (getMetadata(chatId) !== null) return;
  putMetadata(
    await api.call(newChat, {
      chat_type: getChatType(chatId),
      chat_id: chatId,
      chat_settings: getChatSettings(chatId),
      ...(chats.open[chatId]?.isTemporary ? { temporary: true } : {}),
    }),
  );
}

/** The name of the sending step, with or without files. */
export function getSendStep(files: readonly unknown[]): SendStep {
  return files.length > 0 ? 'sendWithFiles' : 'sendChat';
}

/** Sends a message with the settings of its chat, to the model or to files of sites, and opens the stream of its answer. */
export async function openAnswer(
  chatId: string,
  eventSessionId: string,
  { requestId, text, files, editOf }: OutgoingMessage,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const search = await findSearchScope(chatId, text);
  const options = getAnswerOptions(chatId, eventSessionId);
  const request = { ...options, requestId, text, files, search, ...(editOf !== undefined && { editOf }) };
  const stream = await openAnswerStream(api, request, signal);
  if (search) rememberSites(chatId, search);
  if (search && getMode(chatId) === 'ks') rememberLastSites(search.sites);
  return stream;
}

/** Requests another answer to a question and opens its stream. */
export async function openRegeneration(
  chatId: string,
  eventSessionId: string,
  { messageId, requestId, text, citedSites }: AnsweredQuestion,
  style: AnswerStyle,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const search = await findSearchScope(chatId, text, citedSites);
  const fields = { ...toFields(getAnswerOptions(chatId, eventSessionId, style)), message_id: messageId };
  if (!search) return api.stream(regenerateResponse, { ...fields, request_id: requestId }, { signal });
  const scope = { ...toSiteFields(search.sites), selected_ks_files: search.files, without_sources: true };
  return api.stream(regenerateSearchResponse, { ...fields, ...scope, request_id: requestId }, { signal });
}

/** Requests the rest of an answer and opens the stream of the whole answer. */
export function openContinuation(
  chatId: string,
  eventSessionId: string,
  messageId: string,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const fields = toFields(getAnswerOptions(chatId, eventSessionId));
  return api.stream(continueResponse, { ...fields, message_id: messageId }, { signal });
}

function getAnswerOptions(chatId: string, eventSessionId: string, { model, ...style }: AnswerStyle = {}) {
  const settings = { ...getChatSettings(chatId), ...style };
  const functionCalling = getActiveSession(session.status)?.organization.features.functionCalling ?? false;
  const selected = model ?? getChatModel(chatId)?.model_alias ?? settings.selectedModel;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { chatId, eventSessionId, model: selected, settings, functionCalling, lookUp: true, timeZone };
}

/** The server stores the sites of a search; this window updates its metadata without waiting for the next list. */
function rememberSites(chatId: string, { sites }: SearchScope): void {
  const chat = getMetadata(chatId);
  if (!chat || getChatType(chatId) !== 'search') return;
  chat.ChatCorpus = sites === 'all' ? null : (sites[0] ?? null);
  chat.ChatSites = sites;
  rememberSearched(chatId, sites);
}
