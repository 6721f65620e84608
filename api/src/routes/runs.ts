import { followRun, getStatus } from '../../contract/runs.ts';
import { statusOf } from '../files/upload.ts';
import type { Mounting } from '../http/mount.ts';
import { authorise } from '../policies/policies.ts';
import type { World } from '../world.ts';

export function mountRuns({ call, stream }: Mounting, world: World): void {
  stream(followRun, async ({ run_id, from }, person, gone) => {
    const run = authorise(person, 'read', 'run', await world.store.runs.find(run_id));
    return { headers: { 'Run-Id': run.id }, batches: world.runs.follow(run.id, from, gone) };
  });
  call(getStatus, ({ jobId }, person) => statusOf(world, person, jobId));
}
