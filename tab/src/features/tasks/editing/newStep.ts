import type { EditedStep } from '#tab/features/tasks/editedTask.ts';

/** An empty step with its step and input panels open, which includes the output of the step before it. */
export function createStep(index: number, previousId?: string): EditedStep {
  return {
    stepId: crypto.randomUUID(),
    version: 0,
    stepTitle: '',
    stepType: 'standard',
    enableSuperPrompt: false,
    stepData: [],
    stepInput: { userPrompt: '', stepInstructions: '', stepActions: '', stepGoalAndFormat: '' },
    usePreviousStepOutput: previousId === undefined ? [] : [previousId],
    stepAccordions: [`step${index}`, `input${index}`],
    stepOutput: null,
  };
}
