import type { z } from 'zod';
import { AnswerMetadata, type appendMessage } from '../../contract/chat.ts';
import { AvaError, errors } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { AppContext } from '../context.ts';

type Append = z.output<typeof appendMessage.query> & z.output<typeof appendMessage.body>;

/**
 * What a client may add to a chat: words of the caller, or one of AVA's sentences by its code. Only a run writes an answer:
 * in a shared copy nobody could tell words that a client made up from AVA's own.
 */
function contentOf({ message_type: type, text, code }: Append): string {
  if (type === 'user') {
    if (text.trim() === '') throw new AvaError('bad_request', { detail: 'A message needs a text.' });
    return text;
  }
  if (code === undefined)
    throw new AvaError('bad_request', { detail: 'Only AVA writes its answers. Name the code of the answer to add.' });
  return errors[code].detail;
}

/** Adds a message that no run writes. What is already there under its id, an answer that a run stored too, stays. */
export async function append(
  { store, clock }: AppContext,
  person: Person,
  ask: Append,
): Promise<{ message_id: string }> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(ask.convo_id));
  const content = contentOf(ask);
  const id = ask.message_id ?? crypto.randomUUID();
  const outcome = await store.messages.append({
    id,
    chatId: chat.id,
    source: ask.message_type === 'user' ? 'User' : 'AVA',
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
  if (outcome === 'gone') throw new AvaError('not_found');
  if (outcome !== 'appended' && outcome !== 'duplicate') throw new AvaError(outcome);
  return { message_id: id };
}

/** How an answer came about; null where it was not recorded. */
export async function metadataOf({ store }: AppContext, person: Person, id: string): Promise<AnswerMetadata> {
  const message = await store.messages.find(person, id);
  if (!message) throw new AvaError('not_found');
  const nothing = {
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
  return AnswerMetadata.parse({ ...nothing, ...message.metadata });
}
