import type { StepOutput } from '../../../../../api/contract/taskEvents.ts';
import type { TaskRun } from '../../../../../api/contract/taskRuns.ts';

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
  isPromptChanged: boolean;
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
      isPromptChanged: Boolean(first && second && first.prompt !== second.prompt),
      isOutputSame: Boolean(first && second && first.output.content === second.output.content),
    };
  });
}
