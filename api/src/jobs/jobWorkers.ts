import type { Jobs } from './queue.ts';
import type { RunRow } from '#api/storage/tables/runs/runs.ts';
import type { AppContext } from '#api/context.ts';
import { continueTaskRun, TASK_RUN_KIND } from '#api/tasks/taskRun.ts';
import { extractionKind, runExtraction } from './extractFile.ts';
import { runTemplateIngestion, templateKind } from './ingestTemplate.ts';
import { embeddingKind, runEmbedding } from './embedFile.ts';

/** Runs of one kind that a process performs at the same time. */
const MAX_CONCURRENT_RUNS = 3;
/** Runs of one person that a process performs at the same time. One slot stays free for other people. */
const JOBS_PER_PERSON = MAX_CONCURRENT_RUNS - 1;
/** How many recently served people are remembered, so that others come first. Matters only between people who wait. */
const MAX_SERVED_PEOPLE = 100;

interface JobType {
  job: keyof Jobs;
  kind: RunRow['kind'];
  perform: (ctx: AppContext, run: RunRow) => Promise<void>;
}

const jobTypes: readonly JobType[] = [
  { job: 'extract', kind: extractionKind.name, perform: runExtraction },
  { job: 'embed', kind: embeddingKind.name, perform: runEmbedding },
  { job: 'template', kind: templateKind.name, perform: runTemplateIngestion },
  { job: 'task', kind: TASK_RUN_KIND, perform: continueTaskRun },
];

type ClaimContext = Pick<AppContext, 'store'> & { runs: Pick<AppContext['runs'], 'processId'> };

/**
 * Starts to take jobs from the queue. A job only signals that a run is waiting; the store decides which run is next. After
 * `stop`, no further run starts.
 */
export async function startJobWorkers(ctx: AppContext): Promise<{ stop(): void }> {
  let isStopped = false;
  for (const { job, kind, perform } of jobTypes) {
    const claimNext = createFairClaim(ctx, kind);
    await ctx.queue.work(job, MAX_CONCURRENT_RUNS, async () => {
      const run = isStopped ? undefined : await claimNext();
      if (!run) return;
      await perform(ctx, run);
      if (isStopped) return;
      // A run that was skipped because of the limit per person has no job left; this job makes up for it.
      await ctx.queue.send(job, { runId: run.id });
    });
    // Replaces jobs that a process took from the queue before it died.
    for (let slot = 0; slot < MAX_CONCURRENT_RUNS; slot += 1) await ctx.queue.send(job, { runId: '' });
  }
  return { stop: () => void (isStopped = true) };
}

/** Claims runs of one kind so that people take turns. Two claims at the same time could choose the same person. */
function createFairClaim({ store, runs }: ClaimContext, kind: RunRow['kind']): () => Promise<RunRow | undefined> {
  let servedPeople: string[] = [];
  let lastClaim: Promise<unknown> = Promise.resolve();
  async function claim(): Promise<RunRow | undefined> {
    const run = await store.runs.claimNext({
      kind,
      processId: runs.processId,
      perPerson: JOBS_PER_PERSON,
      servedPeople,
    });
    if (!run) return undefined;
    const person = `${run.owner.tenantId}/${run.owner.id}`;
    servedPeople = [...servedPeople.filter((served) => served !== person), person].slice(-MAX_SERVED_PEOPLE);
    return run;
  }
  return () => {
    const next = lastClaim.then(claim);
    lastClaim = next.catch(() => undefined);
    return next;
  };
}
