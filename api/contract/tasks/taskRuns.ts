import { z } from 'zod';
import { asJson, Count, endpoint, Flag, Id, TimeZone } from '#contract/endpoint.ts';
import { RichText } from './tasks.ts';
import { TaskFile } from './taskFile.ts';
import { MAX_TASK_FILES } from '#contract/limits.ts';
import { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { StepOutput, TaskEvent, TaskRunSummary } from './taskEvents.ts';

const toggle = 'tasks' as const;

const query = z.object({
  event_session_id: Id.describe("the client's id of the run; sent twice, it is one run"),
  concise_mode: Flag,
});

const options = {
  model: z.string().min(1).max(200),
  temperature: z.coerce.number().min(0).max(2).optional(),
  function_calling: Flag,
  disable_super_prompt: Flag,
  time_zone: TimeZone,
};

export const stepResponse = endpoint({
  method: 'POST',
  path: '/task/step/response',
  summary: 'Runs one step of a saved task on the server and streams the events of the run',
  toggle,
  ids: { event_session_id: 'own', 'step_info.task_id': 'task', 'step_info.step_id': 'own' },
  query,
  body: z.object({ step_info: asJson(z.object({ task_id: Id, step_id: Id })), ...options }),
  event: TaskEvent,
});

export const runTask = endpoint({
  method: 'POST',
  path: '/task/run',
  summary: 'Runs all steps of a saved task in order, on the server, and streams the events of the run',
  toggle,
  ids: { event_session_id: 'own', task_id: 'task', from_step_id: 'own' },
  query,
  body: z.object({
    task_id: Id,
    skip_fresh: z.boolean().default(true).describe('skips steps whose output is up to date'),
    from_step_id: Id.nullable().default(null).describe('starts at this step, for example after a failure'),
    ...options,
  }),
  event: TaskEvent,
});

export const followTaskRun = endpoint({
  method: 'GET',
  path: '/task/runs/{run_id}/events',
  summary: 'The events of a run after `from`, until its end; for a reload, a second device or a lost connection',
  toggle,
  ids: { run_id: 'run' },
  params: z.object({ run_id: Id }),
  query: z.object({ from: Count.default(0) }),
  event: TaskEvent,
});

export const cancelTaskResponse = endpoint({
  method: 'POST',
  path: '/cancel_response/task',
  summary: 'Stops the run of a task; its text so far is kept and its later steps no longer wait',
  toggle,
  ids: { task_session_id: 'task', event_session_id: 'run' },
  query: z.object({
    task_session_id: Id.describe('id of the task'),
    event_session_id: Id.describe('id that the client chose for the run, or id of the run'),
  }),
  reply: z.object({ cancelled: z.boolean() }),
});

/** One run in the history of a task. */
export const TaskRun = TaskRunSummary.extend({
  model: z.string(),
  temperature: z.number(),
  concise: z.boolean(),
  steps: z.array(
    z.object({
      stepId: Id,
      stepTitle: z.string().describe('the title when the step ran'),
      prompt: z.string().describe('the prompt as text, when the step ran'),
      files: z.array(z.string()).describe('names of the files that the step read'),
      sites: z.array(z.string()).describe('names of the sites that the step searched'),
      previousTitle: z.string().nullable().describe('titles of the steps whose outputs were included'),
      output: StepOutput,
    }),
  ),
});
export type TaskRun = z.infer<typeof TaskRun>;

export const getTaskRuns = endpoint({
  method: 'GET',
  path: '/task/runs',
  summary: 'The runs of a task, newest first: what ran when',
  toggle,
  ids: { task_id: 'task' },
  query: z.object({ task_id: Id }),
  reply: z.object({ runs: z.array(TaskRunSummary) }),
});

export const getTaskRun = endpoint({
  method: 'GET',
  path: '/task/runs/{run_id}',
  summary: 'One run of a task: its steps with their inputs and outputs, to compare two runs',
  toggle,
  ids: { run_id: 'run' },
  params: z.object({ run_id: Id }),
  reply: TaskRun,
});

export const seeTaskRun = endpoint({
  method: 'POST',
  path: '/task/runs/{run_id}/seen',
  summary: 'Says that the client has shown how a run ended, so that the bot does not announce it again',
  toggle,
  ids: { run_id: 'run' },
  params: z.object({ run_id: Id }),
  reply: z.object({ seen: z.literal(true) }),
});

export const generateSuperPrompt = endpoint({
  method: 'POST',
  path: '/task/generate_super_prompt',
  summary: 'Streams a more detailed prompt for a step; saves nothing',
  toggle,
  ids: {
    task_id: 'task',
    event_session_id: 'own',
    'step_data.dataId': 'file',
    'step_data.dataResource.siteId': 'graph',
    'step_data.dataResource.itemId': 'graph',
  },
  body: z.object({
    task_id: Id.optional().describe('the task of the step; without it, the prompt stands alone'),
    event_session_id: Id.optional().describe("the client's id of the run, to cancel it with the task's id"),
    user_prompt: RichText,
    model: z.string().min(1).max(200),
    step_data: asJson(z.array(TaskFile).max(MAX_TASK_FILES)).default([]).describe('files; only their names are used'),
  }),
  event: AnswerEvent,
});

export const generateTaskTitle = endpoint({
  method: 'POST',
  path: '/task/generate_title',
  summary: 'Streams a title for a saved task; saves it unless a person has chosen one',
  toggle,
  ids: { 'task_data.TaskId': 'task', event_session_id: 'own' },
  body: z.object({ task_data: asJson(z.object({ TaskId: Id })), event_session_id: Id.optional() }),
  event: AnswerEvent,
});
