import { strictEqual, deepStrictEqual, ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getChat, type Message } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { applyEvent, followAnswerRun, isSettled, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import { collect, foldAnswer } from '#tests/harness/client/answers.ts';

/** Compares two values as JSON, because jest's realms have different prototypes. */
export function assertSame(actual: unknown, expected: unknown): void {
  const toPlain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  deepStrictEqual(toPlain(actual), toPlain(expected));
}

/** Waits for a random time between two limits, in ms. */
export const waitRandomly = (min: number, max: number) => sleep(min + Math.random() * (max - min));

/** A window that shows an answer. */
export interface AnswerWatcher {
  shown: AnswerEvent[];
  /** Resolves when the stream has ended or the connection was lost. */
  finished: Promise<void>;
}

export function watchAnswer(stream: Promise<AsyncIterable<AnswerEvent>>): AnswerWatcher {
  const shown: AnswerEvent[] = [];
  const finished = (async () => {
    for await (const event of await stream) shown.push(event);
  })().catch(() => undefined);
  return { shown, finished };
}

export const followRunTimes = (person: Client, runId: string, count: number): AnswerWatcher[] =>
  Array.from({ length: count }, () => watchAnswer(person.stream(followAnswerRun, { run_id: runId })));

/** Returns the question and the answer of a chat with one question. */
export async function getExchange(person: Client, chatId: string): Promise<[Message, Message]> {
  const { Messages } = await person.call(getChat, { convo_id: chatId });
  strictEqual(Messages.length, 2, `the chat has ${Messages.length} messages`);
  return Messages as [Message, Message];
}

/** Returns the answer when it has ended. Throws after 10 s. */
export async function waitForSettledAnswer(person: Client, chatId: string): Promise<Message> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    const [, answer] = await getExchange(person, chatId);
    if (isSettled(answer)) return answer;
    ok(Date.now() < deadline, 'the answer is still being written after 10 s');
  }
}

/** Expects that every watcher was shown a continuous part of the stored events, each event once and in order. */
export async function assertStored(person: Client, saved: Message, watchers: readonly AnswerWatcher[]): Promise<void> {
  const stored = await collect(await person.stream(followAnswerRun, { run_id: saved.run_id ?? '' }));
  assertSame(
    stored.map(({ seq }) => seq),
    stored.map((_, index) => index + 1),
  );
  assertSame(selectComparedFields(foldAnswer(stored)), selectComparedFields(saved));
  for (const { shown } of watchers) {
    const first = shown[0]?.seq ?? 1;
    assertSame(shown, stored.slice(first - 1, first - 1 + shown.length));
  }
}

function selectComparedFields({ content, state, seq, links, followUpQuestions }: Answer | Message) {
  return { content, state, seq, links, followUpQuestions };
}

/** Applies at most `max` further events to an answer. */
export async function foldNextEvents(answer: Answer, events: AsyncIterable<AnswerEvent>, max: number): Promise<void> {
  let count = 0;
  for await (const event of events) {
    strictEqual(event.seq, answer.seq + 1, 'an event is missing or repeated');
    applyEvent(answer, event);
    if ((count += 1) >= max) return;
  }
}
