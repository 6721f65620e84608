import { type AvaError } from '#contract/errors.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Person } from '#api/identity/person.ts';
import type { RunKind, Unnumbered } from '#api/runs/runKind.ts';
import type { RunRow, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import type { AcceptedQuestion } from './acceptQuestion.ts';

const checkpoints = new Set<AnswerEvent['type']>(['done', 'stopped', 'failed', 'interrupted', 'follow_ups']);
const urgent = new Set<AnswerEvent['type']>(['done', 'stopped', 'failed', 'interrupted', 'call']);

/** The kind of run that writes an answer into a message. */
export const answerKind: RunKind<AnswerEvent, Answer> = {
  name: 'answer',
  createState: (run) => emptyAnswer(run.messageId ?? run.id, run.id),
  fold: applyEvent,
  takeResult: (answer, run) => ({ answer: { chatId: run.subjectId, answer } }),
  isCheckpoint: (event) => checkpoints.has(event.type),
  isUrgent: (event) => urgent.has(event.type) || (event.type === 'chunk' && event.seq <= 3),
  merge: (first, second) => {
    if (first.type === 'chunk' && second.type === 'chunk') return { ...first, chunk: first.chunk + second.chunk };
    if (first.type === 'thought' && second.type === 'thought')
      return { ...second, thought: first.thought + second.thought };
    return null;
  },
  // If a run does not end normally, `conclude` in runs/runs.ts appends one of these events. `applyEvent` keeps the
  // text.
  stopped: () => ({ type: 'stopped' }),
  failed: (error: AvaError) => ({ type: 'failed', error: { code: error.code, detail: error.detail } }),
  interrupted: () => ({ type: 'interrupted' }),
};

/**
 * Starts the run of an accepted question. It continues whether or not anybody follows it.
 * @param priorEvents the stored events of the run, if there are more than `started`
 */
export function startAnswerRun(
  { runs }: AppContext,
  person: Person,
  { runId, chatId, messageId, answerId, sessionId }: AcceptedQuestion,
  generate: (signal: AbortSignal) => AsyncGenerator<Unnumbered<AnswerEvent>>,
  priorEvents?: readonly StoredEvent[],
): void {
  const run: RunRow = {
    id: runId,
    kind: 'answer',
    owner: { tenantId: person.tenantId, id: person.id },
    subjectId: chatId,
    messageId: answerId,
    sessionId,
    processId: runs.processId,
    state: 'running',
  };
  const started = { type: 'started', seq: 1, run_id: runId, message_id: answerId, user_message_id: messageId };
  runs.start(run, answerKind, generate, priorEvents ?? [started satisfies StoredEvent]);
}
