import type { z } from 'zod';
import { chatResponse, chatResponseWithContext } from '#contract/chats/chat.ts';
import type { Client, EventStream } from '#contract/client.ts';
import type { FileContextItem } from '#contract/files/files.ts';
import type { AnswerEvent } from './answerEvents.ts';
import { searchResponse, searchResponseWithContext, toSiteFields } from '#contract/sites/search.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import { temperatureOf, type ModeSettings } from '#contract/settings.ts';

/** How a question should be answered. */
export interface AnswerRequestOptions {
  chatId: string;
  /** Id with which the answer can be stopped. */
  eventSessionId: string;
  /** Alias of the model. */
  model: string;
  settings: Pick<ModeSettings, 'useConciseMode' | 'selectedTemperature'>;
  functionCalling: boolean;
  /** Whether a chat can look things up in all sites of the person. */
  lookUp: boolean;
  /** IANA name of the person's time zone, if it is known. */
  timeZone: string | undefined;
}

export interface AnswerRequest extends AnswerRequestOptions {
  /** Id that the client chose for the message. A message that is sent twice with it is stored and answered once. */
  requestId: string;
  /** Id of the question that this message is a new version of. */
  editOf?: string;
  text: string;
  files: readonly z.input<typeof FileContextItem>[];
  /** The sites to search, and the files within them; `null` to ask only the model. */
  search: { sites: SiteChoice; files: string[] } | null;
}

/** The fields of every call that starts an answer. */
export function toFields(options: AnswerRequestOptions) {
  return {
    convo_id: options.chatId,
    event_session_id: options.eventSessionId,
    model: options.model,
    concise_mode: options.settings.useConciseMode,
    temperature: temperatureOf(options.settings),
    function_calling: options.functionCalling,
    look_up: options.lookUp,
    time_zone: options.timeZone,
  };
}

/** Sends a message to the call for its kind (chat or search, with files or without) and opens the stream of its answer. */
export function openAnswer(
  client: Client,
  request: AnswerRequest,
  signal: AbortSignal,
): Promise<EventStream<AnswerEvent>> {
  const { text, requestId, editOf } = request;
  const fields = {
    ...toFields(request),
    text,
    request_id: requestId,
    ...(editOf !== undefined && { edit_of: editOf }),
  };
  const options = { signal };
  const hasFiles = request.files.length > 0;
  const context = { file_context: [...request.files] };
  if (request.search) {
    const scope = { ...toSiteFields(request.search.sites), selected_ks_files: request.search.files };
    const search = { ...fields, ...scope, without_sources: true };
    return hasFiles
      ? client.stream(searchResponseWithContext, { ...search, ...context }, options)
      : client.stream(searchResponse, search, options);
  }
  return hasFiles
    ? client.stream(chatResponseWithContext, { ...fields, ...context }, options)
    : client.stream(chatResponse, fields, options);
}
