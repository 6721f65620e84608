import { stepTitleOf } from '#contract/tasks/taskRules.ts';
import type { TaskRun } from '#contract/tasks/taskRuns.ts';
import type { TaskRunSummary } from '#contract/tasks/taskEvents.ts';
import { AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { TaskRunRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';
import { presentRun } from './presentTask.ts';
import { hideUnreadable } from './readableOutputs.ts';

/** The runs of a task, newest first. */
export async function listRuns(
  { store }: AppContext,
  person: Person,
  taskId: string,
): Promise<{ runs: TaskRunSummary[] }> {
  const task = authorize(person, 'read', 'task', await store.tasks.find(taskId));
  return { runs: (await store.taskRuns.list(task.id)).map(presentRun) };
}

/** One run with the inputs and outputs of its steps, in order. Outputs that the person can't read now are hidden. */
export async function readRun(ctx: AppContext, person: Person, runId: string): Promise<TaskRun> {
  const { store } = ctx;
  const run = await findRun(ctx, person, runId);
  const rows = await hideUnreadable(ctx, person, await store.taskRuns.listOutputsOfRun(run.id));
  const { model, temperature, concise } = run.options;
  return {
    ...presentRun(run),
    model,
    temperature,
    concise,
    steps: rows
      .toSorted((a, b) => run.stepIds.indexOf(a.stepId) - run.stepIds.indexOf(b.stepId))
      .map(({ stepId, details, output }) => ({
        stepId,
        ...details,
        stepTitle: stepTitleOf(details, run.stepIds.indexOf(stepId)),
        output,
      })),
  };
}

/** Saves that the person has seen how a run ended. */
export async function markRunSeen(ctx: AppContext, person: Person, runId: string): Promise<void> {
  await ctx.store.taskRuns.markSeen((await findRun(ctx, person, runId)).id);
}

async function findRun({ store }: AppContext, person: Person, id: string): Promise<TaskRunRow> {
  const run = await store.taskRuns.find(id);
  if (!run) throw new AvaError('not_found');
  authorize(person, 'read', 'task', await store.tasks.find(run.taskId));
  return run;
}
