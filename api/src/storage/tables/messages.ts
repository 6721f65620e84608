import { type Selectable } from 'kysely';
import type { AnswerMetadata } from '../../../contract/chat.ts';
import type { MessageFile } from '../../../contract/files.ts';
import type { Answer, AnswerEvent, AnswerState, Citation } from '../../../contract/runs.ts';
import type { Db, Owner, Schema, Tx } from '../schema.ts';
import { cleanText, toJson } from '../json.ts';
import { isBusy } from './underWay.ts';

export interface MessageRow {
  id: string;
  chatId: string;
  source: 'User' | 'AVA';
  content: string;
  state: AnswerState;
  runId: string | null;
  seq: number;
  links: Citation[];
  followUps: string[];
  files: MessageFile[];
  replyTo: string | null;
  fingerprint: string | null;
  createdAt: Date;
}

/** A question with the answer that a run is to write, and the run itself. */
export interface Exchange {
  owner: Owner;
  chatId: string;
  question: { id: string; content: string; files: MessageFile[]; fingerprint: string };
  answerId: string;
  run: { id: string; sessionId: string; processId: string };
  now: Date;
}

/** `busy`: the person has as many runs under way as they may; `gone`: the chat was deleted meanwhile. */
export type Accepted =
  | { name: 'accepted'; answerId: string }
  | { name: 'already'; answerId: string; runId: string }
  | { name: 'different' }
  | { name: 'busy' }
  | { name: 'gone' };

/** A statement takes 65,535 parameters, and a message 13 of them. */
const MESSAGES_PER_STATEMENT = 1_000;

const streaming: AnswerState = { name: 'streaming', stage: 'waiting' };
const complete: AnswerState = { name: 'complete', finish: 'stop' };

function asMessage(row: Selectable<Schema['message']>): MessageRow {
  return {
    id: row.id,
    chatId: row.chat_id,
    source: row.source as 'User' | 'AVA',
    content: row.content,
    state: row.state as unknown as AnswerState,
    runId: row.run_id,
    seq: row.seq,
    links: row.links as Citation[],
    followUps: row.follow_ups,
    files: row.files as MessageFile[],
    replyTo: row.reply_to,
    fingerprint: row.fingerprint,
    createdAt: row.created_at,
  };
}

function newRow(message: MessageRow) {
  return {
    chat_id: message.chatId,
    id: message.id,
    source: message.source,
    content: cleanText(message.content),
    state: toJson(message.state),
    run_id: message.runId,
    seq: message.seq,
    links: toJson(message.links),
    follow_ups: toJson(message.followUps),
    files: toJson(message.files),
    reply_to: message.replyTo,
    fingerprint: message.fingerprint,
    created_at: message.createdAt,
  };
}

/** Holds the chat's row until the transaction ends: messages of one chat are written one after the other. False: it is gone. */
async function holdChat(tx: Tx, chatId: string, now: Date): Promise<boolean> {
  const held = tx.updateTable('chat').set({ updated_at: now }).where('id', '=', chatId);
  const { numUpdatedRows } = await held.executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The answer to a question that is already there, if it is the same question. */
async function alreadySent(tx: Tx, exchange: Exchange): Promise<MessageRow | 'different' | undefined> {
  const { chatId, question } = exchange;
  const rows = await tx
    .selectFrom('message')
    .selectAll()
    .where('chat_id', '=', chatId)
    .where((where) => where.or([where('id', '=', question.id), where('reply_to', '=', question.id)]))
    .execute();
  if (rows.length === 0) return undefined;
  const sent = rows.find((row) => row.id === question.id);
  if (sent?.fingerprint !== question.fingerprint) return 'different';
  const answer = rows.find((row) => row.reply_to === question.id);
  return answer ? asMessage(answer) : 'different';
}

async function insertRun(tx: Tx, exchange: Exchange, answerId: string): Promise<void> {
  const { owner, run, chatId, now } = exchange;
  await tx
    .insertInto('run')
    .values({
      id: run.id,
      kind: 'answer',
      tenant_id: owner.tenantId,
      owner_id: owner.id,
      subject_id: chatId,
      message_id: answerId,
      session_id: run.sessionId,
      process_id: run.processId,
      state: 'running',
      cancel_at: null,
      created_at: now,
      ended_at: null,
    })
    .execute();
  const started: AnswerEvent = {
    type: 'started',
    seq: 1,
    run_id: run.id,
    message_id: answerId,
    user_message_id: exchange.question.id,
  };
  await tx
    .insertInto('run_event')
    .values({ run_id: run.id, seq: 1, data: toJson(started) })
    .execute();
}

export function messagesTable(db: Db) {
  return {
    async list(chatId: string): Promise<MessageRow[]> {
      const rows = await db
        .selectFrom('message')
        .selectAll()
        .where('chat_id', '=', chatId)
        .orderBy('position')
        .execute();
      return rows.map(asMessage);
    },

    /** Finds a message of one of the person's own chats. */
    async find(
      owner: Owner,
      id: string,
    ): Promise<(MessageRow & { metadata: Partial<AnswerMetadata> | null }) | undefined> {
      const row = await db
        .selectFrom('message')
        .innerJoin('chat', 'chat.id', 'message.chat_id')
        .selectAll('message')
        .where('message.id', '=', id)
        .where('chat.tenant_id', '=', owner.tenantId)
        .where('chat.owner_id', '=', owner.id)
        .executeTakeFirst();
      return row && { ...asMessage(row), metadata: row.metadata as Partial<AnswerMetadata> | null };
    },

    /**
     * Takes a question in: question, empty answer and run in one transaction. The same question under the same id again
     * is the run that is already there, or a new run for its answer if that failed or was interrupted.
     * @param atMost runs a person may have under way with this one
     */
    async accept(exchange: Exchange, atMost = Infinity): Promise<Accepted> {
      return db.transaction().execute(async (tx): Promise<Accepted> => {
        const { chatId, question, run, now, owner } = exchange;
        if (!(await holdChat(tx, chatId, now))) return { name: 'gone' };
        const already = await alreadySent(tx, exchange);
        if (already === 'different') return { name: 'different' };
        if (already && already.state.name !== 'failed' && already.state.name !== 'interrupted') {
          return { name: 'already', answerId: already.id, runId: already.runId ?? run.id };
        }
        if (await isBusy(tx, owner, atMost)) return { name: 'busy' };
        const answerId = already?.id ?? exchange.answerId;
        const answer: MessageRow = {
          id: answerId,
          chatId,
          source: 'AVA',
          content: '',
          state: streaming,
          runId: run.id,
          seq: 1,
          links: [],
          followUps: [],
          files: [],
          replyTo: question.id,
          fingerprint: null,
          createdAt: now,
        };
        if (already) {
          const { chat_id: _chat, id: _id, ...changed } = newRow(answer);
          await tx
            .updateTable('message')
            .set(changed)
            .where('chat_id', '=', chatId)
            .where('id', '=', answerId)
            .execute();
        } else {
          const asked: MessageRow = {
            ...answer,
            ...question,
            source: 'User',
            state: complete,
            runId: null,
            replyTo: null,
          };
          await tx
            .insertInto('message')
            .values([newRow(asked), newRow(answer)])
            .execute();
        }
        await insertRun(tx, exchange, answerId);
        return { name: 'accepted', answerId };
      });
    },

    /**
     * Adds a message that no run writes. One that is already there under its id stays as it is. False: the chat is gone.
     */
    async append(message: MessageRow): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        if (!(await holdChat(tx, message.chatId, message.createdAt))) return false;
        await tx
          .insertInto('message')
          .values(newRow(message))
          .onConflict((conflict) => conflict.columns(['chat_id', 'id']).doNothing())
          .execute();
        return true;
      });
    },

    /** Copies messages into another chat, in their order. */
    async copy(messages: readonly MessageRow[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (let from = 0; from < messages.length; from += MESSAGES_PER_STATEMENT) {
          const rows = messages.slice(from, from + MESSAGES_PER_STATEMENT).map(newRow);
          await tx.insertInto('message').values(rows).execute();
        }
      });
    },

    async saveMetadata(chatId: string, id: string, metadata: Partial<AnswerMetadata>): Promise<void> {
      await db
        .updateTable('message')
        .set({ metadata: toJson(metadata) })
        .where('chat_id', '=', chatId)
        .where('id', '=', id)
        .execute();
    },
  };
}

/** Saves what the events of a run have made of its answer, in the transaction that stores the last of them. */
export async function saveAnswer(tx: Tx, chatId: string, answer: Answer): Promise<void> {
  await tx
    .updateTable('message')
    .set({
      content: cleanText(answer.content),
      state: toJson(answer.state),
      seq: answer.seq,
      links: toJson(answer.links),
      follow_ups: toJson(answer.followUpQuestions),
    })
    .where('chat_id', '=', chatId)
    .where('id', '=', answer.message_id)
    .where('run_id', '=', answer.run_id)
    .execute();
}
