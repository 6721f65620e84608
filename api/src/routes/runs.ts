import { followRun, getStatus } from '../../contract/runs.ts';
import { statusOf } from '../files/upload.ts';
import type { Mounting } from '../http/mount.ts';
import { authorize } from '../policies/policies.ts';
import type { AppContext } from '../context.ts';

export function mountRuns({ call, stream }: Mounting, ctx: AppContext): void {
  stream(followRun, async ({ run_id, from }, person, gone) => {
    const run = authorize(person, 'read', 'run', await ctx.store.runs.find(run_id));
    return { headers: { 'Run-Id': run.id }, batches: ctx.runs.follow(run.id, from, gone) };
  });
  call(getStatus, ({ jobId }, person) => statusOf(ctx, person, jobId));
}
