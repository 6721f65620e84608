import type { z } from 'zod';
import { chatResponse, chatResponseWithContext } from './chat.ts';
import type { Client, EventStream } from './client.ts';
import type { FileContextItem } from './files.ts';
import type { AnswerEvent } from './runs.ts';
import { searchResponse, searchResponseWithContext } from './search.ts';
import { temperatureOf, type ModeSettings } from './settings.ts';

export interface AnswerRequest {
  chatId: string;
  /** Id with which the answer can be stopped. */
  eventSessionId: string;
  /** Id that the client chose for the message. A message that is sent twice with it is stored and answered once. */
  requestId: string;
  /** Alias of the model. */
  model: string;
  settings: Pick<ModeSettings, 'useConciseMode' | 'selectedTemperature'>;
  functionCalling: boolean;
  text: string;
  files: readonly z.input<typeof FileContextItem>[];
  /** The site to search, and the files within it; `null` to ask only the model. */
  search: { siteId: string; files: string[] } | null;
}

/** Sends a message to the call for its kind (chat or search, with files or without) and opens the stream of its answer. */
export function openAnswer(
  client: Client,
  request: AnswerRequest,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const fields = {
    convo_id: request.chatId,
    event_session_id: request.eventSessionId,
    model: request.model,
    concise_mode: request.settings.useConciseMode,
    temperature: temperatureOf(request.settings),
    function_calling: request.functionCalling,
    text: request.text,
    request_id: request.requestId,
  };
  const options = { signal };
  const hasFiles = request.files.length > 0;
  const context = { file_context: [...request.files] };
  if (request.search) {
    const search = { ...fields, site_id: request.search.siteId, selected_ks_files: request.search.files };
    return hasFiles
      ? client.stream(searchResponseWithContext, { ...search, ...context }, options)
      : client.stream(searchResponse, search, options);
  }
  return hasFiles
    ? client.stream(chatResponseWithContext, { ...fields, ...context }, options)
    : client.stream(chatResponse, fields, options);
}
