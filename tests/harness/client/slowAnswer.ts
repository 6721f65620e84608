import { randomUUID } from 'node:crypto';
import type { Client } from '../../../api/contract/client.ts';
import type { Answer, AnswerEvent } from '../../../api/contract/runs.ts';
import type { TestApp } from '../app/startApp.ts';
import { fold, openAnswer } from './personData.ts';

export interface SlowAnswer {
  event_session_id: string;
  runId: string;
  /** What its reader has seen so far. */
  events: AnswerEvent[];
  /** The answer at its end; rejects when its reader left or the connection broke. */
  whole: Promise<Answer>;
  /** Closes the reader's window. */
  leave(): void;
}

const WORD_MS = 20;

/** Sends a message whose answer takes about `words` × 20 ms, and resolves with its first word. */
export async function beginSlowly(app: TestApp, person: Client, convo_id: string, words = 100): Promise<SlowAnswer> {
  const event_session_id = randomUUID();
  const text = `write ${words} words about tea ${event_session_id}`;
  await app.control('models', 'scenario', { name: 'slow', ms: WORD_MS, count: 1, match: text });
  const leaving = new AbortController();
  const stream = await openAnswer(person, { convo_id, event_session_id, text }, leaving.signal);
  const events: AnswerEvent[] = [];
  const begun = Promise.withResolvers<void>();
  const whole = (async () => {
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'chunk') begun.resolve();
    }
    return fold(events);
  })();
  whole.catch(begun.reject);
  await begun.promise;
  return { event_session_id, runId: fold(events).run_id ?? '', events, whole, leave: () => leaving.abort() };
}
