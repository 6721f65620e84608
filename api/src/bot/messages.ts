import { isWrittenByRun } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { Rating, TeamsMessageRef } from '../storage/tables/bot/bot.ts';
import type { AppContext } from '../context.ts';

/** Keeps which answer of the person's own a message in Teams shows. Throws `not_found` for any other. */
export async function linkMessage(
  { store, clock }: AppContext,
  person: Person,
  place: TeamsMessageRef,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<void> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(chatId));
  const message = await store.messages.find(person, messageId);
  if (message?.chatId !== chat.id || !isWrittenByRun(message)) throw new AvaError('not_found');
  await store.bot.linkMessage(person, place, { chatId: chat.id, messageId }, clock.now());
}

/** Keeps what the person thinks of an answer that was theirs. Throws `not_found` where they were shown none. */
export async function rateMessage(
  { store }: AppContext,
  person: Person,
  place: TeamsMessageRef,
  rating: Rating,
): Promise<void> {
  if (!(await store.bot.rate(person, place, rating))) throw new AvaError('not_found');
}
