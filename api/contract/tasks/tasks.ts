import { z } from 'zod';
import { Count, endpoint, Id } from '#contract/endpoint.ts';
import {
  MAX_STEP_DETAIL_CHARACTERS,
  MAX_STEPS_PER_SAVE,
  MAX_TASK_STEPS,
  MAX_TITLE_CHARACTERS,
} from '#contract/limits.ts';
import { StepOutput, TaskRunSummary } from './taskEvents.ts';
import { TaskFiles } from './taskFile.ts';
import { WorkspaceContent } from '#contract/workspace.ts';

/** Characters of a prompt or description as a rich-text document in JSON. */
const MAX_RICH_TEXT_CHARACTERS = 200_000;
const toggle = 'tasks' as const;

/** Counts the saves of a part of a task; 0 before the first one. */
const Version = Count.max(2_147_483_646);

/** The error for a longer title names the limit. */
const Title = z
  .string()
  .trim()
  .max(MAX_TITLE_CHARACTERS, `A title can have at most ${MAX_TITLE_CHARACTERS} characters. Please shorten it.`);

/** The document of the editor as JSON; other text counts as plain text. `toPromptText` converts it. */
export const RichText = z
  .string()
  .max(MAX_RICH_TEXT_CHARACTERS, 'This text is too long. Add it as a file instead.')
  .describe("the editor's document as JSON, or plain text");

/** What a person can change in the settings of a task. */
export const TaskSettings = z.object({
  showTaskSettings: z.boolean().default(true),
  taskDescription: RichText.default(''),
  taskDocuments: TaskFiles.default([]),
});
export type TaskSettings = z.infer<typeof TaskSettings>;

const StepDetail = z.string().max(MAX_STEP_DETAIL_CHARACTERS).default('');

export const StepInput = z.object({
  userPrompt: RichText.default(''),
  previousUserPrompt: RichText.optional().describe('the prompt that the super prompt was generated from, as text'),
  superPrompt: RichText.optional().describe('in a save: only if the person edited it; otherwise it is kept'),
  stepInstructions: StepDetail,
  stepActions: StepDetail,
  stepGoalAndFormat: StepDetail,
});

/**
 * `research`: AVA plans a few questions, looks each one up, and writes a report. It searches the mentioned sites, reads the
 * files of the step and the task if none is mentioned, and searches all sites of the person if there are no files either.
 */
export const StepType = z.enum(['standard', 'research']);
export type StepType = z.infer<typeof StepType>;
/** Earlier steps whose outputs one step includes. */
const MAX_PREVIOUS_STEPS = 20;
const tooManyPrevious = `A step can include the outputs of at most ${MAX_PREVIOUS_STEPS} steps.`;

/** What a person can change in a step. */
export const StepContent = z.object({
  stepTitle: Title.default(''),
  stepType: StepType.default('standard'),
  enableSuperPrompt: z.boolean().default(false),
  stepData: TaskFiles.default([]),
  stepInput: StepInput,
  usePreviousStepOutput: z
    .array(Id)
    .max(MAX_PREVIOUS_STEPS, tooManyPrevious)
    .default([])
    .describe('ids of the earlier steps whose outputs are included'),
  stepAccordions: z.array(z.string().max(20)).max(10).default([]).describe('open panels: step0, input0, output0'),
});
export type StepContent = z.infer<typeof StepContent>;

export const Step = StepContent.extend({
  stepId: Id,
  version: z.number().int().describe('changes with the content; not with the open panels and the super prompt'),
  stepOrder: z.number().int().describe('position, from 0'),
  stepOutput: StepOutput.nullable().describe('the latest output; null before the first run'),
});
export type Step = z.infer<typeof Step>;

export const TaskMetadata = z.object({
  TaskId: Id,
  WorkspaceId: Id,
  TemplateId: z.string().nullable().describe('id of the item of the library that the task was loaded from or saved as'),
  TaskTitle: z.string(),
  TaskType: z.string(),
  lastUpdated: z.number().describe('milliseconds'),
  shared: z.boolean().describe('whether it is a copy that somebody shared'),
  sharedBy: z.string().nullable(),
  stepCount: z.number().int(),
  lastRun: TaskRunSummary.nullable().describe('the latest run, for a spinner, a tick or "needs you" in lists'),
});
export type TaskMetadata = z.infer<typeof TaskMetadata>;

export const Task = TaskMetadata.extend({
  version: z.number().int().describe('of title, settings and template'),
  TaskSettings: TaskSettings.extend({ shared: z.boolean(), sharedBy: z.string().nullable() }),
  TaskData: z.array(Step).describe('in order'),
});
export type Task = z.infer<typeof Task>;

/**
 * What the caller and the server have of each part that a refused save contains; null if that side deleted the step.
 */
export const TaskConflict = z.object({
  task: z
    .object({
      version: z.number().int(),
      mine: z.object({ TaskTitle: z.string(), TaskSettings }),
      theirs: z.object({ TaskTitle: z.string(), TaskSettings }),
    })
    .nullable(),
  steps: z.array(
    z.object({
      stepId: Id,
      version: z.number().int().describe('the version to send with the resolved step; 0 creates it again'),
      mine: StepContent.nullable(),
      theirs: StepContent.nullable(),
    }),
  ),
});
export type TaskConflict = z.infer<typeof TaskConflict>;

/** A step as a save names it: by its id, or by its index from 0 in the order that the task has after the save. */
const StepReference = z.union([
  Id,
  z
    .number()
    .int()
    .min(0)
    .max(MAX_TASK_STEPS - 1),
]);
export type StepReference = z.infer<typeof StepReference>;

const SavedStep = StepContent.extend({
  usePreviousStepOutput: z
    .union([StepReference, z.array(StepReference).max(MAX_PREVIOUS_STEPS, tooManyPrevious)])
    .nullable()
    .default(null)
    .transform((steps) => (Array.isArray(steps) ? steps : steps === null ? [] : [steps]))
    .describe('the earlier steps whose outputs are included: one id or index, or a list of them; null: none'),
  stepId: Id,
  version: Version.describe('the version that was edited; 0 for a new step'),
});

const Order = z.array(Id).max(MAX_TASK_STEPS, `A task can have at most ${MAX_TASK_STEPS} steps.`);

/** A part of a task to save. Omitted parts are kept; a task with a new id is created. */
export const TaskChange = z.object({
  TaskId: Id,
  WorkspaceId: Id.nullable().optional(),
  TemplateId: z.string().max(60).nullable().optional(),
  version: Version.default(0).describe('the version that was edited; 0 for a new task'),
  TaskTitle: Title.optional(),
  TaskSettings: TaskSettings.optional(),
  TaskData: z.array(SavedStep).max(MAX_STEPS_PER_SAVE).default([]).describe('only new and changed steps'),
  deletedSteps: z
    .array(z.object({ stepId: Id, version: Version }))
    .max(MAX_TASK_STEPS)
    .default([]),
  order: Order.optional().describe('ids of all steps, if it changed; without it, new steps are added at the end'),
});
export type TaskChange = z.infer<typeof TaskChange>;

export const saveTask = endpoint({
  method: 'POST',
  path: '/task/save',
  summary: 'Saves the changed parts of a task; 409 with both versions if another window changed one of them',
  toggle,
  ids: {
    'task_data.TaskId': 'task',
    'task_data.WorkspaceId': 'own',
    'task_data.TemplateId': 'own',
    'task_data.TaskSettings.taskDocuments.dataId': 'file',
    'task_data.TaskSettings.taskDocuments.dataResource.siteId': 'graph',
    'task_data.TaskSettings.taskDocuments.dataResource.itemId': 'graph',
    'task_data.TaskData.stepId': 'own',
    'task_data.TaskData.stepData.dataId': 'file',
    'task_data.TaskData.stepData.dataResource.siteId': 'graph',
    'task_data.TaskData.stepData.dataResource.itemId': 'graph',
    'task_data.deletedSteps.stepId': 'own',
    'workspace_content.results.messageId': 'own',
  },
  body: z.object({
    task_data: TaskChange,
    workspace_content: WorkspaceContent.optional().describe("the workspace's content, saved under WorkspaceId"),
    workspace_version: Version.default(0).describe('the version of the workspace that was edited'),
  }),
  reply: z.object({
    TaskId: Id,
    WorkspaceId: Id,
    lastUpdated: z.number(),
    version: z.number().int(),
    steps: z
      .array(z.object({ stepId: Id, version: z.number().int() }))
      .describe('saved steps, and steps whose reference to a deleted step was cleared'),
  }),
});

export const getTasks = endpoint({
  method: 'GET',
  path: '/tasks/metadata',
  summary: "The caller's tasks, most recently changed first",
  toggle,
  query: z.object({ limit: Count.optional() }),
  reply: z.object({ tasks: z.array(TaskMetadata) }),
});

export const getTask = endpoint({
  method: 'GET',
  path: '/task/data',
  summary: 'One task with its steps and outputs; continues steps that waited for the caller',
  toggle,
  ids: { task_id: 'task' },
  query: z.object({ task_id: Id }),
  reply: Task,
});

export const deleteTask = endpoint({
  method: 'DELETE',
  path: '/task/delete',
  summary: 'Deletes a task and stops its run',
  toggle,
  ids: { session_id: 'task' },
  query: z.object({ session_id: Id.describe('id of the task') }),
  reply: z.object({ deleted: z.literal(true) }),
});

export const copyTask = endpoint({
  method: 'POST',
  path: '/task/copy',
  summary: "Creates a task from another one or from an item of the library, without outputs, under the client's id",
  toggle,
  ids: { task_id: 'task', library_id: 'libraryTask', new_task_id: 'task' },
  body: z.object({
    task_id: Id.optional().describe('the task to copy; otherwise `library_id` is required'),
    library_id: z.string().max(60).optional(),
    new_task_id: Id,
  }),
  reply: TaskMetadata,
});

export const shareTask = endpoint({
  method: 'POST',
  path: '/task/share',
  summary: 'Gives each peer a copy of a task, without outputs and without files from Microsoft 365',
  toggle,
  ids: { task_id: 'task', peers: 'person' },
  body: z.object({ task_id: Id, peers: z.array(Id).min(1).max(20) }),
  reply: z.object({ shared: z.number().int() }),
});
