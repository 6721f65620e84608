import type { TaskSettings } from '#contract/tasks/tasks.ts';
import type { TaskTemplate } from '#contract/tasks/taskTemplates.ts';
import { toRichText } from '#contract/tasks/taskText.ts';
import type { Person } from '#api/identity/person.ts';
import type { StepRow } from '#api/storage/tables/tasks/tasks.ts';

/** The settings and steps of a task that is made from a template. */
export function toTemplateContent(
  person: Person,
  { title, description, steps }: TaskTemplate,
): { owner: Person; title: string; settings: TaskSettings; steps: StepRow[] } {
  const ids = steps.map(() => crypto.randomUUID());
  return {
    owner: person,
    title,
    settings: { showTaskSettings: false, taskDescription: toRichText(description), taskDocuments: [] },
    steps: steps.map((step, index) => ({
      id: ids[index] ?? crypto.randomUUID(),
      content: {
        stepTitle: step.title,
        stepType: 'standard',
        enableSuperPrompt: step.superPrompt,
        stepData: [],
        stepInput: {
          userPrompt: toPromptDocument(step.prompt, step.mentions),
          stepInstructions: '',
          stepActions: '',
          stepGoalAndFormat: '',
        },
        usePreviousStepOutput:
          step.previous !== null && step.previous <= index ? ids.slice(step.previous - 1, step.previous) : [],
      },
      panels: index === 0 ? ['step0', 'input0'] : [],
      superPrompt: '',
      superPromptSource: '',
      version: 1,
    })),
  };
}

/** Converts a prompt to a document of the editor, with `[Name]` as a mention. */
function toPromptDocument(prompt: string, mentions: readonly string[]): string {
  return JSON.stringify(
    prompt.split('\n').map((line) => ({ type: 'paragraph', children: splitMentions(line, mentions) })),
  );
}

function splitMentions(line: string, mentions: readonly string[]): object[] {
  return line.split(/(\[[^[\]]+\])/).map((part) => {
    const name = part.slice(1, -1);
    const isMention = part.startsWith('[') && mentions.includes(name);
    return isMention ? { type: 'mention', name, children: [{ text: '' }] } : { text: part };
  });
}
