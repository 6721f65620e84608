import { canContinue, replacesFailure } from '#contract/chats/versions.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { toJson } from '#api/storage/json.ts';
import type { Db, Tx } from '#api/storage/schema.ts';
import type { RunAllowance } from '#api/storage/tables/runs/runAllowance.ts';
import { findDenial, isRestartable, restartAnswer, startRun, type AcceptResult } from './acceptQuestion.ts';
import { addToChatSize, measureRows, noAddition, type Quota } from './chatQuota.ts';
import { answerRow, type Exchange } from './exchangeRows.ts';
import { lockChat, toMessage, type MessageRow } from './messageRow.ts';
import { choosePath, findVersionParent } from './versions.ts';

/**
 * Stores another answer to a question as a new version, with the run that writes it. A failed or interrupted answer
 * without text is written again instead, as by a retry.
 * @param regeneratedId the answer of which `exchange.answerId` is a new version
 */
export function acceptRegeneration(
  db: Db,
  exchange: Exchange,
  regeneratedId: string,
  allowance: RunAllowance,
  quota: Quota,
): Promise<AcceptResult> {
  const { chatId, question, answerId, owner, now } = exchange;
  return db.transaction().execute(async (tx): Promise<AcceptResult> => {
    if (!(await lockChat(tx, chatId, now))) return { name: 'gone' };
    const answers = await listAnswers(tx, chatId, question.id);
    const existing = answers.find(({ id }) => id === answerId);
    if (existing && !isRestartable(existing))
      return { name: 'duplicate', answerId, runId: existing.runId ?? exchange.run.id };
    if (answers.some(({ state }) => state.name === 'streaming')) return { name: 'answering' };
    const regenerated = existing ?? answers.find(({ id }) => id === regeneratedId);
    if (!regenerated) return { name: 'missing' };
    const parent = await findVersionParent(tx, chatId, regenerated.id, 'AVA');
    const isReplaced = existing !== undefined || replacesFailure(regenerated);
    if (typeof parent === 'string' && !(isReplaced && parent === 'full')) return { name: parent };
    const denied = await findDenial(tx, exchange, allowance);
    if (denied) return denied;
    if (isReplaced) return restartAnswer(tx, exchange, regenerated.id, quota);
    const row = answerRow(exchange, answerId);
    const refusal = await addToChatSize(tx, chatId, owner, measureRows(row), quota);
    if (refusal !== null) return { name: 'refused', refusal };
    const inserted = await tx
      .insertInto('message')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (inserted.length === 0) return { name: 'conflict' };
    await choosePath(tx, chatId, answerId);
    return startRun(tx, exchange, answerId);
  });
}

/** What to store for a continued answer. */
export interface Continuation {
  /** The run that wrote the text so far; null in a copied chat. */
  priorRunId: string | null;
  /** The first events of the new run. They contain the text and citations so far. */
  events: readonly AnswerEvent[];
}

/**
 * Stores a run that continues an answer. Its first events contain the text so far, so readers and the recovery after a
 * crash see the whole answer.
 */
export function acceptContinuation(
  db: Db,
  exchange: Exchange,
  { priorRunId, events }: Continuation,
  allowance: RunAllowance,
  quota: Quota,
): Promise<AcceptResult> {
  const { chatId, question, answerId, owner, run, now } = exchange;
  return db.transaction().execute(async (tx): Promise<AcceptResult> => {
    if (!(await lockChat(tx, chatId, now))) return { name: 'gone' };
    const answer = (await listAnswers(tx, chatId, question.id)).find(({ id }) => id === answerId);
    if (!answer) return { name: 'missing' };
    if (answer.state.name === 'streaming' || answer.runId !== priorRunId) return { name: 'answering' };
    if (!canContinue(answer) || (await hasMessageAfter(tx, chatId, answerId))) return { name: 'notContinuable' };
    const denied = await findDenial(tx, exchange, allowance);
    if (denied) return denied;
    const refusal = await addToChatSize(tx, chatId, owner, noAddition, quota);
    if (refusal !== null) return { name: 'refused', refusal };
    const state = toJson({ name: 'streaming', stage: 'waiting' });
    await tx
      .updateTable('message')
      .set({ state, run_id: run.id, seq: events.length, follow_ups: toJson([]) })
      .where('chat_id', '=', chatId)
      .where('id', '=', answerId)
      .execute();
    await choosePath(tx, chatId, answerId);
    return startRun(tx, exchange, answerId, events);
  });
}

async function listAnswers(tx: Tx, chatId: string, questionId: string): Promise<MessageRow[]> {
  const rows = await tx
    .selectFrom('message')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where('reply_to', '=', questionId)
    .execute();
  return rows.map(toMessage);
}

async function hasMessageAfter(tx: Tx, chatId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('message')
    .select('id')
    .where('chat_id', '=', chatId)
    .where('parent_id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
