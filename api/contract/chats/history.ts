import { z } from 'zod';
import { ChatType } from './chatMetadata.ts';
import { endpoint, Id } from '#contract/endpoint.ts';
import {
  MAX_CHATS_PER_CALL,
  MAX_FOLDER_NAME_CHARACTERS,
  MAX_SEARCH_CHARACTERS,
  MAX_SEARCH_RESULTS,
} from '#contract/limits.ts';

const toggle = 'chat' as const;

export const organizeChats = endpoint({
  method: 'POST',
  path: '/chats/organize',
  summary: "Pins, moves, marks, deletes or restores chats; skips ids that are not the caller's, 404 if none is",
  toggle,
  ids: { convo_ids: 'chat', folder_id: 'own' },
  body: z.object({
    convo_ids: z.array(Id).min(1).max(MAX_CHATS_PER_CALL),
    pinned: z.boolean().optional(),
    folder_id: Id.nullable().optional().describe('null: in no folder'),
    unread: z.boolean().optional(),
    deleted: z.boolean().optional().describe('false: restores the chats, within a minute of the deletion'),
  }),
  reply: z.object({ changed: z.array(Id) }),
});

export const Folder = z.object({ FolderId: Id, Name: z.string().max(MAX_FOLDER_NAME_CHARACTERS) });
export type Folder = z.infer<typeof Folder>;

export const getFolders = endpoint({
  method: 'GET',
  path: '/chats/folders',
  summary: "The caller's folders of chats",
  toggle,
  reply: z.object({ folders: z.array(Folder) }),
});

export const saveFolder = endpoint({
  method: 'POST',
  path: '/chats/folders',
  summary: "Creates a folder with the client's id, or renames it",
  toggle,
  ids: { folder_id: 'own' },
  body: z.object({ folder_id: Id, name: z.string().trim().min(1).max(MAX_FOLDER_NAME_CHARACTERS) }),
  reply: Folder,
});

export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/chats/folders',
  summary: 'Deletes a folder; its chats stay',
  toggle,
  ids: { folder_id: 'own' },
  query: z.object({ folder_id: Id }),
  reply: z.object({ deleted: z.boolean() }),
});

/** A message that contains all words of a search. */
export const ChatSearchResult = z.object({
  ConversationId: Id,
  Title: z.string(),
  message_id: Id,
  source: z.enum(['User', 'AVA']),
  timestamp: z.string(),
  excerpt: z.string().describe('one line of text around the words'),
  marks: z
    .array(z.object({ from: z.number().int(), to: z.number().int() }))
    .describe('positions of the words in the text'),
});
export type ChatSearchResult = z.infer<typeof ChatSearchResult>;

export const searchChats = endpoint({
  method: 'POST',
  path: '/chats/search',
  summary: "Messages of the caller's chats that contain all words of a text, newest first",
  toggle,
  body: z.object({ text: z.string().max(MAX_SEARCH_CHARACTERS), chat_type: ChatType.default('chat') }),
  reply: z.object({ results: z.array(ChatSearchResult).max(MAX_SEARCH_RESULTS) }),
});
