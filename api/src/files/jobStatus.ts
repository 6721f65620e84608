import { AvaError } from '#contract/errors.ts';
import type { JobEvent, JobStatus } from '#contract/runs/jobs.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import { getEmbeddingStatus } from '#api/sites/embeddingStatus.ts';
import type { AppContext } from '#api/context.ts';
import { readFileText } from './fileText.ts';

/** Progress of a person's extraction, embedding or template. */
export async function getJobStatus(ctx: AppContext, person: Person, jobId: string): Promise<JobStatus> {
  const found = await ctx.store.runs.find(jobId);
  if (found?.kind === 'embedding') return getEmbeddingStatus(ctx, person, found);
  const run = authorize(person, 'read', 'run', found);
  const base = { pctProgress: 0, stage: 'waiting', result: null, error: null };
  if (run.kind !== 'extraction' && run.kind !== 'template') throw new AvaError('not_found');
  const last = (await ctx.store.runs.listEvents(jobId, 0)).at(-1) as JobEvent | undefined;
  if (last?.type === 'failed') return { ...base, status: 'FAILURE', stage: 'failed', error: last.error };
  if (last?.type === 'completed' || (run.state === 'ended' && !last)) {
    if (run.kind === 'template')
      return { ...base, status: 'COMPLETED', pctProgress: 100, stage: 'ready', template_folder: run.subjectId };
    const result = await readFileText(ctx, person, run.subjectId);
    return { ...base, status: 'COMPLETED', pctProgress: 100, stage: 'ready', result };
  }
  if (!last) return { ...base, status: run.state === 'waiting' ? 'PENDING' : 'PROGRESS' };
  return { ...base, status: 'PROGRESS', pctProgress: last.pctProgress, stage: last.stage };
}
