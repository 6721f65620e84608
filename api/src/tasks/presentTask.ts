import type { TaskRunSummary } from '#contract/tasks/taskEvents.ts';
import { stepTitleOf } from '#contract/tasks/taskRules.ts';
import type { Step, Task, TaskMetadata } from '#contract/tasks/tasks.ts';
import type { OutputRow, RunSummary } from '#api/storage/tables/tasks/taskRuns.ts';
import type { TaskRow, TaskSummary } from '#api/storage/tables/tasks/tasks.ts';
import type { StepView, TaskView } from './taskView.ts';

export function presentRun(run: RunSummary): TaskRunSummary {
  return {
    run_id: run.id,
    mode: run.mode,
    state: run.state,
    startedAt: run.startedAt.getTime(),
    endedAt: run.endedAt?.getTime() ?? null,
  };
}

/** The workspace of a task. A copy, and a task whose client named none, have a workspace with the task's id. */
export function getWorkspaceId({ workspaceId, id }: Pick<TaskRow, 'workspaceId' | 'id'>): string {
  return workspaceId ?? id;
}

export function presentMetadata(task: TaskRow | TaskSummary, run: RunSummary | undefined): TaskMetadata {
  return {
    TaskId: task.id,
    WorkspaceId: getWorkspaceId(task),
    TemplateId: task.templateId,
    TaskTitle: task.title,
    TaskType: task.type,
    lastUpdated: task.updatedAt.getTime(),
    shared: task.sharedBy !== null,
    sharedBy: task.sharedBy,
    stepCount: 'stepCount' in task ? task.stepCount : task.stepOrder.length,
    lastRun: run ? presentRun(run) : null,
  };
}

/** @param outputs the latest outputs, as far as the person can read them */
export function presentTask(
  { task, steps }: TaskView,
  outputs: ReadonlyMap<string, OutputRow>,
  run: RunSummary | undefined,
): Task {
  const metadata = presentMetadata(task, run);
  return {
    ...metadata,
    version: task.version,
    TaskSettings: { ...task.settings, shared: metadata.shared, sharedBy: task.sharedBy },
    TaskData: steps.map((step, index) => presentStep(step, index, outputs.get(step.stepId))),
  };
}

function presentStep(step: StepView, index: number, row: OutputRow | undefined): Step {
  return {
    ...step,
    stepTitle: stepTitleOf(step, index),
    stepOrder: index,
    stepOutput: row?.output ?? null,
  };
}
