import type { AnswerMetadata } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import { MAX_ANSWER_CHARACTERS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import type { AnswerEvent } from '../../contract/runs.ts';
import { truncate } from '../../contract/text.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { ModelMessage, Models } from '../models/models.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import { createCiting } from './citationParser.ts';
import { askFollowUps } from './followUps.ts';
import type { Passage } from './passages.ts';
import { citationsOf } from './citations.ts';

export interface Question {
  model: Model;
  temperature: number;
  /** System prompt, conversation and the question, ready for the model. */
  messages: readonly ModelMessage[];
  /** What the model may cite. */
  passages: readonly Passage[];
}

interface Outside {
  models: Pick<Models, 'stream' | 'complete'>;
  clock: Clock;
  log: Log;
  /** Told how the answer came about, as soon as it is known. */
  record: (metadata: Partial<AnswerMetadata>) => Promise<void>;
}

/**
 * Writes one answer: text as the model gives it, the citations it used, its end, then questions to go on with. Throws
 * `AvaError` when the model's answer is not whole; what was yielded stays.
 */
export async function* writeAnswer(
  { models, clock, log, record }: Outside,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<Unnumbered<AnswerEvent>> {
  const citing = createCiting(new Set(question.passages.map((passage) => passage.number)));
  const began = clock.monotonic();
  let firstToken: number | null = null;
  let text = '';
  let written = 0;
  let finish: 'stop' | 'length' = 'stop';
  let usage: { prompt: number; answer: number } | null = null;

  yield { type: 'stage', stage: 'thinking' };
  for await (const event of models.stream(question, signal)) {
    if (event.type === 'text') {
      firstToken ??= clock.monotonic() - began;
      const chunk = citing.push(truncate(event.text, MAX_ANSWER_CHARACTERS - written));
      text += chunk;
      written += event.text.length;
      if (chunk !== '') yield { type: 'chunk', chunk };
      if (written <= MAX_ANSWER_CHARACTERS) continue;
      finish = 'length';
      break;
    } else if (event.type === 'finish') {
      finish = event.finish === 'length' ? 'length' : 'stop';
      usage = event.usage;
    }
  }
  const rest = citing.end();
  text += rest;
  if (rest !== '') yield { type: 'chunk', chunk: rest };
  // An end without a word is no answer, whatever the model calls it.
  if (text.trim() === '') throw new AvaError('model_unavailable', { cause: new Error('the model gave no text') });
  const citations = citationsOf(text, citing.used(), question.passages);
  if (citations.length > 0) yield { type: 'citations', citations };
  yield { type: 'done', finish };

  await record({
    used_model: question.model.model_name,
    temperature: question.temperature,
    training_data_cutoff: question.model.data_cutoff_datestring,
    prompt_tokens: usage?.prompt ?? null,
    answer_tokens: usage?.answer ?? null,
    first_token_ms: firstToken === null ? null : Math.round(firstToken),
    total_ms: Math.round(clock.monotonic() - began),
  }).catch((error: unknown) => log.warn({ error }, 'how an answer came about could not be saved'));

  const questions = await askFollowUps(models, question, text, signal).catch((error: unknown) => {
    log.info({ error }, 'no follow-up questions');
    return [];
  });
  if (questions.length > 0) yield { type: 'follow_ups', questions };
}
