import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { Json, Owned, Timestamp } from './columnTypes.ts';

/** A list in `jsonb`, empty if it is not written. */
type FileIds = ColumnType<string[], string | undefined, string>;

/** Tables of tasks, their runs and their library. */
export interface TaskSchema {
  task: Owned & {
    id: string;
    title: string;
    type: string;
    workspace_id: string | null;
    /** Id of the item of the library that the task was loaded from or saved as. */
    template_id: string | null;
    settings: Json<Record<string, unknown>>;
    /** Ids of the files in the settings, for the sweep of files. */
    file_ids: FileIds;
    version: number;
    /** Ids of the steps in order. */
    step_order: Json<string[]>;
    /** Bytes of settings and steps when the task was saved. */
    bytes: Generated<number>;
    /** Bytes of its outputs when the last run or step began. */
    output_bytes: Generated<number>;
    /** The person who shared the task, until its receiver opens it. Until then, it counts toward the sharer's quota. */
    sharer_id: string | null;
    shared_by: string | null;
    created_at: Timestamp;
    updated_at: Timestamp;
    /** Set when the person deleted the task; the sweep removes it. */
    deleted_at: Timestamp | null;
  };
  task_step: {
    task_id: string;
    id: string;
    content: Json<Record<string, unknown>>;
    /** Open panels. They have no version: the last save counts. */
    panels: Json<string[]>;
    super_prompt: Generated<string>;
    /** The prompt that the super prompt was generated from, as text. */
    super_prompt_source: Generated<string>;
    file_ids: FileIds;
    version: number;
    bytes: GeneratedAlways<number>;
  };
  task_run: {
    id: string;
    task_id: string;
    mode: string;
    options: Json<Record<string, unknown>>;
    step_ids: Json<string[]>;
    state: string;
    started_at: Timestamp;
    ended_at: Timestamp | null;
    /** When a client showed the person how the run ended. */
    seen_at: Timestamp | null;
  };
  /** Output of a step by one run. The latest one is shown. */
  task_output: {
    run_id: string;
    step_id: string;
    task_id: string;
    state: Json<Record<string, unknown>>;
    content: string;
    links: Json<unknown[]>;
    /** The plan of a research with what was looked up and found. */
    plan: ColumnType<unknown[] | null, string | null, string | null>;
    inputs: Json<Record<string, unknown>>;
    /** What the history shows: title and prompt of the step, names of its files and sites. */
    details: Json<Record<string, unknown>>;
    /** Files of sites that the output is based on, also through earlier outputs. */
    origins: Json<unknown[]>;
    bytes: GeneratedAlways<number>;
    started_at: Timestamp;
    ended_at: Timestamp | null;
  };
  library_task: Owned & {
    id: string;
    owner_name: string;
    owner_email: string;
    title: string;
    description: string;
    /** The site whose readers can load the item; null if only its owner and its peers can. */
    team_id: string | null;
    tags: Json<string[]>;
    settings: Json<Record<string, unknown>>;
    steps: Json<unknown[]>;
    /** Titles of the steps, for lists. */
    step_titles: Json<string[]>;
    bytes: GeneratedAlways<number>;
    file_ids: FileIds;
    updated_at: Timestamp;
  };
  library_task_peer: { library_task_id: string; person_id: string };
}
