import { randomUUID } from 'node:crypto';
import type { Client } from '#contract/client.ts';
import type { Answer, AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { foldAnswer, openAnswer } from './answers.ts';

export interface SlowAnswer {
  event_session_id: string;
  runId: string;
  /** The events received so far. */
  events: AnswerEvent[];
  /** The complete answer; rejects if the reader has left or the connection was lost. */
  finished: Promise<Answer>;
  /** Closes the reader's connection. */
  leave(): void;
}

const WORD_MS = 20;

/** Sends a message whose answer takes about `words` × 20 ms. Resolves when the first word has arrived. */
export async function startSlowAnswer(
  app: TestApp,
  person: Client,
  convo_id: string,
  words = 100,
): Promise<SlowAnswer> {
  const event_session_id = randomUUID();
  const text = `write ${words} words about tea ${event_session_id}`;
  await app.control('models', 'scenario', { name: 'slow', ms: WORD_MS, count: 1, match: text });
  const connection = new AbortController();
  const stream = await openAnswer(person, { convo_id, event_session_id, text }, connection.signal);
  const events: AnswerEvent[] = [];
  const started = Promise.withResolvers<void>();
  const finished = (async () => {
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'chunk') started.resolve();
    }
    return foldAnswer(events);
  })();
  finished.catch(started.reject);
  await started.promise;
  const runId = foldAnswer(events).run_id ?? '';
  return { event_session_id, runId, events, finished, leave: () => connection.abort() };
}
