import { createRuns, type Runs, type RunGenerator } from '../../../api/src/runs/runs.ts';
import type { RunKind } from '../../../api/src/runs/runKind.ts';
import { answerKind } from '../../../api/src/answers/answerRun.ts';
import { systemClock, type Clock } from '../../../api/platform/clock.ts';
import { extractionKind } from '../../../api/src/jobs/extractFile.ts';
import type { Database } from '../../../api/src/storage/database.ts';
import { createStore, type Store } from '../../../api/src/storage/store.ts';
import type { MessageRow } from '../../../api/src/storage/tables/chats/messages.ts';
import type { RunRow } from '../../../api/src/storage/tables/runs/runs.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '../../../api/contract/runs.ts';
import { ada, makeChatRow, makeExchange } from '../storage/rows.ts';
import { createRecordingLog } from './recordingLog.ts';

export const runKinds = [answerKind, extractionKind] as RunKind[];
export const [answerRunKind, extractionRunKind] = runKinds as [RunKind, RunKind];

/** What a process with runs in it is to a test; several of them may live in one process of the machine. */
export interface RunsProcess {
  runs: Runs;
  store: Store;
  log: ReturnType<typeof createRecordingLog>;
  released: RunRow[];
  /** Its store answerRunKind no more, as if the machine had stopped the process. */
  freeze(): void;
  thaw(): void;
}

export async function startRuns(
  database: Database,
  options: { shared?: boolean; clock?: Clock; deaf?: boolean } = {},
): Promise<RunsProcess> {
  const frozen = { until: null as PromiseWithResolvers<void> | null };
  const store = createStore(database.kysely);
  const slow = { ...store, runs: freezable(store.runs, frozen), processes: freezable(store.processes, frozen) };
  const log = createRecordingLog();
  const released: RunRow[] = [];
  const silent = { publish: async () => undefined, subscribe: async () => async () => undefined };
  const runs = await createRuns(
    {
      store: slow,
      pubSub: options.deaf ? silent : database.pubSub,
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
    freeze: () => void (frozen.until ??= Promise.withResolvers<void>()),
    thaw: () => {
      frozen.until?.resolve();
      frozen.until = null;
    },
  };
}

function freezable<T extends object>(table: T, frozen: { until: PromiseWithResolvers<void> | null }): T {
  return new Proxy(table, {
    get(target, name) {
      const verb: unknown = Reflect.get(target, name);
      if (typeof verb !== 'function') return verb;
      return async (...words: unknown[]) => {
        await frozen.until?.promise;
        return Reflect.apply(verb, target, words) as unknown;
      };
    },
  });
}

/** Begins an answer as a route does: the question is stored, then the work starts. */
export async function startAnswer({ runs, store }: RunsProcess, work: RunGenerator): Promise<RunRow> {
  const chat = await store.chats.create(makeChatRow(ada));
  const exchange = makeExchange(chat.id, { processId: runs.processId });
  await store.messages.accept(exchange);
  const run = await store.runs.find(exchange.run.id);
  if (!run) throw new Error('The run was not stored.');
  runs.start(run, answerRunKind, work, await store.runs.listEvents(run.id, 0));
  return run;
}

export interface Reader {
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
): Reader {
  const answer = from ?? emptyAnswer('', null);
  const events: AnswerEvent[] = [];
  const finished = (async () => {
    for await (const batch of runs.follow(runId, answer.seq, signal)) {
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
  return (await store.messages.list(run.subjectId)).find((message) => message.id === run.messageId);
}
