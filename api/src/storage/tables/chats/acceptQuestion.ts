import { sql, type RawBuilder } from 'kysely';
import type { MessageFile } from '../../../../contract/files.ts';
import type { AnswerEvent } from '../../../../contract/runs.ts';
import type { Db, Owner, Tx } from '../../schema.ts';
import { toJson } from '../../json.ts';
import { toMessage, lockChat, toMessageColumns, type MessageRow } from './messageRow.ts';
import {
  measureRows,
  addToChatSize,
  checkStorage,
  noAddition,
  chatSizeWith,
  type Quota,
  type Refusal,
} from './chatQuota.ts';
import { checkRunAllowance, type RunAllowance } from '../runs/runAllowance.ts';

/** A question with its empty answer and the run that writes it. */
export interface Exchange {
  owner: Owner;
  chatId: string;
  question: { id: string; content: string; files: MessageFile[]; fingerprint: string };
  answerId: string;
  /** `tokens`: size of the prompt. */
  run: { id: string; sessionId: string; processId: string; tokens: number };
  now: Date;
}

export type AcceptResult =
  | { name: 'accepted'; answerId: string }
  /** The same question was accepted before. */
  | { name: 'duplicate'; answerId: string; runId: string }
  /** Another message has this id. */
  | { name: 'conflict' }
  /** The person has the maximum number of runs in progress. */
  | { name: 'busy' }
  /** The person has used up their tokens. */
  | { name: 'spent' }
  /** A quota is exceeded. */
  | { name: 'refused'; refusal: Refusal }
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
  if (await acceptNew(db, exchange, allowance, quota)) return { name: 'accepted', answerId: exchange.answerId };
  return db.transaction().execute((tx) => acceptAgain(tx, exchange, allowance, quota));
}

/**
 * The usual case in one statement, because a transaction of several statements blocks all other callers of the embedded
 * engine until it ends. Each step writes only if the step before has written. False if nothing was written.
 */
async function acceptNew(db: Db, exchange: Exchange, allowance: RunAllowance, quota: Quota): Promise<boolean> {
  const { chatId, question, answerId, owner, now } = exchange;
  const added = measureRows(questionRow(exchange), answerRow(exchange, answerId));
  if (added.bytes > quota.messageBytes) return false;
  const { rows } = await sql`
    with locked as (select id from chat where id = ${chatId} for no key update),
      allowed as (select id from locked
        where not exists (select from message where chat_id = ${chatId} and (id = ${question.id} or reply_to = ${question.id}))
          and ${checkRunAllowance(owner, allowance)} = 'yes' and ${checkStorage(chatId, owner, added, quota)} = 'yes'),
      counted as (update chat set updated_at = ${now}, bytes = ${chatSizeWith(chatId, added)}
        from allowed where chat.id = allowed.id returning chat.id),
      asked as (${insertAfter('counted', 'message', questionRow(exchange))}
        on conflict (chat_id, id) do nothing returning id),
      answered as (${insertAfter('asked', 'message', answerRow(exchange, answerId))} returning id),
      started as (${insertAfter('answered', 'run', runRow(exchange, answerId))} returning id)
    ${insertAfter('started', 'run_event', startedRow(exchange, answerId))} returning run_id`.execute(db);
  return rows.length > 0;
}

/** Inserts a row once for each row of `step`. */
function insertAfter(step: string, table: string, row: Record<string, unknown>): RawBuilder<unknown> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const values = sql.join(Object.values(row));
  return sql`insert into ${sql.table(table)} (${sql.join(columns)}) select ${values} from ${sql.table(step)}`;
}

/** All other cases: repeated questions, conflicts and exceeded limits. */
async function acceptAgain(tx: Tx, exchange: Exchange, allowance: RunAllowance, quota: Quota): Promise<AcceptResult> {
  const { chatId, run, now } = exchange;
  if (!(await lockChat(tx, chatId, now))) return { name: 'gone' };
  const existing = await findExistingAnswer(tx, exchange);
  if (existing === 'conflict') return { name: 'conflict' };
  if (existing && existing.state.name !== 'failed' && existing.state.name !== 'interrupted') {
    return { name: 'duplicate', answerId: existing.id, runId: existing.runId ?? run.id };
  }
  const { rows } = await sql<{
    allowance: 'yes' | 'busy' | 'spent';
  }>`select ${checkRunAllowance(exchange.owner, allowance)} as allowance`.execute(tx);
  const allowed = rows[0]?.allowance ?? 'busy';
  if (allowed !== 'yes') return { name: allowed };
  const answerId = existing?.id ?? exchange.answerId;
  const answer = answerRow(exchange, answerId);
  const added = existing ? noAddition : measureRows(questionRow(exchange), answer);
  const refusal = await addToChatSize(tx, chatId, exchange.owner, added, quota);
  if (refusal !== null) return { name: 'refused', refusal };
  if (existing) {
    const { chat_id: _chat, id: _id, ...changed } = answer;
    await tx.updateTable('message').set(changed).where('chat_id', '=', chatId).where('id', '=', answerId).execute();
  } else {
    await tx
      .insertInto('message')
      .values([questionRow(exchange), answer])
      .execute();
  }
  await tx.insertInto('run').values(runRow(exchange, answerId)).execute();
  await tx.insertInto('run_event').values(startedRow(exchange, answerId)).execute();
  return { name: 'accepted', answerId };
}

/** The answer to the same question if it was accepted before; `conflict` if another message has the question's id. */
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
  const answer = rows.find((row) => row.reply_to === question.id);
  return answer ? toMessage(answer) : 'conflict';
}

const emptyMessage = { seq: 0, links: [], followUps: [], files: [], replyTo: null, fingerprint: null, runId: null };

function questionRow({ chatId, question, now }: Exchange) {
  const state = { name: 'complete', finish: 'stop' } as const;
  return toMessageColumns({ ...emptyMessage, ...question, chatId, source: 'User', state, seq: 1, createdAt: now });
}

function answerRow({ chatId, question, run, now }: Exchange, id: string) {
  const state = { name: 'streaming', stage: 'waiting' } as const;
  return toMessageColumns({
    ...emptyMessage,
    id,
    chatId,
    source: 'AVA',
    content: '',
    state,
    runId: run.id,
    seq: 1,
    replyTo: question.id,
    createdAt: now,
  });
}

function runRow({ owner, run, chatId, now }: Exchange, answerId: string) {
  return {
    id: run.id,
    kind: 'answer',
    tenant_id: owner.tenantId,
    owner_id: owner.id,
    subject_id: chatId,
    message_id: answerId,
    session_id: run.sessionId,
    process_id: run.processId,
    state: 'running',
    tokens: run.tokens,
    cancel_at: null,
    created_at: now,
    ended_at: null,
  };
}

function startedRow({ run, question }: Exchange, answerId: string) {
  const ids = { run_id: run.id, message_id: answerId, user_message_id: question.id };
  const started: AnswerEvent = { type: 'started', seq: 1, ...ids };
  return { run_id: run.id, seq: 1, data: toJson(started) };
}
