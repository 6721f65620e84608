import { chatResponse, chatResponseWithContext, newChat } from '../../../../api/contract/chat.ts';
import type { EventStream } from '../../../../api/contract/client.ts';
import type { FileContextItem } from '../../../../api/contract/files.ts';
import type { AnswerEvent } from '../../../../api/contract/runs.ts';
import { searchResponse, searchResponseWithContext } from '../../../../api/contract/search.ts';
import { temperatureOf, type Mode } from '../../../../api/contract/settings.ts';
import { api } from '../../api.ts';
import { known, session } from '../../state/session.state.ts';
import { modeSettings, selectedModel } from '../settings/settings.actions.ts';
import type { SendStep } from './failure.rules.ts';
import { metadataOf, putMetadata, typeOf } from './metadata.actions.ts';
import { searchedBy } from './searchedSite.ts';

/** A message as it goes to the server. */
export interface Outgoing {
  /** The client's own id of the message; sent twice under it, it is one message and one answer. */
  requestId: string;
  text: string;
  files: readonly FileContextItem[];
}

/** A chat without entries is made in the database before its first message. */
export async function createChat(chatId: string): Promise<void> {
  if (metadataOf(chatId) !== null) return;
  putMetadata(await api.call(newChat, { chat_type: typeOf(chatId), chat_id: chatId }));
}

/** The sentence of the step that sends, with files or without. */
export function sendingStep(files: readonly unknown[]): SendStep {
  return files.length > 0 ? 'sendWithFiles' : 'sendChat';
}

/** The settings that answer in a chat: its own kind's. */
export function modeOf(chatId: string): Mode {
  return typeOf(chatId) === 'search' ? 'ks' : 'chat';
}

/** Sends a message with the settings of its mode, to the model or to a site's files, and opens the stream of its answer. */
export async function openAnswer(
  chatId: string,
  eventSessionId: string,
  { requestId, text, files }: Outgoing,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const searched = await searchedBy(chatId, text);
  const mode = modeOf(chatId);
  const settings = modeSettings(mode);
  const ask = {
    convo_id: chatId,
    event_session_id: eventSessionId,
    model: selectedModel(mode)?.model_alias ?? settings.selectedModel,
    concise_mode: settings.useConciseMode,
    temperature: temperatureOf(settings),
    function_calling: known(session.status)?.organisation.features.functionCalling ?? false,
    text,
    request_id: requestId,
  };
  const context = { file_context: [...files] };
  if (searched) {
    const search = { ...ask, site_id: searched.siteId, selected_ks_files: searched.files };
    const stream = await (files.length === 0
      ? api.stream(searchResponse, search, { signal })
      : api.stream(searchResponseWithContext, { ...search, ...context }, { signal }));
    rememberSite(chatId, searched.siteId);
    return stream;
  }
  if (files.length === 0) return api.stream(chatResponse, ask, { signal });
  return api.stream(chatResponseWithContext, { ...ask, ...context }, { signal });
}

/** The server notes which site a search asks; this window need not wait for the next list to know it. */
function rememberSite(chatId: string, siteId: string): void {
  const chat = metadataOf(chatId);
  if (chat && typeOf(chatId) === 'search') chat.ChatCorpus = siteId;
}
