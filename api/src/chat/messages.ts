import type { z } from 'zod';
import { AnswerMetadata, type appendMessage } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { authorise } from '../policies/policies.ts';
import type { World } from '../world.ts';

type Append = z.output<typeof appendMessage.query> & z.output<typeof appendMessage.body>;

/** Adds a message that no run writes. What is already there under its id, an answer that a run stored too, stays. */
export async function append({ store, clock }: World, person: Person, ask: Append): Promise<{ message_id: string }> {
  const chat = authorise(person, 'write', 'chat', await store.chats.find(ask.convo_id));
  const id = ask.message_id ?? crypto.randomUUID();
  const there = await store.messages.append({
    id,
    chatId: chat.id,
    source: ask.message_type === 'user' ? 'User' : 'AVA',
    content: ask.text,
    state: { name: 'complete', finish: 'stop' },
    runId: null,
    seq: 0,
    links: ask.citations,
    followUps: [],
    files: [],
    replyTo: null,
    fingerprint: null,
    createdAt: clock.now(),
  });
  if (!there) throw new AvaError('not_found');
  return { message_id: id };
}

/** How an answer came about; null where it was not recorded. */
export async function metadataOf({ store }: World, person: Person, id: string): Promise<AnswerMetadata> {
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
