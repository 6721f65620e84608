import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { followAnswer } from '#api/answers/readableEvents.ts';
import { getJobStatus } from '#api/files/jobStatus.ts';
import type { Mounting } from '#api/http/mount.ts';
import { authorize } from '#api/policies/policies.ts';
import type { AppContext } from '#api/context.ts';

export function mountRuns({ call, stream }: Mounting, ctx: AppContext): void {
  stream(followAnswerRun, async ({ run_id, from }, person, disconnected) => {
    const run = authorize(person, 'read', 'run', await ctx.store.runs.find(run_id));
    return { headers: { 'Run-Id': run.id }, batches: await followAnswer(ctx, person, run, from, disconnected) };
  });
  call(getStatus, ({ jobId }, person) => getJobStatus(ctx, person, jobId));
}
