import { isStepSettled } from '#contract/tasks/taskEvents.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import { stepTitleOf } from '#contract/tasks/taskRules.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { AppContext } from '#api/context.ts';
import { hideUnreadable } from './readableOutputs.ts';
import { completeTaskView } from './taskView.ts';

/** The latest output of a step, as the person can read it now. */
export interface TaskOutput {
  stepId: string;
  /** The title of the step, or its number if it has none. */
  title: string;
  /** A sentence instead of the text if the person can't read a file that the output is based on. */
  markdown: string;
  /** What `[1]` in the text points to. */
  citations: Citation[];
}

export interface TaskOutputs {
  title: string;
  /** The outputs in the order of the steps, without steps that have no text or are running. */
  outputs: TaskOutput[];
}

/** Returns the outputs of a whole task for exports. Throws `not_found` for a task of somebody else. */
export async function readTaskOutputs(
  ctx: Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>,
  person: Person,
  taskId: string,
): Promise<TaskOutputs> {
  const view = await completeTaskView(ctx, authorize(person, 'read', 'task', await ctx.store.tasks.find(taskId)));
  const rows = await hideUnreadable(ctx, person, [...view.outputs.values()]);
  const outputs = new Map(rows.map(({ stepId, output }) => [stepId, output]));
  return {
    title: view.task.title,
    outputs: view.steps.flatMap((step, index) => {
      const output = outputs.get(step.stepId);
      if (!output || !isStepSettled(output) || output.content.trim() === '') return [];
      const { content, links } = output;
      return [{ stepId: step.stepId, title: stepTitleOf(step, index), markdown: content, citations: links }];
    }),
  };
}
