import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { Exchange } from '#api/storage/tables/chats/messages.ts';
import type { AppContext } from '#api/context.ts';
import { acceptExchange, type AcceptedQuestion, type AnswerOptions } from './acceptQuestion.ts';
import { readMessages, type ReadableMessage } from './readableHistory.ts';

/** An answer that is written again or continued. */
export interface AnswerReference extends AnswerOptions {
  answerId: string;
}

/**
 * Stores another answer to a question, as a new version, and the run that writes it. `newId` is the client's id for the
 * version.
 */
export async function acceptRegeneration(
  ctx: AppContext,
  person: Person,
  reference: AnswerReference,
  newId: string | undefined,
): Promise<AcceptedQuestion> {
  const { messages } = ctx.store;
  const { question } = await findExchange(ctx, person, reference);
  const { id, content: text, files } = question;
  const target = { id, text, files, answerId: newId ?? crypto.randomUUID(), before: id };
  return acceptExchange(ctx, person, reference, target, (exchange, allowance) =>
    messages.acceptRegeneration(exchange, reference.answerId, allowance),
  );
}

/** An answer whose text so far is kept, with the run that continues it. */
export interface AcceptedContinuation extends AcceptedQuestion {
  prior: ReadableMessage;
  /** The first events of the run, which contain the text so far. */
  events: readonly AnswerEvent[];
}

/** Stores a run that continues an answer. */
export async function acceptContinuation(
  ctx: AppContext,
  person: Person,
  reference: AnswerReference,
): Promise<AcceptedContinuation> {
  const { question, answer } = await findExchange(ctx, person, reference);
  if (answer.isHidden) throw new AvaError('not_found', { detail: answer.content });
  const { id, content: text, files } = question;
  let events: readonly AnswerEvent[] = [];
  const accepted = await acceptExchange(
    ctx,
    person,
    reference,
    { id, text, files, answerId: answer.id, before: id },
    (exchange, allowance) => {
      events = listPriorEvents(exchange, answer);
      return ctx.store.messages.acceptContinuation(exchange, { priorRunId: answer.runId, events }, allowance);
    },
  );
  return { ...accepted, prior: answer, events };
}

function listPriorEvents(
  { run, question, answerId }: Exchange,
  { content, links, thoughts, calls }: ReadableMessage,
): AnswerEvent[] {
  const events: Unnumbered<AnswerEvent>[] = [
    { type: 'started', run_id: run.id, message_id: answerId, user_message_id: question.id },
    ...(thoughts ? [{ type: 'thought', thought: thoughts.text, shortened: thoughts.shortened } as const] : []),
    { type: 'chunk', chunk: content },
    ...(links.length > 0 ? [{ type: 'citations', citations: links } as const] : []),
    ...calls.map((call) => ({ type: 'call', call }) as const),
  ];
  return events.map((event, index) => ({ ...event, seq: index + 1 }));
}

/**
 * Finds an answer that a run wrote, and its question, as the person can read them now. Throws `not_found` for a question that
 * they can't read.
 */
async function findExchange(
  ctx: AppContext,
  person: Person,
  { chatId, answerId }: AnswerReference,
): Promise<Record<'question' | 'answer', ReadableMessage>> {
  const { messages, chats } = ctx.store;
  const chat = authorize(person, 'write', 'chat', await chats.find(chatId));
  const storedAnswer = await messages.findInChat(chat.id, answerId);
  const questionId = storedAnswer?.replyTo ?? null;
  const storedQuestion = questionId === null ? undefined : await messages.findInChat(chat.id, questionId);
  if (!storedAnswer || !storedQuestion) throw new AvaError('not_found');
  const [question, answer] = await readMessages(ctx, person, chat.id, [storedQuestion, storedAnswer]);
  if (!question || !answer || question.isHidden) throw new AvaError('not_found');
  return { question, answer };
}
