import { isWrittenByRun } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { AnswerRating, Feedback } from '#contract/chats/feedback.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';

/** Stores a person's rating of one of their answers. Throws `not_found` for every other message. */
export async function saveRating(
  { store, clock }: AppContext,
  person: Person,
  { message_id: messageId, ...rating }: AnswerRating,
): Promise<AnswerRating> {
  const message = await store.messages.find(person, messageId);
  if (!message || !isWrittenByRun(message)) throw new AvaError('not_found');
  await store.ratings.save(person, { chatId: message.chatId, messageId }, rating, clock.now());
  return { message_id: messageId, ...rating };
}

export async function deleteRating({ store }: AppContext, person: Person, messageId: string): Promise<void> {
  if (!(await store.messages.find(person, messageId))) throw new AvaError('not_found');
  await store.ratings.delete(person, messageId);
}

export async function listRatings({ store }: AppContext, person: Person, chatId: string): Promise<AnswerRating[]> {
  const chat = authorize(person, 'read', 'chat', await store.chats.find(chatId));
  const ratings = await store.ratings.list(chat.id);
  return ratings.map(({ messageId, ...rating }) => ({ message_id: messageId, ...rating }));
}

/** All feedback of the organization, for administrators. */
export async function getOrganizationFeedback({ store }: AppContext, person: Person): Promise<Feedback> {
  const { tenantId } = authorize(person, 'readFeedback', 'organization', { tenantId: person.tenantId });
  return store.ratings.getFeedback({ tenantId });
}
