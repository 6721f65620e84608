import type { MessageFile } from '#contract/files/files.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { toJson } from '#api/storage/json.ts';
import type { Owner } from '#api/storage/schema.ts';
import { toMessageColumns } from './messageRow.ts';

/** A question with its empty answer and the run that writes it. */
export interface Exchange {
  owner: Owner;
  chatId: string;
  question: { id: string; content: string; files: MessageFile[]; fingerprint: string };
  answerId: string;
  /** `tokens`: size of the prompt. */
  run: { id: string; sessionId: string; processId: string; tokens: number };
  /** Id of the question that this one is a new version of. */
  editOf?: string;
  now: Date;
}

const emptyMessage = {
  seq: 0,
  links: [],
  thoughts: null,
  calls: [],
  followUps: [],
  files: [],
  replyTo: null,
  fingerprint: null,
  runId: null,
};

/** @param parentId id of the message before the question, or SQL for it */
export function questionRow<Parent>({ chatId, question, now }: Exchange, parentId: Parent) {
  const state = { name: 'complete', finish: 'stop' } as const;
  const row = toMessageColumns({ ...emptyMessage, ...question, chatId, source: 'User', state, seq: 1, createdAt: now });
  return { ...row, parent_id: parentId };
}

export function answerRow({ chatId, question, run, now }: Exchange, id: string) {
  const row = toMessageColumns({
    ...emptyMessage,
    id,
    chatId,
    source: 'AVA',
    content: '',
    state: { name: 'streaming', stage: 'waiting' },
    runId: run.id,
    seq: 1,
    replyTo: question.id,
    createdAt: now,
  });
  return { ...row, parent_id: question.id };
}

export function runRow({ owner, run, chatId, now }: Exchange, answerId: string) {
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

export function startedEvent({ run, question }: Exchange, answerId: string): AnswerEvent {
  return { type: 'started', seq: 1, run_id: run.id, message_id: answerId, user_message_id: question.id };
}

export function eventRow({ run }: Exchange, event: AnswerEvent) {
  return { run_id: run.id, seq: event.seq, data: toJson(event) };
}
