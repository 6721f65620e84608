import type { StepInputs, StepOutput } from '#contract/tasks/taskEvents.ts';
import { listChangedInputs } from '#contract/tasks/taskRules.ts';
import type { TaskRun } from '#contract/tasks/taskRuns.ts';

interface Side {
  prompt: string;
  /** Names of what the step read: files, sites, and the step whose output was included. */
  inputs: string[];
  output: StepOutput;
}

/** A step in one or two runs; `null` where it did not run. */
export interface ComparedStep {
  stepId: string;
  title: string;
  sides: (Side | null)[];
  /** Names of the inputs that differ between the runs; `null` unless the step ran in both. */
  changes: (keyof StepInputs)[] | null;
  isOutputSame: boolean;
}

/** Puts the steps of runs side by side, in the order of the first run that has them. */
export function compareRuns(runs: readonly TaskRun[]): ComparedStep[] {
  const ids = [...new Set(runs.flatMap(({ steps }) => steps.map(({ stepId }) => stepId)))];
  return ids.map((stepId) => {
    const found = runs.map(({ steps }) => steps.find((step) => step.stepId === stepId) ?? null);
    const sides = found.map((step) =>
      step === null
        ? null
        : {
            prompt: step.prompt,
            inputs: [...step.files, ...step.sites, ...(step.previousTitle === null ? [] : [step.previousTitle])],
            output: step.output,
          },
    );
    const [first, second] = sides;
    return {
      stepId,
      title: found.find((step) => step !== null)?.stepTitle ?? '',
      sides,
      changes: first && second ? listChanges(runs, first.output, second.output) : null,
      isOutputSame: Boolean(first && second && first.output.content === second.output.content),
    };
  });
}

function listChanges(runs: readonly TaskRun[], first: StepOutput, second: StepOutput): (keyof StepInputs)[] {
  if (!first.inputs || !second.inputs) return [];
  const { previous } = first.inputs;
  const texts = runs.map(({ steps }) => steps.find(({ stepId }) => stepId === previous)?.output.content);
  // Each run writes a new output of the earlier step, so it counts as changed only if its text is different.
  const isSameText = previous === second.inputs.previous && texts[0] !== undefined && texts[0] === texts[1];
  return listChangedInputs(first.inputs, second.inputs).filter((name) => name !== 'previousOutput' || !isSameText);
}

/** The two latest runs, which a person most often compares; none if there are fewer. Runs are sorted newest first. */
export function chooseRuns(runs: readonly { run_id: string }[]): string[] {
  return runs.length < 2 ? [] : runs.slice(0, 2).map(({ run_id }) => run_id);
}
