import { type AvaError } from '../../contract/errors.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '../../contract/runs.ts';
import type { RunKind } from '../runs/runKind.ts';

const checkpoints = new Set<AnswerEvent['type']>(['done', 'stopped', 'failed', 'interrupted', 'follow_ups']);
/** A commit is started for these at once: what a person waits for, and what ends their waiting. */
const urgent = new Set<AnswerEvent['type']>(['done', 'stopped', 'failed', 'interrupted']);

/** The kind of run that writes an answer into a message; chat, search and tasks share it. */
export const answerKind: RunKind<AnswerEvent, Answer> = {
  name: 'answer',
  createState: (run) => emptyAnswer(run.messageId ?? run.id, run.id),
  fold: applyEvent,
  answer: (answer) => answer,
  isCheckpoint: (event) => checkpoints.has(event.type),
  isUrgent: (event) => urgent.has(event.type) || (event.type === 'chunk' && event.seq <= 3),
  merge: (first, second) =>
    first.type === 'chunk' && second.type === 'chunk' ? { ...first, chunk: first.chunk + second.chunk } : null,
  stopped: () => ({ type: 'stopped' }),
  failed: (error: AvaError) => ({ type: 'failed', error: { code: error.code, detail: error.detail } }),
  interrupted: () => ({ type: 'interrupted' }),
};
