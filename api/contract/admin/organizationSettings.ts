import { z } from 'zod';
import { laterToggles, toggles, type Toggle } from '#contract/toggles.ts';
import { TaskTemplate } from '#contract/tasks/taskTemplates.ts';

/** Shorter times would delete chats that people still work in. */
const MIN_RETENTION_DAYS = 7;
const MAX_RETENTION_DAYS = 3_650;
const MAX_TOKENS = 1_000_000_000_000;
const INVALID_ADDRESS = 'Enter an e-mail address, or leave this empty';

// The messages are sentences that a person reads beside the field. Numbers are formatted when a message is shown: the first
// format takes 10 ms, and the tab loads this module on every start.
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => `Use at most ${max.toLocaleString('en-US')} characters` });
const requiredText = (max: number, message: string) => text(max).min(1, message);

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

const SystemAlert = z.object({
  title: text(200),
  message: requiredText(1_000, 'Enter a message'),
  date: z.string().max(40, 'Choose a date'),
});

export const SampleFileName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^/\\]+$/, 'it must be a name without a folder');

const SamplePrompt = z.object({
  title: requiredText(100, 'Enter a title'),
  prompt: requiredText(8_000, 'Enter a prompt'),
  file: SampleFileName.optional().describe('name of a file next to ORGANIZATION_FILE that the prompt attaches'),
});
export type SamplePrompt = z.infer<typeof SamplePrompt>;

const Features = z.object(
  Object.fromEntries(
    toggles.map((name) => [name, laterToggles.includes(name) ? z.boolean().default(false) : z.boolean()]),
  ) as Record<Toggle, z.ZodBoolean>,
);

const Category = z
  .array(requiredText(100, 'Enter a name'))
  .max(100, 'Use at most 100 names')
  .refine((names) => isUnique(names), 'Use each name only once');

/** Default values of a Jira issue that is made from an answer. */
const JiraTemplate = z.object({
  key: z.string().min(1).max(60),
  name: requiredText(100, 'Enter a name'),
  projectKey: z
    .string()
    .max(20)
    .regex(/^[A-Z][A-Z0-9_]+$/, 'Enter a project key such as FIN'),
  issueType: requiredText(60, 'Enter an issue type'),
  summary: text(255),
  description: text(8_000),
  labels: z
    .array(
      z
        .string()
        .max(100)
        .regex(/^[^\s,]+$/, 'Labels have no spaces'),
    )
    .max(10, 'Use at most 10 labels')
    .default([]),
});
export type JiraTemplate = z.infer<typeof JiraTemplate>;

/** A prompt for the tools of the organization. */
const ToolsTemplate = z.object({
  key: z.string().min(1).max(60),
  name: requiredText(100, 'Enter a name'),
  description: text(1_000),
  prompt: requiredText(8_000, 'Enter a prompt'),
});
export type ToolsTemplate = z.infer<typeof ToolsTemplate>;

/** An uploaded template. */
const WordTemplate = z.object({ id: z.uuid(), name: requiredText(1_024, 'Choose a template') });
export type WordTemplate = z.infer<typeof WordTemplate>;

const TokenLimit = z
  .number('Enter a whole number')
  .int('Enter a whole number')
  .min(1, 'Enter at least 1 token')
  .max(MAX_TOKENS, 'This number is too large')
  .nullable();

/** Largest numbers of tokens in a day and in a month (UTC); null means no limit. */
const TokenBudget = z.object({ day: TokenLimit.default(null), month: TokenLimit.default(null) });

const DepartmentBudget = TokenBudget.extend({ department: requiredText(200, 'Enter a department') });

const noBudgets = { person: { day: null, month: null }, departments: [] };

const Budgets = z.object({
  person: TokenBudget,
  departments: z
    .array(DepartmentBudget)
    .max(100, 'Use at most 100 departments')
    .refine(
      (budgets) => isUnique(budgets.map(({ department }) => department.toLowerCase())),
      'Use each department only once',
    ),
});
export type Budgets = z.infer<typeof Budgets>;

const uniqueIds = (entries: readonly { id: string }[]) => isUnique(entries.map(({ id }) => id));
const uniqueKeys = (entries: readonly { key: string }[]) => isUnique(entries.map(({ key }) => key));

/** The part of an organization's configuration that administrators change. What is missing has its default. */
export const OrganizationSettings = z.object({
  name: requiredText(100, 'Enter a name'),
  supportEmail: z
    .union([z.literal(''), z.email(INVALID_ADDRESS).max(320, INVALID_ADDRESS)], INVALID_ADDRESS)
    .default(''),
  systemAlert: SystemAlert.nullable().default(null),
  features: Features,
  samplePrompts: z.array(SamplePrompt).max(20, 'Use at most 20 sample prompts').default([]),
  taskCategories: z
    .object({ departments: Category.default([]), roles: Category.default([]), taskTypes: Category.default([]) })
    .default({ departments: [], roles: [], taskTypes: [] }),
  templates: z
    .array(TaskTemplate)
    .max(20, 'Use at most 20 templates')
    .refine(uniqueIds, 'Two templates have the same id')
    .default([]),
  jiraTemplates: z
    .array(JiraTemplate)
    .max(20, 'Use at most 20 templates')
    .refine(uniqueKeys, 'Two templates have the same key')
    .default([]),
  toolsTemplates: z
    .array(ToolsTemplate)
    .max(20, 'Use at most 20 templates')
    .refine(uniqueKeys, 'Two templates have the same key')
    .default([]),
  wordTemplate: WordTemplate.nullable()
    .default(null)
    .describe('whose look Word documents of AVA have; null for its own'),
  modelReranks: z.boolean().default(false).describe('whether the model of a question orders what a search finds'),
  budgets: Budgets.default(noBudgets),
  retentionDays: z
    .number('Enter a whole number of days')
    .int('Enter a whole number of days')
    .min(MIN_RETENTION_DAYS, `Enter at least ${MIN_RETENTION_DAYS} days`)
    .max(MAX_RETENTION_DAYS, { error: () => `Enter at most ${MAX_RETENTION_DAYS.toLocaleString('en-US')} days` })
    .nullable()
    .default(null)
    .describe('chats without a message for this many days are deleted; null keeps them'),
});
export type OrganizationSettings = z.infer<typeof OrganizationSettings>;
