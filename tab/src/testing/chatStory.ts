import type { AnswerEvent } from '../../../api/contract/runs.ts';
import { answerings } from '../features/chat/answering.state.ts';
import { chats, emptyChats } from '../features/chat/chat.state.ts';
import { session } from '../state/session.state.ts';
import { createFakeStream, type FakeStream } from './fakeApi.ts';
import { layOutElements } from './elementSizes.ts';
import { sampleId, signedInAsAda } from './samples.ts';

/** Puts Ada before an empty tab. */
export function beginStory(): void {
  layOutElements();
  for (const answering of answerings.values()) answering.controller.abort();
  answerings.clear();
  Object.assign(chats, emptyChats());
  session.status = { name: 'signedIn', ...signedInAsAda() };
}

/** The server's side of one answer: its run, and streams of its events from any place. */
export interface FakeRun {
  runId: string;
  messageId: string;
  /** Writes the next event, with its number, into every open stream. */
  write(event: Unnumbered): void;
  /** Opens a stream of the events after `from`, as sending and following do. */
  open(from?: number): FakeStream<AnswerEvent>;
  /** Ends all open streams properly. */
  end(): void;
  /** Cuts all open streams off. */
  lose(): void;
}

type Unnumbered = AnswerEvent extends infer Event ? (Event extends AnswerEvent ? Omit<Event, 'seq'> : never) : never;

/** A run that has started for a message; its first event is already written. */
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
    lose() {
      for (const stream of streams) stream.lose();
      streams = [];
    },
  };
  run.write({ type: 'started', run_id: runId, message_id: messageId, user_message_id: userMessageId });
  return run;
}
