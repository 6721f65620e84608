import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { createEventFilter, type EventFilter } from '#api/runs/eventFilter.ts';
import type { RunRow, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import type { AcceptedQuestion } from './acceptQuestion.ts';
import { HIDDEN_ANSWER, readMessage } from './readableHistory.ts';

/** Events of a hidden answer that are shown unchanged: its beginning and its end. */
const neutral = new Set<AnswerEvent['type']>(['started', 'done', 'stopped', 'failed', 'interrupted']);

/**
 * Follows the run of a question. A new run reads only what the person can read, so its events are shown as they are. A
 * repeated question gets the events of the run that was started before.
 */
export async function followQuestion(
  ctx: AppContext,
  person: Person,
  { isNew, ...run }: Pick<AcceptedQuestion, 'isNew' | 'runId' | 'chatId' | 'answerId'>,
  signal: AbortSignal,
): Promise<AsyncGenerator<StoredEvent[]>> {
  const filter = isNew ? showAll() : await filterAnswer(ctx, person, run.chatId, run.answerId);
  return ctx.runs.follow(run.runId, 0, filter, signal);
}

/**
 * Follows the run of an answer again, after a reload or a lost connection. The person can have lost access to a file of
 * the answer in the meantime, so this is checked again.
 */
export async function followAnswer(
  ctx: AppContext,
  person: Person,
  run: RunRow,
  from: number,
  signal: AbortSignal,
): Promise<AsyncGenerator<StoredEvent[]>> {
  if (run.kind !== 'answer') throw new AvaError('not_found');
  // A run without a message writes a super prompt or the title of a task, only from what the person wrote, so there is
  // nothing to hide.
  const filter = run.messageId === null ? showAll() : await filterAnswer(ctx, person, run.subjectId, run.messageId);
  return ctx.runs.follow(run.id, from, filter, signal);
}

/** Follows a run that has just started and reads only what the person wrote, so nothing has to be hidden. */
export const followText = (ctx: AppContext, runId: string, signal: AbortSignal): AsyncGenerator<StoredEvent[]> =>
  ctx.runs.follow(runId, 0, showAll(), signal);

const showAll = () => createEventFilter((event) => event);

async function filterAnswer(ctx: AppContext, person: Person, chatId: string, messageId: string): Promise<EventFilter> {
  const message = await ctx.store.messages.findInChat(chatId, messageId);
  if (!message) throw new AvaError('not_found');
  return (await readMessage(ctx, person, message)).isHidden ? hideAnswer() : showAll();
}

/** Replaces the first event with text by one sentence, and leaves out the other events of the text. */
function hideAnswer(): EventFilter {
  let isSaid = false;
  return createEventFilter((stored) => {
    const event = stored as AnswerEvent;
    if (neutral.has(event.type)) return event;
    if (isSaid || event.type !== 'chunk') return null;
    isSaid = true;
    return { ...event, chunk: HIDDEN_ANSWER };
  });
}
