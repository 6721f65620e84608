import { z } from 'zod';
import { Count, endpoint, Id } from '#contract/endpoint.ts';
import { ErrorBody } from '#contract/errors.ts';
import { endCalls, FunctionCall, putCall, Source } from './functionCalls.ts';

/** A source of an answer. The text refers to it as `[number]`. */
export const Citation = Source.extend({
  number: z.number().int().min(1),
  /** The sentences, items or rows that support the statement, each in a line. */
  quote: z.string(),
  /**
   * `holds`: the passage says the same as the statement; `unverified`: AVA could not confirm this; `changed`: the file has
   * changed since AVA read it; `denied`: the person can't read the file.
   */
  standing: z.enum(['holds', 'unverified', 'changed', 'denied']),
  wordForWord: z.boolean().optional().describe('the passage has the statement word for word'),
});
export type Citation = z.infer<typeof Citation>;

/** What a model thought before it answered. It is no part of the answer: only the tab shows it, folded. */
export const Thoughts = z.object({
  text: z.string(),
  shortened: z.boolean().describe('the model thought more than AVA keeps'),
});
export type Thoughts = z.infer<typeof Thoughts>;

export const stages = ['waiting', 'reading', 'searching', 'thinking'] as const;

/** What AVA does at the moment. */
export const Stage = z.object({
  stage: z.enum(stages),
  detail: z.string().optional().describe('what AVA waits for or looks up; it continues by itself'),
});

const seq = z.number().int().min(1);

/** One event of an answer, ordered by `seq`. The same event is stored and shown. */
export const AnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started'), seq, run_id: Id, message_id: Id, user_message_id: Id }),
  Stage.extend({ type: z.literal('stage'), seq }),
  z.object({ type: z.literal('chunk'), seq, chunk: z.string() }),
  z.object({ type: z.literal('thought'), seq, thought: z.string(), shortened: Thoughts.shape.shortened }),
  z.object({ type: z.literal('citations'), seq, citations: z.array(Citation) }),
  z.object({ type: z.literal('call'), seq, call: FunctionCall }),
  z.object({ type: z.literal('done'), seq, finish: z.enum(['stop', 'length']) }),
  z.object({ type: z.literal('stopped'), seq }),
  z.object({ type: z.literal('failed'), seq, error: ErrorBody }),
  z.object({ type: z.literal('interrupted'), seq }),
  z.object({ type: z.literal('follow_ups'), seq, questions: z.array(z.string()) }),
]);
export type AnswerEvent = z.infer<typeof AnswerEvent>;

/** State of an answer. `interrupted`: the process that wrote it died; the text so far is kept. */
export const AnswerState = z.discriminatedUnion('name', [
  Stage.extend({ name: z.literal('streaming') }),
  z.object({ name: z.literal('complete'), finish: z.enum(['stop', 'length']) }),
  z.object({ name: z.literal('stopped') }),
  z.object({ name: z.literal('failed'), error: ErrorBody }),
  z.object({ name: z.literal('interrupted') }),
]);
export type AnswerState = z.infer<typeof AnswerState>;

/** The part of a message that the events of a run change. */
export interface Answer {
  message_id: string;
  run_id: string | null;
  content: string;
  state: AnswerState;
  links: Citation[];
  thoughts: Thoughts | null;
  /** Functions that the model called, in their order. */
  calls: FunctionCall[];
  followUpQuestions: string[];
  /** Number of the last applied event. */
  seq: number;
}

export function emptyAnswer(messageId: string, runId: string | null): Answer {
  return {
    message_id: messageId,
    run_id: runId,
    content: '',
    state: { name: 'streaming', stage: 'waiting' },
    links: [],
    thoughts: null,
    calls: [],
    followUpQuestions: [],
    seq: 0,
  };
}

/**
 * Applies one event to an answer, in place. The tab and the API both use it, so that shown and saved text are the same. An
 * event that was already applied changes nothing.
 */
export function applyEvent(answer: Answer, event: AnswerEvent): void {
  if (event.seq <= answer.seq) return;
  answer.seq = event.seq;
  switch (event.type) {
    case 'started':
      // The events of a run contain the whole answer, also of a run that continues one.
      Object.assign(answer, { ...emptyAnswer(event.message_id, event.run_id), seq: event.seq });
      return;
    case 'stage':
      if (answer.state.name === 'streaming') answer.state = { name: 'streaming', ...toStage(event) };
      return;
    case 'chunk':
      answer.content += event.chunk;
      return;
    case 'thought':
      answer.thoughts = { text: (answer.thoughts?.text ?? '') + event.thought, shortened: event.shortened };
      return;
    case 'citations':
      answer.links = event.citations;
      return;
    case 'call':
      answer.calls = putCall(answer.calls, event.call);
      return;
    case 'done':
      return settle(answer, { name: 'complete', finish: event.finish });
    case 'stopped':
      return settle(answer, { name: 'stopped' });
    case 'failed':
      return settle(answer, { name: 'failed', error: event.error });
    case 'interrupted':
      return settle(answer, { name: 'interrupted' });
    case 'follow_ups':
      answer.followUpQuestions = event.questions;
      return;
    default:
      event satisfies never;
  }
}

export const toStage = ({ stage, detail }: z.infer<typeof Stage>) => ({
  stage,
  ...(detail !== undefined && { detail }),
});

/** The first final state stays: an error in the follow-up questions does not change a complete answer. */
function settle(answer: Answer, state: AnswerState): void {
  if (answer.state.name !== 'streaming') return;
  answer.state = state;
  if (answer.calls.some((call) => call.state.name === 'running')) answer.calls = endCalls(answer.calls);
}

/** Whether an answer is over with this event. Only follow-up questions come after it. */
export function endsAnswer({ type }: Pick<AnswerEvent, 'type'>): boolean {
  return ['done', 'stopped', 'failed', 'interrupted'].includes(type);
}

/** Whether the text of an answer is final. */
export function isSettled(answer: Pick<Answer, 'state'>): boolean {
  return answer.state.name !== 'streaming';
}

export const followAnswerRun = endpoint({
  method: 'GET',
  path: '/runs/{run_id}/events',
  summary: 'The events of an answer after `from`, until its end; for a reload, a second device or a lost connection',
  toggle: 'chat',
  ids: { run_id: 'run' },
  params: z.object({ run_id: Id }),
  query: z.object({ from: Count.default(0) }),
  event: AnswerEvent,
});
