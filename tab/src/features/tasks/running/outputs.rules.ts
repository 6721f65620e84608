import type { StepOutput } from '../../../../../api/contract/tasks/taskEvents.ts';
import type { OpenTask } from '../tasks.state.ts';
import type { EditedStep } from '../editedTask.ts';

/** The output of a step: of the run that is under way, else the stored one. */
export function getOutput(
  open: Pick<OpenTask, 'run'>,
  step: Pick<EditedStep, 'stepId' | 'stepOutput'>,
): StepOutput | null {
  const current = open.run?.view.outputs[step.stepId] ?? null;
  // While a step waits, its earlier output stays in view.
  return current ?? step.stepOutput;
}
