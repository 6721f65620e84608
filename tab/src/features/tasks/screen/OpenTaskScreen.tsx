import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { listPreviousSteps, stepTitleOf } from '#contract/tasks/taskRules.ts';
import { useEscapeToStop } from '#tab/runs/useEscapeToStop.ts';
import { lazyDialog } from '#tab/shell/lazyDialog.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { chats } from '#tab/features/chat/chat.state.ts';
import { FileDropOverlay } from '#tab/features/files/drop/FileDropOverlay.tsx';
import { addStep, deleteStep } from '#tab/features/tasks/editing/edit.actions.ts';
import { listMentions, listSiteNames } from '#tab/features/tasks/editing/typedMentions.ts';
import { addTaskFiles } from '#tab/features/tasks/files/taskFiles.actions.ts';
import { ReadyTasks } from '#tab/features/tasks/library/ReadyTasks.tsx';
import { cancelRun } from '#tab/features/tasks/running/cancel.actions.ts';
import { getOutput } from '#tab/features/tasks/running/outputs.rules.ts';
import { isUntouched } from '#tab/features/tasks/saving/change.rules.ts';
import { saveNow } from '#tab/features/tasks/saving/save.actions.ts';
import { isTaskRunning, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { getFreshness } from '#tab/features/tasks/useOpenTask.ts';
import { RunBar } from './RunBar.tsx';
import { useTaskStyles } from './screen.styles.ts';
import { SettingsCard } from './SettingsCard.tsx';
import { StepItem } from './StepItem.tsx';
import { TaskDialogs } from './TaskDialogs.tsx';
import { TaskHead } from './TaskHead.tsx';

const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx'));
const StepPickerDialog = lazyDialog(() => import('#tab/features/tasks/files/StepPickerDialog.tsx'));
const ConflictDialog = lazyDialog(() => import('#tab/features/tasks/saving/ConflictDialog.tsx'));

/** The open task: its settings, its steps, and the bar that runs them. */
export function OpenTaskScreen({ open }: { open: OpenTask }) {
  const styles = useTaskStyles();
  const { TaskId: taskId, TaskData: steps, TaskSettings } = open.task;
  const [deletingId, setDeletingId] = useState<string | null>(null);
  const [dropped, setDropped] = useState<File[]>([]);
  const titles = useTitles(steps);
  const freshness = getFreshness(open);
  const isRunning = isTaskRunning(open);
  const names = listSiteNames(useSnapshot(chats).groups);
  const isTaskMentioned = listMentions(TaskSettings.taskDescription, names).length > 0;
  useEscapeToStop(
    () => isRunning,
    () => cancelRun(taskId),
  );
  const addDropped = (stepId: string | null) => {
    addTaskFiles({ taskId, stepId }, dropped);
    setDropped([]);
  };
  return (
    <div className={styles.screen}>
      <div className={styles.scroller}>
        <TaskHead open={open} />
        <div className={styles.column}>
          <SaveProblem open={open} />
          {isUntouched(open.task, open.saved) && <ReadyTasks />}
          <SettingsCard task={open.task} />
          <ol className={styles.list}>
            {steps.map((step, index) => (
              <StepItem
                key={step.stepId}
                taskId={taskId}
                step={step}
                index={index}
                isLast={index === steps.length - 1}
                titles={titles}
                output={getOutput(open, step)}
                freshness={freshness[index] ?? 'none'}
                isRunning={isRunning}
                hasTaskFiles={TaskSettings.taskDocuments.length > 0}
                isTaskMentioned={isTaskMentioned}
                focusPart={open.focus?.stepId === step.stepId ? open.focus.part : null}
                onDelete={setDeletingId}
              />
            ))}
          </ol>
        </div>
      </div>
      <RunBar open={open} freshness={freshness} titles={titles} />
      <FileDropOverlay onFiles={setDropped} />
      <TaskDialogs open={open} />
      <Suspense>
        {deletingId !== null && (
          <ConfirmDialog
            title={taskTexts.deleteStepTitle}
            question={taskTexts.deleteStepQuestion(titles.find(({ stepId }) => stepId === deletingId)?.title ?? '')}
            {...describeUses(open, titles, deletingId)}
            onConfirm={() => deleteStep(taskId, deletingId)}
            onClose={() => setDeletingId(null)}
          />
        )}
        {dropped.length > 0 && (
          <StepPickerDialog
            steps={titles}
            onPick={addDropped}
            onNewStep={() => {
              const stepId = addStep(taskId);
              if (stepId !== null) addDropped(stepId);
            }}
            onClose={() => setDropped([])}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Titles of the steps; the same list as long as they are the same. */
function useTitles(steps: OpenTask['task']['TaskData']): { stepId: string; title: string }[] {
  const text = JSON.stringify(steps.map((step, index) => ({ stepId: step.stepId, title: stepTitleOf(step, index) })));
  return useMemo(() => JSON.parse(text) as { stepId: string; title: string }[], [text]);
}

/** The steps that include the output of a step. */
function describeUses({ task }: OpenTask, titles: { title: string }[], stepId: string): { note?: string } {
  const users = titles.filter((_, index) =>
    listPreviousSteps(task.TaskData, index).previous.some(({ step }) => step.stepId === stepId),
  );
  return users.length === 0 ? {} : { note: taskTexts.deleteStepUses(users.map(({ title }) => title)) };
}

function SaveProblem({ open }: { open: OpenTask }) {
  const { saving, task } = open;
  const [isReviewing, setReviewing] = useState(false);
  const isConflict = saving.name === 'conflict';
  useEffect(() => setReviewing(isConflict), [isConflict]);
  if (saving.name === 'failed')
    return (
      <div role="alert">
        <ErrorMessage
          text={saving.detail}
          retry={{ label: taskTexts.retry, action: () => void saveNow(task.TaskId) }}
        />
      </div>
    );
  if (saving.name !== 'conflict') return null;
  return (
    <>
      <MessageBar intent="warning">
        <MessageBarBody>{taskTexts.conflict.banner}</MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => setReviewing(true)}>
            {taskTexts.conflict.review}
          </Button>
        </MessageBarActions>
      </MessageBar>
      <Suspense>
        {isReviewing && <ConflictDialog task={task} conflict={saving.conflict} onClose={() => setReviewing(false)} />}
      </Suspense>
    </>
  );
}
