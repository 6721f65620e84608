import type { Jobs } from './queue.ts';
import type { RunRow } from '../storage/tables/runs/runs.ts';
import type { AppContext } from '../context.ts';
import { extractionKind, runExtraction } from './extractFile.ts';
import { embeddingKind, runEmbedding } from './embedFile.ts';

/** Runs of one kind that a process works on at once. */
export const JOBS_AT_ONCE = 3;
/** One place is left for people who have nothing under way. */
const PER_PERSON = JOBS_AT_ONCE - 1;
/** People whose turn is remembered; it decides only between those who wait at the same time. */
const SERVED_KEPT = 100;

interface Work {
  job: keyof Jobs;
  kind: typeof extractionKind;
  perform: (ctx: AppContext, run: RunRow) => Promise<void>;
}

const works: readonly Work[] = [
  { job: 'extract', kind: extractionKind, perform: runExtraction },
  { job: 'embed', kind: embeddingKind, perform: runEmbedding },
];

type TurnsContext = Pick<AppContext, 'store'> & { runs: Pick<AppContext['runs'], 'processId'> };

/**
 * Makes this process take jobs from the queue. A job says only that something waits: whose turn it is, the store says.
 * After `stop` no further one is begun.
 */
export async function startJobWorkers(ctx: AppContext): Promise<{ stop(): void }> {
  let stopped = false;
  for (const { job, kind, perform } of works) {
    const takeTurn = createFairClaim(ctx, kind.name);
    await ctx.queue.work(job, JOBS_AT_ONCE, async () => {
      const run = stopped ? undefined : await takeTurn();
      if (!run) return;
      await perform(ctx, run);
      if (stopped) return;
      // What was passed over while its person had enough under way has no job of its own any more.
      await ctx.queue.send(job, { runId: run.id });
    });
    // What a process that died had taken from the queue and not begun.
    for (let place = 0; place < JOBS_AT_ONCE; place += 1) await ctx.queue.send(job, { runId: '' });
  }
  return { stop: () => void (stopped = true) };
}

/** Hands out runs of one kind person by person. One turn is taken at a time, so that two are not given to one person. */
export function createFairClaim(
  { store, runs }: TurnsContext,
  kind: RunRow['kind'],
): () => Promise<RunRow | undefined> {
  let served: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  async function claim(): Promise<RunRow | undefined> {
    const run = await store.runs.claimNext({
      kind,
      processId: runs.processId,
      perPerson: PER_PERSON,
      servedPeople: served,
    });
    if (!run) return undefined;
    const person = `${run.owner.tenantId}/${run.owner.id}`;
    served = [...served.filter((one) => one !== person), person].slice(-SERVED_KEPT);
    return run;
  }
  return () => {
    const turn = last.then(claim);
    last = turn.catch(() => undefined);
    return turn;
  };
}
