import { isWrittenByRun } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { z } from 'zod';
import { truncate } from '#contract/text/text.ts';
import type {
  AnswerRating,
  AnswerReport,
  OrganizationFeedback,
  reportAnswer as reportAnswerEndpoint,
} from '#contract/chats/feedback.ts';
import { findHiddenMessages } from '#api/answers/hiddenMessages.ts';
import { openMessages } from '#api/answers/readableHistory.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';

/** Characters of an answer that a report shows. */
const MAX_REPORTED_CHARACTERS = 20_000;

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

/** Reports one of the person's answers to the administrators. Throws `not_found` for every other message. */
export async function reportAnswer(
  { store, clock }: AppContext,
  person: Person,
  { message_id: messageId, reason, comment, with_answer: withAnswer }: z.output<typeof reportAnswerEndpoint.body>,
): Promise<AnswerRating> {
  const message = await store.messages.find(person, messageId);
  if (!message || !isWrittenByRun(message)) throw new AvaError('not_found');
  const { chatId } = message;
  await store.ratings.report(person, { chatId, messageId, reason, comment, withAnswer, reportedAt: clock.now() });
  const rating = (await store.ratings.list(chatId)).find((saved) => saved.messageId === messageId);
  return { message_id: messageId, reaction: 'dislike', comment: rating?.comment ?? '' };
}

/** All feedback and the reports of the organization, for administrators. */
export async function getOrganizationFeedback(ctx: AppContext, person: Person): Promise<OrganizationFeedback> {
  const { tenantId } = authorize(person, 'readFeedback', 'organization', { tenantId: person.tenantId });
  const [feedback, reports] = await Promise.all([
    ctx.store.ratings.getFeedback({ tenantId }),
    listReports(ctx, person),
  ]);
  return { ...feedback, reports };
}

/** The reports with the answers that people sent, as far as the administrator can read what they are based on. */
async function listReports(ctx: AppContext, administrator: Person): Promise<AnswerReport[]> {
  const { ratings, messages } = ctx.store;
  const reports = await ratings.listReports(administrator.tenantId);
  const sent = reports.filter(({ withAnswer }) => withAnswer);
  const hidden = await findHiddenMessages(ctx, administrator, [...new Set(sent.map(({ chatId }) => chatId))]);
  const stored = await Promise.all(sent.map(({ chatId, messageId }) => messages.findInChat(chatId, messageId)));
  const answers = openMessages(
    hidden,
    stored.flatMap((message) => message ?? []),
  );
  return reports.map(({ chatId, messageId, reason, comment, withAnswer, reportedAt }) => {
    const answer = withAnswer && answers.find((message) => message.chatId === chatId && message.id === messageId);
    return {
      reason,
      comment,
      date: reportedAt.toISOString(),
      answer: answer ? truncate(answer.content, MAX_REPORTED_CHARACTERS) : null,
    };
  });
}
