import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  mergeClasses,
  Spinner,
  Tooltip,
} from '@fluentui/react-components';
import { Add20Regular, ChevronDown20Regular, Play20Filled, Stop20Filled } from '@fluentui/react-icons';
import type { Freshness } from '#contract/tasks/taskRules.ts';
import { addStep } from '#tab/features/tasks/editing/edit.actions.ts';
import { cancelRun } from '#tab/features/tasks/running/cancel.actions.ts';
import { runAllSteps } from '#tab/features/tasks/running/run.actions.ts';
import { isTaskRunning, type OpenTask } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { useTaskStyles } from './screen.styles.ts';

interface Props {
  open: OpenTask;
  freshness: readonly Freshness[];
  titles: readonly { stepId: string; title: string }[];
}

/** Adds a step and runs the task, at the bottom of the screen; while a run is under way, it can be canceled here. */
export function RunBar({ open, freshness, titles }: Props) {
  const styles = useTaskStyles();
  const { TaskId: taskId, TaskData } = open.task;
  const isRunning = isTaskRunning(open);
  const running = titles.findIndex(({ stepId }) => open.run?.view.outputs[stepId]?.state.name === 'running');
  const failed = TaskData.findIndex(({ stepOutput }) => stepOutput?.state.name === 'failed');
  const resume = failed > 0 ? titles[failed] : undefined;
  const isAllFresh = TaskData.length > 0 && freshness.every((state) => state === 'fresh');
  return (
    <div className={styles.bar}>
      <div className={styles.barInner}>
        {isRunning && (
          <span className={styles.thinking} role="status">
            <Spinner size="tiny" aria-hidden />
            {open.run?.connection === 'lost' ? taskTexts.reconnecting : taskTexts.thinking}
          </span>
        )}
        {isRunning && <RunningStep titles={titles} index={running} />}
        {isRunning && (
          <Button
            icon={<Stop20Filled />}
            disabledFocusable={open.run?.isCanceling ?? false}
            onClick={() => void cancelRun(taskId)}
          >
            {taskTexts.cancelRun}
          </Button>
        )}
        {!isRunning && (
          <Button icon={<Add20Regular />} onClick={() => addStep(taskId)}>
            {taskTexts.addStep}
          </Button>
        )}
        {!isRunning && resume && (
          <Button onClick={() => void runAllSteps(taskId, false, resume.stepId)}>
            <span className={styles.ellipsis}>{taskTexts.resume(resume.title)}</span>
          </Button>
        )}
        <Tooltip content={isAllFresh ? taskTexts.allFresh : taskTexts.runOutdated} relationship="description">
          <Button
            appearance="primary"
            icon={<Play20Filled />}
            className={mergeClasses(isRunning && styles.wideOnly)}
            disabledFocusable={isRunning}
            onClick={() => void runAllSteps(taskId, !isAllFresh)}
          >
            {taskTexts.runAll}
          </Button>
        </Tooltip>
        {!isRunning && (
          <Menu positioning={{ position: 'above', align: 'end', autoSize: true }}>
            <MenuTrigger disableButtonEnhancement>
              <Button icon={<ChevronDown20Regular />} aria-label={taskTexts.runMenu} appearance="subtle" />
            </MenuTrigger>
            <MenuPopover>
              <MenuList>
                <MenuItem onClick={() => void runAllSteps(taskId, false)}>{taskTexts.runAllAgain}</MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )}
      </div>
    </div>
  );
}

/** The step that is written now. It can be outside the view, so a click scrolls to it. */
function RunningStep({ titles, index }: { titles: Props['titles']; index: number }) {
  const styles = useTaskStyles();
  const step = titles[index];
  if (!step) return null;
  const show = () => document.querySelector(`[data-step="${step.stepId}"]`)?.scrollIntoView({ block: 'start' });
  return (
    <Button appearance="subtle" className={styles.runningStep} onClick={show}>
      <span className={styles.ellipsis}>{taskTexts.runningStep(step.title, index + 1, titles.length)}</span>
    </Button>
  );
}
