import { createRuns, type Runs, type RunGenerator } from '#api/runs/runs.ts';
import type { RunKind } from '#api/runs/runKind.ts';
import { answerKind } from '#api/answers/answerRun.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { extractionKind } from '#api/jobs/extractFile.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import type { MessageRow } from '#api/storage/tables/chats/messages.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import { ada, makeChatRow, makeExchange, openRow } from '#tests/harness/storage/rows.ts';
import { showAll } from './showAll.ts';
import { createRecordingLog } from './recordingLog.ts';

const runKinds = [answerKind, extractionKind] as RunKind[];
export const [answerRunKind, extractionRunKind] = runKinds as [RunKind, RunKind];

/** A simulated API process with runs; a test can start several of them. */
export interface RunsProcess {
  runs: Runs;
  store: Store;
  log: ReturnType<typeof createRecordingLog>;
  released: RunRow[];
  /** Blocks its store, as if the machine had suspended the process. */
  freeze(): void;
  thaw(): void;
}

export async function startRuns(
  database: Database,
  options: { shared?: boolean; clock?: Clock; withoutPubSub?: boolean } = {},
): Promise<RunsProcess> {
  const freeze: Freeze = { end: null };
  const store = createStore(database.kysely);
  const freezable = {
    ...store,
    runs: makeFreezable(store.runs, freeze),
    processes: makeFreezable(store.processes, freeze),
  };
  const log = createRecordingLog();
  const released: RunRow[] = [];
  const noPubSub = { publish: async () => undefined, subscribe: async () => async () => undefined };
  const runs = await createRuns(
    {
      store: freezable,
      pubSub: options.withoutPubSub ? noPubSub : database.pubSub,
      shared: options.shared ?? false,
      clock: options.clock ?? systemClock,
      log,
      onReleased: async (run) => void released.push(run),
      onAbandoned: async () => undefined,
    },
    runKinds,
  );
  return {
    runs,
    store,
    log,
    released,
    freeze: () => void (freeze.end ??= Promise.withResolvers<void>()),
    thaw: () => {
      freeze.end?.resolve();
      freeze.end = null;
    },
  };
}

interface Freeze {
  end: PromiseWithResolvers<void> | null;
}

function makeFreezable<T extends object>(table: T, freeze: Freeze): T {
  return new Proxy(table, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...args: unknown[]) => {
        await freeze.end?.promise;
        return Reflect.apply(member, target, args) as unknown;
      };
    },
  });
}

/** Starts an answer like a route: stores the question, then starts the run. */
export async function startAnswer({ runs, store }: RunsProcess, work: RunGenerator): Promise<RunRow> {
  const chat = await store.chats.create(makeChatRow(ada));
  const exchange = makeExchange(chat.id, { processId: runs.processId });
  await store.messages.accept(exchange);
  const run = await store.runs.find(exchange.run.id);
  if (!run) throw new Error('The run was not stored.');
  runs.start(run, answerRunKind, work, await store.runs.listEvents(run.id, 0));
  return run;
}

export interface AnswerReader {
  answer: Answer;
  events: AnswerEvent[];
  finished: Promise<Answer>;
}

/** Reads a run to its end, as a tab does. */
export function readAnswer(
  { runs }: RunsProcess,
  runId: string,
  from?: Answer,
  signal = new AbortController().signal,
): AnswerReader {
  const answer = from ?? emptyAnswer('', null);
  const events: AnswerEvent[] = [];
  const finished = (async () => {
    for await (const batch of runs.follow(runId, answer.seq, showAll, signal)) {
      for (const event of batch as AnswerEvent[]) {
        events.push(event);
        applyEvent(answer, event);
      }
    }
    return answer;
  })();
  return { answer, events, finished };
}

export async function findSavedAnswer({ store }: RunsProcess, run: RunRow): Promise<MessageRow | undefined> {
  return (await store.messages.list(run.subjectId)).map(openRow).find((message) => message.id === run.messageId);
}
