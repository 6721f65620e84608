import type { z } from 'zod';
import {
  defaultTitles,
  type Chat,
  type ChatMetadata,
  type ChatType,
  type EarlierSummary,
  type newChat as newChatEndpoint,
  type upsertChat as upsertChatEndpoint,
} from '#contract/chats/chat.ts';
import { Id } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import { MAX_CHATS_PER_CALL } from '#contract/limits.ts';
import { findHiddenMessages, type HiddenMessages } from '#api/answers/hiddenMessages.ts';
import { openMessages } from '#api/answers/readableHistory.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { ChatRow, ListPosition } from '#api/storage/tables/chats/chats.ts';
import type { StoredMessage } from '#api/storage/tables/chats/messages.ts';
import type { AppContext } from '#api/context.ts';
import { presentChat, presentMessage } from './present.ts';

const NOT_OPENED =
  'This chat was shared with you, but your storage is full. Delete chats that you no longer need, then open it again.';

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
    sites: null,
    settings: null,
    sharedBy: null,
    sharerId: null,
    pinned: false,
    folderId: null,
    unread: false,
    temporary: false,
    updatedAt: now,
  };
}

/** Returns a page of the person's chats, and the cursor of the next one. Throws `bad_request` for an invalid cursor. */
export async function listChats(
  { store }: AppContext,
  person: Person,
  limit = MAX_CHATS_PER_CALL,
  cursor?: string,
): Promise<{ chats: ChatMetadata[]; next?: string }> {
  const size = Math.min(limit, MAX_CHATS_PER_CALL);
  const chats = await store.chats.list(person, size, cursor === undefined ? null : parseCursor(cursor));
  const last = chats.at(-1);
  return {
    chats: chats.map((chat) => ({ ...presentChat(chat), IsAnswering: chat.isAnswering })),
    ...(last && chats.length === size ? { next: `${last.updatedAt.toISOString()}_${last.id}` } : {}),
  };
}

function parseCursor(cursor: string): ListPosition {
  const [time = '', id = ''] = cursor.split('_');
  const updatedAt = new Date(time);
  if (Number.isNaN(updatedAt.getTime()) || !Id.safeParse(id).success) throw new AvaError('bad_request');
  return { updatedAt, id };
}

/**
 * Returns a chat with its newest messages, or with those before the message `before`. Throws `not_found` if `before` is
 * not in the chat, `copy_not_opened` if it is a copy that the person has no room for.
 */
export async function openChat(ctx: AppContext, person: Person, id: string, before?: string): Promise<Chat> {
  const { store } = ctx;
  const chat = authorize(person, 'read', 'chat', await store.chats.find(id));
  if (!(await store.chats.openCopy(chat))) throw new AvaError('copy_not_opened', { detail: NOT_OPENED });
  if (before !== undefined && !(await store.messages.findInChat(id, before))) throw new AvaError('not_found');
  const hidden = await findHiddenMessages(ctx, person, [id]);
  const range = { hidden: hidden.positions, ...(before !== undefined && { before }) };
  const page = await store.messages.list(id, range);
  const [versions, earlier] = await Promise.all([
    store.messages.listVersions(
      id,
      page.map((message) => message.id),
    ),
    measureEarlier(ctx, hidden, page),
  ]);
  return {
    ...presentChat(chat),
    Messages: openMessages(hidden, page).map((message) => presentMessage(message, versions.get(message.id))),
    Earlier: earlier,
  };
}

/** Shows a version of a message with everything that follows it. Throws `not_found` if it is not in the chat. */
export async function chooseVersion(ctx: AppContext, person: Person, id: string, messageId: string): Promise<Chat> {
  const { store, clock } = ctx;
  const chat = authorize(person, 'write', 'chat', await store.chats.find(id));
  if (!(await store.messages.choose(chat.id, messageId, clock.now()))) throw new AvaError('not_found');
  return openChat(ctx, person, id);
}

/** Measures the messages before a page, as far as the person can read them. */
async function measureEarlier(
  { store }: AppContext,
  hidden: HiddenMessages,
  [oldest]: readonly StoredMessage[],
): Promise<EarlierSummary | null> {
  const earlier = oldest && (await store.messages.getEarlier(oldest.chatId, oldest.id, hidden.positions));
  if (!oldest || !earlier) return null;
  const { bytes, imageTokens, texts, images } = earlier;
  return { before: oldest.id, tokens: Math.ceil(bytes / BYTES_PER_TOKEN) + imageTokens, texts, images };
}

/** Creates a chat with an id that the client chose; returns the existing chat if it was created before. */
export async function createChat(
  { store, clock }: AppContext,
  person: Person,
  { chat_type: type, chat_id: id, temporary, chat_settings: settings }: z.output<typeof newChatEndpoint.query>,
): Promise<ChatMetadata> {
  const empty = createEmptyChat(person, id ?? crypto.randomUUID(), type, clock.now());
  const chat = await store.chats.create({ ...empty, temporary, settings: settings ?? null });
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
      ...(body.file_viewer_id === undefined ? {} : { fileViewerId: body.file_viewer_id }),
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

/** Stops the unfinished answers of a chat and deletes it. It can be restored for a while, unless it is temporary. */
export async function deleteChat({ store, runs, clock }: AppContext, person: Person, id: string): Promise<void> {
  const chat = authorize(person, 'delete', 'chat', await store.chats.find(id));
  for (const run of await store.runs.listUnended(chat.id)) await runs.cancel(run);
  await store.chats.markDeleted(person, [chat.id], clock.now());
}
