import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { activeRuns } from '#tab/runs/activeRuns.ts';
import { chats, emptyChats } from '#tab/features/chat/chat.state.ts';
import { session } from '#tab/state/session.state.ts';
import { createFakeStream, type FakeStream } from './fakeApi.ts';
import { fakeElementSizes } from './elementSizes.ts';
import { sampleId, signedInAsAda } from './samples.ts';

/** Signs Ada in to an empty tab. */
export function beginStory(): void {
  fakeElementSizes();
  for (const active of activeRuns.values()) active.controller.abort();
  activeRuns.clear();
  Object.assign(chats, emptyChats());
  session.status = { name: 'signedIn', ...signedInAsAda() };
}

/** The server's side of one answer: its run and the streams of its events. */
export interface FakeRun {
  runId: string;
  messageId: string;
  /** Writes the next event, numbered, to every open stream. */
  write(event: UnnumberedEvent): void;
  /** Opens a stream of the events after `from`, like sending a message or following a run. */
  open(from?: number): FakeStream<AnswerEvent>;
  /** Ends all open streams. */
  end(): void;
  /** Breaks the connection of all open streams. */
  disconnect(): void;
}

type UnnumberedEvent = AnswerEvent extends infer Event
  ? Event extends AnswerEvent
    ? Omit<Event, 'seq'>
    : never
  : never;

/** Creates a run for a message; its first event is already written. */
export function createFakeRun(userMessageId: string): FakeRun {
  const runId = sampleId();
  const messageId = sampleId();
  const events: AnswerEvent[] = [];
  let streams: FakeStream<AnswerEvent>[] = [];
  const run: FakeRun = {
    runId,
    messageId,
    write(event) {
      const numbered = { ...event, seq: events.length + 1 } as AnswerEvent;
      events.push(numbered);
      for (const stream of streams) stream.send(numbered);
    },
    open(from = 0) {
      const stream = createFakeStream<AnswerEvent>({ 'User-Message-Id': userMessageId, 'Run-Id': runId });
      stream.send(...events.slice(from));
      streams.push(stream);
      return stream;
    },
    end() {
      for (const stream of streams) stream.end();
      streams = [];
    },
    disconnect() {
      for (const stream of streams) stream.disconnect();
      streams = [];
    },
  };
  run.write({ type: 'started', run_id: runId, message_id: messageId, user_message_id: userMessageId });
  return run;
}
