import type { z } from 'zod';
import { AnswerMetadata, type appendMessage as appendMessageEndpoint } from '../../contract/chat.ts';
import { AvaError, errors } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { AppContext } from '../context.ts';

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
  const result = await store.messages.append({
    id,
    chatId: chat.id,
    source: message.message_type === 'user' ? 'User' : 'AVA',
    content,
    state: { name: 'complete', finish: 'stop' },
    runId: null,
    seq: 0,
    links: [],
    followUps: [],
    files: [],
    replyTo: null,
    fingerprint: null,
    createdAt: clock.now(),
  });
  if (result === 'gone') throw new AvaError('not_found');
  if (result !== 'appended' && result !== 'duplicate') throw new AvaError(result);
  return { message_id: id };
}

/** Returns the metadata of an answer, with defaults for what was not saved. */
export async function getAnswerMetadata({ store }: AppContext, person: Person, id: string): Promise<AnswerMetadata> {
  const message = await store.messages.find(person, id);
  if (!message) throw new AvaError('not_found');
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
  return AnswerMetadata.parse({ ...defaults, ...message.metadata });
}
