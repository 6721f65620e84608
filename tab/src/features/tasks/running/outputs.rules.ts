import type { Citation } from '#contract/runs/answerEvents.ts';
import type { StepOutput } from '#contract/tasks/taskEvents.ts';
import type { OpenTask } from '#tab/features/tasks/tasks.state.ts';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';

/** The output of a step: of the run that is under way, else the stored one. */
export function getOutput(
  open: Pick<OpenTask, 'run'>,
  step: Pick<EditedStep, 'stepId' | 'stepOutput'>,
): StepOutput | null {
  const current = open.run?.view.outputs[step.stepId] ?? null;
  // While a step waits, its earlier output stays in view.
  return current ?? step.stepOutput;
}

/** The sources that a text cites. A research has the sources of its findings, too. */
export function listCited(text: string, links: readonly Citation[]): Citation[] {
  return links.filter(({ number }) => text.includes(`[${number}]`));
}
