import { z } from 'zod';
import { asJson, Count, endpoint, Flag, Id, TimeZone } from '#contract/endpoint.ts';
import { ChatMetadata, ChatType } from './chatMetadata.ts';
import { FileContextItem } from '#contract/files/files.ts';
import { MAX_BODY_BYTES, MAX_FILES_PER_MESSAGE, MAX_MESSAGE_BYTES, MAX_TITLE_CHARACTERS } from '#contract/limits.ts';
import { AnswerMetadata, appendableErrors, EarlierSummary, Message } from './messages.ts';
import { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { ModeSettings } from '#contract/settings.ts';
import { ItemId } from '#contract/sites/corpusFiles.ts';
import { SiteId } from '#contract/sites/sites.ts';

export { ChatMetadata, ChatType, defaultTitles, isDefaultTitle } from './chatMetadata.ts';
export { AnswerMetadata, EarlierSummary, isSaidByAva, isWrittenByRun, Message } from './messages.ts';

export const Chat = ChatMetadata.extend({
  Messages: z.array(Message).describe('oldest first: the newest page, or the one before a message'),
  Earlier: EarlierSummary.nullable().describe('null if the page starts with the first message'),
});
export type Chat = z.infer<typeof Chat>;

const Title = z.string().trim().min(1).max(MAX_TITLE_CHARACTERS);

const convo = { ids: { convo_id: 'chat' }, toggle: 'chat' } as const;

/** Kinds of the ids in a question, for Chat and Knowledge Search. */
export const sendIds = { convo_id: 'chat', event_session_id: 'own', request_id: 'own', edit_of: 'message' } as const;

export const editOf = Id.optional().describe('the question of which this one is a new version');

export const sendIdsWithFiles = {
  ...sendIds,
  'file_context.scrapedFileId': 'file',
  'file_context.fileResource.siteId': 'graph',
  'file_context.fileResource.itemId': 'graph',
} as const;

const sendBody = z.object({
  text: z
    .string()
    .max(MAX_BODY_BYTES)
    .trim()
    .min(1)
    .describe('at most MAX_MESSAGE_BYTES with its files; otherwise `too_large`'),
  function_calling: Flag,
  look_up: Flag.describe('whether the model can look things up in the sites that the person can search'),
  request_id: Id.optional().describe("the client's id of the message; sent twice, it is one message and one answer"),
  edit_of: editOf,
  time_zone: TimeZone,
});

const withFiles = sendBody.extend({
  file_context: asJson(z.array(FileContextItem).max(MAX_FILES_PER_MESSAGE)).default([]),
});

const sendQuery = z.object({
  convo_id: Id,
  event_session_id: Id,
  model: z.string().min(1).max(200),
  concise_mode: Flag,
  temperature: z.coerce.number().min(0).max(2).optional(),
});

export const chatResponse = endpoint({
  method: 'POST',
  path: '/chat_response/',
  summary: 'Sends a message and streams its answer',
  toggle: 'chat',
  ids: { ...sendIds, site_id: 'site', selected_ks_files: 'corpusFile' },
  encoding: 'form',
  query: sendQuery.extend({
    site_id: SiteId.optional().describe('answers from this site, as `/search_response/` does'),
  }),
  body: sendBody.extend({
    selected_ks_files: asJson(z.array(ItemId).max(500)).default([]).describe('only these files of the site'),
  }),
  event: AnswerEvent,
});

export const chatResponseWithContext = endpoint({
  method: 'POST',
  path: '/chat_response_with_context/',
  summary: 'Sends a message with files and streams its answer',
  toggle: 'chat',
  ids: sendIdsWithFiles,
  encoding: 'form',
  query: sendQuery,
  body: withFiles,
  event: AnswerEvent,
});

export const completion = endpoint({
  method: 'POST',
  path: '/uli/completion/',
  summary: 'The same, with the name of a model deployment',
  toggle: 'chat',
  ids: sendIdsWithFiles,
  encoding: 'form',
  query: z.object({
    convo_id: Id,
    event_session_id: Id,
    deployment_name: z.string().min(1).max(200),
    concise_mode: Flag,
    stream: Flag.describe('ignored: the answer always streams'),
  }),
  body: withFiles,
  event: AnswerEvent,
});

export const cancelChatResponse = endpoint({
  method: 'POST',
  path: '/cancel_response/chat',
  summary: 'Stops an answer; its text so far is kept',
  toggle: 'chat',
  ids: { convo_id: 'chat', event_session_id: 'run' },
  query: z.object({ event_session_id: Id, convo_id: Id }),
  reply: z.object({ cancelled: z.boolean() }),
});

/**
 * The data of the error if the allowance for titles is used up: the title that the server made from the text instead.
 */
export const UntitledData = z.object({ title: z.string() });
export type UntitledData = z.infer<typeof UntitledData>;

export const generateTitle = endpoint({
  method: 'POST',
  path: '/chat_title/',
  summary: 'Generates a title from a text and saves it, unless a person has chosen one',
  ...convo,
  query: z.object({ convo_id: Id }),
  body: z.object({ text: z.string().min(1).max(MAX_MESSAGE_BYTES) }),
  reply: z.string(),
});

export const renameChat = endpoint({
  method: 'POST',
  path: '/update_chat_title/',
  summary: 'Renames a chat',
  ...convo,
  query: z.object({ convo_id: Id }),
  body: z.object({ title: Title }),
  reply: ChatMetadata,
});

export const appendMessage = endpoint({
  method: 'POST',
  path: '/append_chat_message/',
  summary: 'Adds a message of the caller, or an answer of AVA by its code; does nothing if the id exists',
  toggle: 'chat',
  ids: { convo_id: 'chat', message_id: 'own', edit_of: 'message' },
  query: z.object({ convo_id: Id, message_type: z.enum(['user', 'system']) }),
  body: z.object({
    text: z
      .string()
      .max(MAX_BODY_BYTES)
      .default('')
      .describe("the caller's message, at most MAX_MESSAGE_BYTES; otherwise `too_large`. Ignored for `system`"),
    code: z.enum(appendableErrors).optional().describe('which answer to add; required for `system`'),
    citations: z.unknown().optional().describe('ignored: only the run of an answer cites'),
    message_id: Id.optional(),
    edit_of: editOf,
  }),
  reply: z.object({ message_id: Id }),
});

export const deleteChat = endpoint({
  method: 'DELETE',
  path: '/chats/delete',
  summary: 'Deletes a chat; it can be restored for a minute, unless it is temporary',
  ...convo,
  query: z.object({ convo_id: Id }),
  reply: z.object({ deleted: z.literal(true) }),
});

export const newChat = endpoint({
  method: 'POST',
  path: '/chats/new',
  summary: "Creates an empty chat, with the client's id if it sends one",
  toggle: 'chat',
  ids: { chat_id: 'chat' },
  query: z.object({
    chat_type: ChatType.default('chat'),
    chat_id: Id.optional(),
    temporary: Flag.describe('not in the history, and deleted after a day'),
    chat_settings: asJson(ModeSettings).optional().describe('how its answers are written'),
  }),
  reply: ChatMetadata,
});

export const upsertChat = endpoint({
  method: 'POST',
  path: '/chat/upsert',
  summary: 'Creates a chat or changes its title, workspace, open document or settings',
  toggle: 'chat',
  ids: { chat_id: 'chat', workspace_id: 'own', file_viewer_id: 'own' },
  body: z.object({
    chat_id: Id,
    chat_title: z.string().trim().max(MAX_TITLE_CHARACTERS).optional(),
    workspace_id: Id.nullable().optional(),
    file_viewer_id: Id.nullable().optional(),
    chat_type: ChatType.optional(),
    chat_settings: ModeSettings.nullable().optional(),
  }),
  reply: ChatMetadata,
});

export const getChat = endpoint({
  method: 'GET',
  path: '/chat',
  summary: 'One chat with a page of its messages',
  toggle: 'chat',
  ids: { convo_id: 'chat', before: 'message' },
  query: z.object({ convo_id: Id, before: Id.optional() }),
  reply: Chat,
});

export const getChats = endpoint({
  method: 'GET',
  path: '/chats/metadata',
  summary: "A page of the caller's chats, most recently changed first",
  toggle: 'chat',
  query: z.object({
    limit: Count.optional(),
    cursor: z
      .string()
      .max(80)
      .regex(/^[\dT:.Z-]{24}_[\da-f-]{36}$/)
      .optional()
      .describe('`next` of the previous page'),
  }),
  reply: z.object({
    chats: z.array(ChatMetadata),
    next: z.string().optional().describe('cursor of the next page; absent on the last page'),
  }),
});

export const shareChat = endpoint({
  method: 'POST',
  path: '/chats/dump',
  summary: 'Gives each peer a copy of a chat, without text from files that the peer cannot open',
  toggle: 'chat',
  ids: { convo_id: 'chat', peers: 'person' },
  query: z.object({
    convo_id: Id,
    convo_type: z.string().max(40).optional().describe('ignored: the chat has a type'),
    peers: asJson(z.array(Id).min(1).max(20)),
    chat_corpus: z.string().max(400).optional().describe('ignored: the chat has its sites'),
  }),
  reply: z.object({ shared: z.number().int() }),
});

export const getAnswerMetadata = endpoint({
  method: 'GET',
  path: '/metadata_from_message_id',
  summary: 'How an answer was produced',
  toggle: 'chat',
  ids: { message_id: 'message' },
  query: z.object({ message_id: Id }),
  reply: AnswerMetadata,
});
