import type { Selectable } from 'kysely';
import type { StepContent, TaskSettings } from '#contract/tasks/tasks.ts';
import type { Owner, Schema } from '#api/storage/schema.ts';

export interface TaskRow {
  id: string;
  owner: Owner;
  title: string;
  type: string;
  workspaceId: string | null;
  templateId: string | null;
  settings: TaskSettings;
  version: number;
  /** Ids of the steps in order. */
  stepOrder: string[];
  sharedBy: string | null;
  /** The person who shared this copy, while its owner has not opened it; it counts toward the quota of that person. */
  sharerId: string | null;
  /** Bytes of settings and steps at the last save. */
  bytes: number;
  updatedAt: Date;
}

/** A task in a list, without what the person wrote. */
export type TaskSummary = Pick<
  TaskRow,
  'id' | 'owner' | 'title' | 'type' | 'workspaceId' | 'templateId' | 'sharedBy' | 'updatedAt'
> & { stepCount: number };

/** What a person wrote in a step, without the open panels and the generated prompt. */
export type StoredStepContent = Omit<StepContent, 'stepAccordions' | 'stepInput'> & {
  stepInput: Omit<StepContent['stepInput'], 'superPrompt' | 'previousUserPrompt'>;
};

export interface StepRow {
  id: string;
  content: StoredStepContent;
  panels: string[];
  superPrompt: string;
  /** The prompt that the super prompt was generated from, as text. */
  superPromptSource: string;
  version: number;
}

export function toTask(row: Selectable<Schema['task']>): TaskRow {
  return {
    id: row.id,
    owner: { tenantId: row.tenant_id, id: row.owner_id },
    title: row.title,
    type: row.type,
    workspaceId: row.workspace_id,
    templateId: row.template_id,
    settings: row.settings as unknown as TaskSettings,
    version: row.version,
    stepOrder: row.step_order,
    sharedBy: row.shared_by,
    sharerId: row.sharer_id,
    bytes: row.bytes,
    updatedAt: row.updated_at,
  };
}

export function toStep(row: Selectable<Schema['task_step']>): StepRow {
  return {
    id: row.id,
    content: readStepContent(row.content),
    panels: row.panels,
    superPrompt: row.super_prompt,
    superPromptSource: row.super_prompt_source,
    version: row.version,
  };
}

/** Reads a stored content. Those of earlier releases have the id of one earlier step, or null, instead of a list. */
export function readStepContent(stored: unknown): StoredStepContent {
  const content = stored as StoredStepContent & { usePreviousStepOutput: string | null | string[] };
  const previous = content.usePreviousStepOutput;
  return {
    ...content,
    usePreviousStepOutput: Array.isArray(previous) ? previous : previous === null ? [] : [previous],
  };
}

/** The part of a step that has a version. Its fields have a fixed order, so that equal contents are equal as JSON. */
export function toStoredContent(step: StepContent): StoredStepContent {
  const { userPrompt, stepInstructions, stepActions, stepGoalAndFormat } = step.stepInput;
  return {
    stepTitle: step.stepTitle,
    stepType: step.stepType,
    enableSuperPrompt: step.enableSuperPrompt,
    stepData: step.stepData,
    stepInput: { userPrompt, stepInstructions, stepActions, stepGoalAndFormat },
    usePreviousStepOutput: step.usePreviousStepOutput,
  };
}

/** The step as the API shows it. */
export function toStepContent({ content, panels, superPrompt, superPromptSource }: StepRow): StepContent {
  return {
    ...content,
    stepInput: { ...content.stepInput, superPrompt, previousUserPrompt: superPromptSource },
    stepAccordions: panels,
  };
}

export const listFileIds = (files: readonly { dataId: string }[]) => files.map(({ dataId }) => dataId);
