import type { RuleStep, RuleTask } from '../../contract/taskRules.ts';
import type { StepContent } from '../../contract/tasks.ts';
import type { OutputRow } from '../storage/tables/tasks/taskRuns.ts';
import type { StepRow, TaskRow } from '../storage/tables/tasks/tasks.ts';
import type { AppContext } from '../context.ts';

/** A step with its latest output, as the rules of the contract read it. */
export type StepView = StepContent & RuleStep & { version: number };

export interface TaskView {
  task: TaskRow;
  steps: StepView[];
  /** The latest output of each step that has one. */
  outputs: ReadonlyMap<string, OutputRow>;
}

/** Reads a task with its steps and their latest outputs; undefined if it was deleted. */
export async function readTaskView({ store }: Pick<AppContext, 'store'>, id: string): Promise<TaskView | undefined> {
  const task = await store.tasks.find(id);
  return task && completeTaskView({ store }, task);
}

export async function completeTaskView({ store }: Pick<AppContext, 'store'>, task: TaskRow): Promise<TaskView> {
  const [steps, outputs] = await Promise.all([store.tasks.listSteps(task), store.taskRuns.listOutputs(task.id)]);
  return { task, outputs, steps: steps.map((step) => toStepView(step, outputs.get(step.id))) };
}

export function toStepView(step: StepRow, row: OutputRow | undefined): StepView {
  const { content, superPrompt, superPromptSource } = step;
  return {
    ...content,
    stepId: step.id,
    version: step.version,
    stepInput: { ...content.stepInput, superPrompt, previousUserPrompt: superPromptSource },
    stepAccordions: step.panels,
    stepOutput: row?.output ?? null,
  };
}

export function toRuleTask({ settings }: Pick<TaskRow, 'settings'>): RuleTask {
  return { taskDescription: settings.taskDescription, taskDocuments: settings.taskDocuments };
}
