import { sql, type RawBuilder } from 'kysely';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Db, Tx } from '#api/storage/schema.ts';
import { answerRow, eventRow, questionRow, runRow, startedEvent, type Exchange } from './exchangeRows.ts';
import { toMessage, lockChat, type MessageRow } from './messageRow.ts';
import {
  measureRows,
  addToChatSize,
  checkStorage,
  noAddition,
  chatSizeWith,
  type Quota,
  type Refusal,
} from './chatQuota.ts';
import {
  checkRunAllowance,
  type Allowed,
  type Denial,
  type RunAllowance,
} from '#api/storage/tables/runs/runAllowance.ts';
import { choosePath, findLastMessage, findVersionParent, type VersionRefusal } from './versions.ts';

export type { Exchange };

export type AcceptResult =
  | { name: 'accepted'; answerId: string }
  /** The same question was accepted before. */
  | { name: 'duplicate'; answerId: string; runId: string }
  /** Another message has this id. */
  | { name: 'conflict' }
  /** The person has the maximum number of runs in progress, or has used up their tokens or a budget. */
  | { name: Denial }
  /** A quota is exceeded. */
  | { name: 'refused'; refusal: Refusal }
  /** The message cannot have another version. */
  | { name: VersionRefusal }
  /** The answer is complete, empty or not the last message of its chat. */
  | { name: 'notContinuable' }
  /** The chat was deleted. */
  | { name: 'gone' };

/**
 * Stores a question, its empty answer and the run that writes the answer. If the question was accepted before, returns
 * the existing run, or starts a new one for the same answer if the answer failed or was interrupted.
 */
export async function acceptQuestion(
  db: Db,
  exchange: Exchange,
  allowance: RunAllowance,
  quota: Quota,
): Promise<AcceptResult> {
  if (exchange.editOf === undefined && (await acceptNew(db, exchange, allowance, quota)))
    return { name: 'accepted', answerId: exchange.answerId };
  return db.transaction().execute((tx) => acceptAgain(tx, exchange, allowance, quota));
}

/**
 * The usual case in one statement, because a transaction of several statements blocks all other callers of the embedded
 * engine until it ends. Each step writes only if the step before has written. False if nothing was written.
 */
async function acceptNew(db: Db, exchange: Exchange, allowance: RunAllowance, quota: Quota): Promise<boolean> {
  const { chatId, question, answerId, owner, now } = exchange;
  const added = measureRows(questionRow(exchange, null), answerRow(exchange, answerId));
  if (added.bytes > quota.messageBytes) return false;
  const { rows } = await sql`
    with locked as (select id from chat where id = ${chatId} and deleted_at is null for no key update),
      allowed as (select id from locked
        where not exists (select from message where chat_id = ${chatId} and (id = ${question.id} or reply_to = ${question.id}))
          and ${checkRunAllowance(owner, allowance)} = 'yes' and ${checkStorage(chatId, owner, added, quota)} = 'yes'),
      counted as (update chat set updated_at = ${now}, unread = true, bytes = ${chatSizeWith(chatId, added)}
        from allowed where chat.id = allowed.id returning last_message(chat.id) as parent_id),
      asked as (${insertAfter('counted', 'message', questionRow(exchange, sql`counted.parent_id`))}
        on conflict (chat_id, id) do nothing returning id),
      answered as (${insertAfter('asked', 'message', answerRow(exchange, answerId))} returning id),
      started as (${insertAfter('answered', 'run', runRow(exchange, answerId))} returning id)
    ${insertAfter('started', 'run_event', eventRow(exchange, startedEvent(exchange, answerId)))} returning run_id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Inserts a row once for each row of `step`. */
function insertAfter(step: string, table: string, row: Record<string, unknown>): RawBuilder<unknown> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const values = sql.join(Object.values(row));
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${values} from ${sql.table(step)}`;
}

/** All other cases: new versions, repeated questions, conflicts and exceeded limits. */
async function acceptAgain(tx: Tx, exchange: Exchange, allowance: RunAllowance, quota: Quota): Promise<AcceptResult> {
  const { chatId, run, now } = exchange;
  if (!(await lockChat(tx, chatId, now))) return { name: 'gone' };
  const existing = await findExistingAnswer(tx, exchange);
  if (existing === 'conflict') return { name: 'conflict' };
  if (existing && !isRestartable(existing)) {
    return { name: 'duplicate', answerId: existing.id, runId: existing.runId ?? run.id };
  }
  const denied = await findDenial(tx, exchange, allowance);
  if (denied) return denied;
  if (existing) return restartAnswer(tx, exchange, existing.id, quota);
  const parent = await findParent(tx, exchange);
  if (typeof parent === 'string') return { name: parent };
  const rows = [questionRow(exchange, parent.parentId), answerRow(exchange, exchange.answerId)] as const;
  const refusal = await addToChatSize(tx, chatId, exchange.owner, measureRows(...rows), quota);
  if (refusal !== null) return { name: 'refused', refusal };
  await tx.insertInto('message').values(rows).execute();
  if (exchange.editOf !== undefined) await choosePath(tx, chatId, exchange.answerId);
  return startRun(tx, exchange, exchange.answerId);
}

/** Where a question is inserted: after the last message of the chat, or next to the question that it replaces. */
async function findParent(tx: Tx, { chatId, editOf }: Exchange): Promise<VersionRefusal | { parentId: string | null }> {
  if (editOf === undefined) return { parentId: await findLastMessage(tx, chatId) };
  return findVersionParent(tx, chatId, editOf, 'User');
}

/** Why the person cannot start another run now; undefined if they can. */
export async function findDenial(
  tx: Tx,
  { owner }: Exchange,
  allowance: RunAllowance,
): Promise<{ name: Denial } | undefined> {
  const { rows } = await sql<{
    allowance: Allowed;
  }>`select ${checkRunAllowance(owner, allowance)} as allowance`.execute(tx);
  const allowed = rows[0]?.allowance ?? 'busy';
  return allowed === 'yes' ? undefined : { name: allowed };
}

/** Writes a failed or interrupted answer again, into the same message. */
export async function restartAnswer(tx: Tx, exchange: Exchange, answerId: string, quota: Quota): Promise<AcceptResult> {
  const { chatId, owner } = exchange;
  const refusal = await addToChatSize(tx, chatId, owner, noAddition, quota);
  if (refusal !== null) return { name: 'refused', refusal };
  const { chat_id: _chat, id: _id, parent_id: _parent, ...changed } = answerRow(exchange, answerId);
  await tx.updateTable('message').set(changed).where('chat_id', '=', chatId).where('id', '=', answerId).execute();
  await choosePath(tx, chatId, answerId);
  return startRun(tx, exchange, answerId);
}

/** Stores the run of an answer with its first events. */
export async function startRun(
  tx: Tx,
  exchange: Exchange,
  answerId: string,
  events: readonly AnswerEvent[] = [startedEvent(exchange, answerId)],
): Promise<AcceptResult> {
  await tx.updateTable('chat').set({ unread: true }).where('id', '=', exchange.chatId).execute();
  await tx.insertInto('run').values(runRow(exchange, answerId)).execute();
  await tx
    .insertInto('run_event')
    .values(events.map((event) => eventRow(exchange, event)))
    .execute();
  return { name: 'accepted', answerId };
}

export function isRestartable({ state }: Pick<MessageRow, 'state'>): boolean {
  return state.name === 'failed' || state.name === 'interrupted';
}

/** The chosen answer to the same question if it was accepted before; `conflict` if another message has the question's id. */
async function findExistingAnswer(
  tx: Tx,
  { chatId, question }: Exchange,
): Promise<MessageRow | 'conflict' | undefined> {
  const rows = await tx
    .selectFrom('message')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where((where) => where.or([where('id', '=', question.id), where('reply_to', '=', question.id)]))
    .execute();
  if (rows.length === 0) return undefined;
  const existingQuestion = rows.find((row) => row.id === question.id);
  if (existingQuestion?.fingerprint !== question.fingerprint) return 'conflict';
  const answer = rows.find((row) => row.reply_to === question.id && row.chosen);
  return answer ? toMessage(answer) : 'conflict';
}
