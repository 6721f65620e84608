import { strictEqual, deepStrictEqual, ok } from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { getChat, type Message } from '../../api/contract/chat.ts';
import type { Client } from '../../api/contract/client.ts';
import { applyEvent, followRun, isSettled, type Answer, type AnswerEvent } from '../../api/contract/runs.ts';
import { collect, foldAnswer } from '../harness/client/answers.ts';

/** Whether two values are the same as JSON, whichever realm made them. */
export function assertSame(actual: unknown, expected: unknown): void {
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  deepStrictEqual(plain(actual), plain(expected));
}

/** A moment between two others, in ms. */
export const pause = (least: number, most: number) => sleep(least + Math.random() * (most - least));

/** Somebody before whose eyes an answer appears. */
export interface Watcher {
  shown: AnswerEvent[];
  /** Resolves when there is nothing more to see, also because the connection was lost. */
  over: Promise<void>;
}

export function watch(stream: Promise<AsyncIterable<AnswerEvent>>): Watcher {
  const shown: AnswerEvent[] = [];
  const over = (async () => {
    for await (const event of await stream) shown.push(event);
  })().catch(() => undefined);
  return { shown, over };
}

export const followers = (person: Client, runId: string, count: number): Watcher[] =>
  Array.from({ length: count }, () => watch(person.stream(followRun, { run_id: runId })));

/** The question and the answer of a chat in which one question was asked. */
export async function exchangeIn(person: Client, chatId: string): Promise<[Message, Message]> {
  const { Messages } = await person.call(getChat, { convo_id: chatId });
  strictEqual(Messages.length, 2, `the chat has ${Messages.length} messages`);
  return Messages as [Message, Message];
}

/** The answer once nothing more comes; it must be so within 10 s. */
export async function settledAnswer(person: Client, chatId: string): Promise<Message> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    const [, answer] = await exchangeIn(person, chatId);
    if (isSettled(answer)) return answer;
    ok(Date.now() < deadline, 'the answer is still being written after 10 s');
  }
}

/** What every reader was shown is what is kept: the same events, each once, in their order, and no other text. */
export async function assertKept(person: Client, saved: Message, watchers: readonly Watcher[]): Promise<void> {
  const kept = await collect(await person.stream(followRun, { run_id: saved.run_id ?? '' }));
  assertSame(
    kept.map(({ seq }) => seq),
    kept.map((_, at) => at + 1),
  );
  assertSame(part(foldAnswer(kept)), part(saved));
  for (const { shown } of watchers) {
    const first = shown[0]?.seq ?? 1;
    assertSame(shown, kept.slice(first - 1, first - 1 + shown.length));
  }
}

function part({ content, state, seq, links, followUpQuestions }: Answer | Message) {
  return { content, state, seq, links, followUpQuestions };
}

/** Draws on from where an answer was. */
export async function drawOn(answer: Answer, events: AsyncIterable<AnswerEvent>, atMost: number): Promise<void> {
  let drawn = 0;
  for await (const event of events) {
    strictEqual(event.seq, answer.seq + 1, 'an event is missing or comes twice');
    applyEvent(answer, event);
    if ((drawn += 1) >= atMost) return;
  }
}
