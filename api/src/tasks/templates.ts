import { z } from 'zod';
import type { Organization } from '../../contract/organization.ts';
import type { TaskSettings } from '../../contract/tasks/tasks.ts';
import { toRichText } from '../../contract/tasks/taskText.ts';
import type { Person } from '../identity/person.ts';
import type { StepRow } from '../storage/tables/tasks/tasks.ts';

const TemplateStep = z.object({
  title: z.string().max(200),
  prompt: z.string().max(20_000),
  superPrompt: z.boolean().default(false),
  /** Names of sites that the prompt mentions as `[Name]`. */
  mentions: z.array(z.string()).default([]),
  /** Number of the earlier step whose output is included, from 1. */
  previous: z.number().int().min(1).nullable().default(null),
});

/** A task in `templates` of the organization's file. */
const TaskTemplate = z.object({
  id: z.string().min(1).max(60),
  title: z.string().min(1).max(200),
  description: z.string().max(4_000),
  tags: z.array(z.string()).default([]),
  steps: z.array(TemplateStep).min(1).max(50),
});
export type TaskTemplate = z.infer<typeof TaskTemplate>;

/** The valid task templates of the organization; entries of another kind are ignored. */
export function listTemplates({ templates }: Pick<Organization, 'templates'>): TaskTemplate[] {
  return templates.flatMap((template) => {
    const parsed = TaskTemplate.safeParse(template);
    return parsed.success ? [parsed.data] : [];
  });
}

export function findTemplate(organization: Pick<Organization, 'templates'>, id: string): TaskTemplate | undefined {
  return listTemplates(organization).find((template) => template.id === id);
}

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
          step.previous !== null && step.previous <= index ? (ids[step.previous - 1] ?? null) : null,
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
