import type { z } from 'zod';
import { AnswerMetadata, type appendMessage as appendMessageEndpoint, type Message } from '#contract/chats/chat.ts';
import { AvaError, errors } from '#contract/errors.ts';
import { readMessage } from '#api/answers/readableHistory.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { MessageRow } from '#api/storage/tables/chats/messages.ts';
import type { AppContext } from '#api/context.ts';
import { presentMessage } from './present.ts';

type NewMessage = z.output<typeof appendMessageEndpoint.query> & z.output<typeof appendMessageEndpoint.body>;

/**
 * Returns the text to add: the caller's, or one of AVA's sentences by its code. A client can't write an answer, because
 * readers of a shared copy could not tell it from AVA's own.
 */
function getContent({ message_type: type, text, code }: NewMessage): string {
  if (type === 'user') {
    if (text.trim() === '') throw new AvaError('bad_request', { detail: 'A message needs text.' });
    return text;
  }
  if (code === undefined)
    throw new AvaError('bad_request', { detail: 'Only AVA writes its answers. Send the code of the answer to add.' });
  return errors[code].detail;
}

/** Adds a message that no run writes. An existing message with this id is not changed, even if a run wrote it. */
export async function appendMessage(
  { store, clock }: AppContext,
  person: Person,
  message: NewMessage,
): Promise<{ message_id: string }> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(message.convo_id));
  const content = getContent(message);
  const id = message.message_id ?? crypto.randomUUID();
  const row: MessageRow = {
    id,
    chatId: chat.id,
    source: message.message_type === 'user' ? 'User' : 'AVA',
    content,
    state: { name: 'complete', finish: 'stop' },
    runId: null,
    seq: 0,
    links: [],
    thoughts: null,
    calls: [],
    followUps: [],
    files: [],
    replyTo: null,
    fingerprint: null,
    createdAt: clock.now(),
  };
  const result = await store.messages.append(row, message.edit_of);
  if (result === 'answering') throw new AvaError('still_answering');
  if (result === 'full') throw new AvaError('too_many_versions');
  if (result === 'gone' || result === 'missing') throw new AvaError('not_found');
  if (result !== 'appended' && result !== 'duplicate') throw new AvaError(result);
  return { message_id: id };
}

/** Returns a message of a chat, of any version, as the person can read it now. */
export async function getMessage(ctx: AppContext, person: Person, chatId: string, id: string): Promise<Message> {
  const { store } = ctx;
  const chat = authorize(person, 'read', 'chat', await store.chats.find(chatId));
  const message = await store.messages.findInChat(chat.id, id);
  if (!message) throw new AvaError('not_found');
  const readable = await readMessage(ctx, person, message);
  const versions = await store.messages.listVersions(chat.id, [id]);
  return presentMessage(readable, versions.get(id));
}

/** Returns the metadata of an answer, with defaults for what was not saved and for an answer that the person can't read now. */
export async function getAnswerMetadata(ctx: AppContext, person: Person, id: string): Promise<AnswerMetadata> {
  const message = await ctx.store.messages.find(person, id);
  if (!message) throw new AvaError('not_found');
  const { isHidden } = await readMessage(ctx, person, message);
  const defaults = {
    message_id: id,
    used_model: '',
    temperature: 0,
    training_data_cutoff: '',
    prompt_tokens: null,
    answer_tokens: null,
    first_token_ms: null,
    total_ms: null,
    EMBEDDING_MODEL: null,
    similarity_search_time: null,
    detected_intent: null,
  };
  return AnswerMetadata.parse({ ...defaults, ...(isHidden ? {} : message.metadata) });
}
