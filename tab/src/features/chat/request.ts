import { chatResponse, chatResponseWithContext, newChat } from '../../../../api/contract/chat.ts';
import type { EventStream } from '../../../../api/contract/client.ts';
import type { FileContextItem } from '../../../../api/contract/files.ts';
import type { AnswerEvent } from '../../../../api/contract/runs.ts';
import { temperatureOf } from '../../../../api/contract/settings.ts';
import { api } from '../../api.ts';
import { known, session } from '../../state/session.state.ts';
import { modeSettings, selectedModel } from '../settings/settings.actions.ts';
import type { SendStep } from './failure.rules.ts';
import { metadataOf, putMetadata } from './metadata.actions.ts';

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
  putMetadata(await api.call(newChat, { chat_type: 'chat', chat_id: chatId }));
}

/** The sentence of the step that sends, with files or without. */
export function sendingStep(files: readonly unknown[]): SendStep {
  return files.length > 0 ? 'sendWithFiles' : 'sendChat';
}

/** Sends a message with the settings of Chat and opens the stream of its answer. */
export function openAnswer(
  chatId: string,
  eventSessionId: string,
  { requestId, text, files }: Outgoing,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const settings = modeSettings('chat');
  const ask = {
    convo_id: chatId,
    event_session_id: eventSessionId,
    model: selectedModel('chat')?.model_alias ?? settings.selectedModel,
    concise_mode: settings.useConciseMode,
    temperature: temperatureOf(settings),
    function_calling: known(session.status)?.organisation.features.functionCalling ?? false,
    text,
    request_id: requestId,
  };
  if (files.length === 0) return api.stream(chatResponse, ask, { signal });
  return api.stream(chatResponseWithContext, { ...ask, file_context: [...files] }, { signal });
}
