import type { z } from 'zod';
import {
  defaultTitles,
  type Chat,
  type ChatMetadata,
  type ChatType,
  type Earlier,
  type upsertChat,
} from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import { openHistory } from '../answers/readableHistory.ts';
import type { ChatRow } from '../storage/tables/chats/chats.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import type { AppContext } from '../context.ts';
import { presentChat, presentMessage } from './present.ts';

/** A list longer than this is asked for in vain: nobody scrolls so far, and a search looks at titles. */
const MAX_LISTED = 1_000;
/** Of text in European languages; an estimate for messages that are not read. */
const BYTES_PER_TOKEN = 4;

function emptyChat(person: Person, id: string, type: ChatType, now: Date): ChatRow {
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

/** A chat with its newest messages, or with those before one of them. Throws `not_found` for one that is not in it. */
export async function openChat(ctx: AppContext, person: Person, id: string, before?: string): Promise<Chat> {
  const { store } = ctx;
  const chat = authorize(person, 'read', 'chat', await store.chats.find(id));
  if (before !== undefined && !(await store.messages.has(id, before))) throw new AvaError('not_found');
  const page = await store.messages.list(id, before === undefined ? {} : { before });
  // A copy was shared by somebody who may read more.
  const { messages } = chat.sharedBy === null ? { messages: page } : await openHistory(ctx, person, id, page, true);
  return { ...presentChat(chat), Messages: messages.map(presentMessage), Earlier: await earlierThan(ctx, page) };
}

async function earlierThan({ store }: AppContext, [oldest]: readonly MessageRow[]): Promise<Earlier | null> {
  const earlier = oldest && (await store.messages.getEarlier(oldest.chatId, oldest.id));
  if (!oldest || !earlier) return null;
  const tokens = Math.ceil(earlier.bytes / BYTES_PER_TOKEN) + earlier.fileTokens;
  return { before: oldest.id, tokens, images: earlier.images };
}

/** Creates a chat under the client's own id; asked again it is the chat that is already there. */
export async function createChat(
  { store, clock }: AppContext,
  person: Person,
  type: ChatType,
  id: string = crypto.randomUUID(),
): Promise<ChatMetadata> {
  const chat = await store.chats.create(emptyChat(person, id, type, clock.now()));
  return presentChat(authorize(person, 'write', 'chat', chat));
}

export async function upsert(
  { store, clock }: AppContext,
  person: Person,
  ask: z.output<typeof upsertChat.body>,
): Promise<ChatMetadata> {
  const empty = emptyChat(person, ask.chat_id, ask.chat_type ?? 'chat', clock.now());
  const chat = authorize(person, 'write', 'chat', await store.chats.create(empty));
  const changed = await store.chats.change(
    chat.id,
    {
      ...(ask.chat_title ? { title: ask.chat_title } : {}),
      ...(ask.workspace_id === undefined ? {} : { workspaceId: ask.workspace_id }),
      ...(ask.chat_settings === undefined ? {} : { settings: ask.chat_settings }),
    },
    clock.now(),
  );
  return presentChat(changed ?? chat);
}

export async function rename(
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

/** Deletes a chat; an answer that is being written in it is stopped first. */
export async function deleteChat({ store, runs }: AppContext, person: Person, id: string): Promise<void> {
  const chat = authorize(person, 'delete', 'chat', await store.chats.find(id));
  for (const run of await store.runs.listUnended(chat.id)) await runs.cancel(run);
  await store.chats.delete(chat.id);
}
