import type { Selectable } from 'kysely';
import type { PlannedQuestion } from '#contract/tasks/research.ts';
import type { StepInputs, StepOutput, StepState, TaskRunMode, TaskRunState } from '#contract/tasks/taskEvents.ts';
import type { Schema } from '#api/storage/schema.ts';
import type { Origin } from '#api/storage/tables/search/searches.ts';

/** How the steps of a run are written. */
export interface TaskRunOptions {
  model: string;
  temperature: number;
  concise: boolean;
  functionCalling: boolean;
  disableSuperPrompt: boolean;
  /** Whether steps whose output is up to date are skipped. */
  skipFresh: boolean;
  /** Time zone of the person's client, if it is known. */
  timeZone?: string;
}

export interface TaskRunRow {
  id: string;
  taskId: string;
  mode: TaskRunMode;
  options: TaskRunOptions;
  /** The steps to run, in order. */
  stepIds: string[];
  state: TaskRunState;
  startedAt: Date;
  endedAt: Date | null;
}

/** A run in a list of tasks. */
export type RunSummary = Pick<TaskRunRow, 'id' | 'mode' | 'state' | 'startedAt' | 'endedAt'>;

/** What the history shows about the inputs of an output. */
export interface OutputDetails {
  stepTitle: string;
  prompt: string;
  files: string[];
  sites: string[];
  previousTitle: string | null;
}

export interface OutputRow {
  stepId: string;
  output: StepOutput;
  details: OutputDetails;
  /** What the output is based on. */
  origins: Origin[];
}

type RunSummaryColumns = Pick<Selectable<Schema['task_run']>, 'id' | 'mode' | 'state' | 'started_at' | 'ended_at'>;

export const toRunSummary = (row: RunSummaryColumns): RunSummary => ({
  id: row.id,
  mode: row.mode as TaskRunMode,
  state: row.state as TaskRunState,
  startedAt: row.started_at,
  endedAt: row.ended_at,
});

export function toTaskRun(row: Selectable<Schema['task_run']>): TaskRunRow {
  return {
    ...toRunSummary(row),
    taskId: row.task_id,
    options: row.options as unknown as TaskRunOptions,
    stepIds: row.step_ids,
  };
}

export function toOutput(row: Selectable<Schema['task_output']>): OutputRow {
  return {
    stepId: row.step_id,
    output: {
      run_id: row.run_id,
      state: row.state as unknown as StepState,
      content: row.content,
      links: row.links as StepOutput['links'],
      ...(row.plan && { plan: row.plan as PlannedQuestion[] }),
      inputs: row.inputs as unknown as StepInputs,
      startedAt: row.started_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
    },
    details: row.details as unknown as OutputDetails,
    origins: row.origins as Origin[],
  };
}
