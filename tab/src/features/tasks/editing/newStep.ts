import type { EditedStep } from '#tab/features/tasks/editedTask.ts';

/** An empty step with its step and input panels open. */
export function createStep(index: number): EditedStep {
  return {
    stepId: crypto.randomUUID(),
    version: 0,
    stepTitle: '',
    stepType: 'standard',
    enableSuperPrompt: false,
    stepData: [],
    stepInput: { userPrompt: '', stepInstructions: '', stepActions: '', stepGoalAndFormat: '' },
    usePreviousStepOutput: null,
    stepAccordions: [`step${index}`, `input${index}`],
    stepOutput: null,
  };
}
