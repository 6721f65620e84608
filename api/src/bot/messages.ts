import { isWrittenByRun } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { Rating } from '#contract/chats/feedback.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { TeamsMessageRef } from '#api/storage/tables/bot/bot.ts';

/**
 * Stores which of the person's answers a message in Teams shows. Throws `not_found` if no run wrote the answer.
 */
export async function linkMessage(
  { store, clock }: AppContext,
  person: Person,
  teamsMessage: TeamsMessageRef,
  { chatId, messageId }: { chatId: string; messageId: string },
): Promise<void> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(chatId));
  const message = await store.messages.find(person, messageId);
  if (message?.chatId !== chat.id || !isWrittenByRun(message)) throw new AvaError('not_found');
  await store.bot.linkMessage(person, teamsMessage, { chatId: chat.id, messageId }, clock.now());
}

/** Stores the person's rating of an answer. Throws `not_found` if the Teams message shows no answer of the person. */
export async function rateMessage(
  { store, clock }: AppContext,
  person: Person,
  teamsMessage: TeamsMessageRef,
  rating: Rating,
): Promise<void> {
  const answer = await store.bot.findAnswer(person, teamsMessage);
  if (!answer) throw new AvaError('not_found');
  await store.ratings.save(person, answer, rating, clock.now());
}
