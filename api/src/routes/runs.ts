import { followAnswerRun, getStatus } from '../../contract/runs/runs.ts';
import { followAnswer } from '../answers/readableEvents.ts';
import { getJobStatus } from '../files/jobStatus.ts';
import type { Mounting } from '../http/mount.ts';
import { authorize } from '../policies/policies.ts';
import type { AppContext } from '../context.ts';

export function mountRuns({ call, stream }: Mounting, ctx: AppContext): void {
  stream(followAnswerRun, async ({ run_id, from }, person, disconnected) => {
    const run = authorize(person, 'read', 'run', await ctx.store.runs.find(run_id));
    return { headers: { 'Run-Id': run.id }, batches: await followAnswer(ctx, person, run, from, disconnected) };
  });
  call(getStatus, ({ jobId }, person) => getJobStatus(ctx, person, jobId));
}
