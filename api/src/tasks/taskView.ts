import { AvaError } from '#contract/errors.ts';
import type { RuleStep, RuleTask } from '#contract/tasks/taskRules.ts';
import type { StepContent } from '#contract/tasks/tasks.ts';
import { linkTypedMentions } from '#contract/tasks/taskText.ts';
import type { Person } from '#api/identity/person.ts';
import { listSitesByAccess } from '#api/sites/siteAccess.ts';
import type { OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { StepRow, TaskRow } from '#api/storage/tables/tasks/tasks.ts';
import type { AppContext } from '#api/context.ts';

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

/**
 * Reads the steps of a task again if it was saved since. The outputs stay: only one run at a time writes them. A task of 200
 * steps has up to 16 MB, so it is not read for each step of a run. Throws `not_found` if the task was deleted.
 */
export async function refreshTaskView({ store }: Pick<AppContext, 'store'>, view: TaskView): Promise<TaskView> {
  const task = await store.tasks.find(view.task.id);
  if (!task) throw new AvaError('not_found');
  if (task.updatedAt.getTime() === view.task.updatedAt.getTime()) return view;
  const steps = await store.tasks.listSteps(task);
  return { ...view, task, steps: steps.map((step) => toStepView(step, view.outputs.get(step.id))) };
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

/**
 * A task in which names of sites that were typed after an @ are mentions, as if they were picked from the list. Only sites that
 * the person can read count; the name of another one stays text.
 */
export async function linkTypedSites(ctx: AppContext, person: Person, view: TaskView): Promise<TaskView> {
  const texts = [view.task.settings.taskDescription, ...view.steps.map(({ stepInput }) => stepInput.userPrompt)];
  if (!ctx.organizations.get(person.tenantId).features.knowledgeSearch) return view;
  if (!texts.some((text) => text.includes('@'))) return view;
  const known = await ctx.store.sites.list(person.tenantId);
  const names = known.map(({ name }) => name);
  if (texts.every((text) => linkTypedMentions(text, names) === text)) return view;
  // Without an answer from Graph, the mentions count, and the steps wait for the person.
  const readable = await listSitesByAccess(ctx, person).then(
    ({ accessible }) => accessible.map(({ name }) => name),
    () => names,
  );
  const { task } = view;
  const link = (text: string) => linkTypedMentions(text, readable);
  return {
    ...view,
    task: { ...task, settings: { ...task.settings, taskDescription: link(task.settings.taskDescription) } },
    steps: view.steps.map((step) => ({
      ...step,
      stepInput: { ...step.stepInput, userPrompt: link(step.stepInput.userPrompt) },
    })),
  };
}
