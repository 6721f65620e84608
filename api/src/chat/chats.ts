import type { z } from 'zod';
import {
  defaultTitles,
  type Chat,
  type ChatMetadata,
  type ChatType,
  type EarlierSummary,
  type upsertChat as upsertChatEndpoint,
} from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import { getReadableHistory } from '../answers/readableHistory.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { ChatRow } from '../storage/tables/chats/chats.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { AppContext } from '../context.ts';
import { presentChat, presentMessage } from './present.ts';

/** Maximum number of chats in a list, newest first. The search in the history covers only the titles in this list. */
const MAX_LISTED = 1_000;
/** Estimate for text in European languages, so that earlier messages need not be read to be counted. */
const BYTES_PER_TOKEN = 4;

function createEmptyChat(person: Person, id: string, type: ChatType, now: Date): ChatRow {
  return {
    id,
    owner: { tenantId: person.tenantId, id: person.id },
    type,
    title: defaultTitles[type],
    workspaceId: null,
    fileViewerId: null,
    corpus: null,
    settings: null,
    sharedBy: null,
    updatedAt: now,
  };
}

export async function listChats({ store }: AppContext, person: Person, limit = MAX_LISTED): Promise<ChatMetadata[]> {
  return (await store.chats.list(person, Math.min(limit, MAX_LISTED))).map(presentChat);
}

/**
 * Returns a chat with its newest messages, or with those before the message `before`. Throws `not_found` if `before` is
 * not in the chat.
 */
export async function openChat(ctx: AppContext, person: Person, id: string, before?: string): Promise<Chat> {
  const { store } = ctx;
  const chat = authorize(person, 'read', 'chat', await store.chats.find(id));
  if (before !== undefined && !(await store.messages.has(id, before))) throw new AvaError('not_found');
  const page = await store.messages.list(id, before === undefined ? {} : { before });
  // The person who shared a copy can have access to more files.
  const { messages } =
    chat.sharedBy === null ? { messages: page } : await getReadableHistory(ctx, person, id, page, true);
  return { ...presentChat(chat), Messages: messages.map(presentMessage), Earlier: await measureEarlier(ctx, page) };
}

/** Measures the messages before a page. */
async function measureEarlier({ store }: AppContext, [oldest]: readonly MessageRow[]): Promise<EarlierSummary | null> {
  const earlier = oldest && (await store.messages.getEarlier(oldest.chatId, oldest.id));
  if (!oldest || !earlier) return null;
  const tokens = Math.ceil(earlier.bytes / BYTES_PER_TOKEN) + earlier.fileTokens;
  return { before: oldest.id, tokens, images: earlier.images };
}

/** Creates a chat with an id that the client chose; returns the existing chat if it was created before. */
export async function createChat(
  { store, clock }: AppContext,
  person: Person,
  type: ChatType,
  id: string = crypto.randomUUID(),
): Promise<ChatMetadata> {
  const chat = await store.chats.create(createEmptyChat(person, id, type, clock.now()));
  return presentChat(authorize(person, 'write', 'chat', chat));
}

export async function upsertChat(
  { store, clock }: AppContext,
  person: Person,
  body: z.output<typeof upsertChatEndpoint.body>,
): Promise<ChatMetadata> {
  const empty = createEmptyChat(person, body.chat_id, body.chat_type ?? 'chat', clock.now());
  const chat = authorize(person, 'write', 'chat', await store.chats.create(empty));
  const changed = await store.chats.change(
    chat.id,
    {
      ...(body.chat_title ? { title: body.chat_title } : {}),
      ...(body.workspace_id === undefined ? {} : { workspaceId: body.workspace_id }),
      ...(body.chat_settings === undefined ? {} : { settings: body.chat_settings }),
    },
    clock.now(),
  );
  return presentChat(changed ?? chat);
}

export async function renameChat(
  { store, clock }: AppContext,
  person: Person,
  id: string,
  title: string,
): Promise<ChatMetadata> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(id));
  const changed = await store.chats.change(chat.id, { title }, clock.now());
  if (!changed) throw new AvaError('not_found');
  return presentChat(changed);
}

/** Deletes a chat after stopping its unfinished answers. */
export async function deleteChat({ store, runs }: AppContext, person: Person, id: string): Promise<void> {
  const chat = authorize(person, 'delete', 'chat', await store.chats.find(id));
  for (const run of await store.runs.listUnended(chat.id)) await runs.cancel(run);
  await store.chats.delete(chat.id);
}
