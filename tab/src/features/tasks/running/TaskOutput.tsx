import {
  Accordion,
  AccordionHeader,
  AccordionItem,
  AccordionPanel,
  Button,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { History20Regular, TaskListSquareLtr20Regular } from '@fluentui/react-icons';
import { Suspense } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { stepTitleOf } from '#contract/tasks/taskRules.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { texts } from '#tab/texts.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { setPanelOpen } from '#tab/features/tasks/editing/edit.actions.ts';
import { getShownState, isPanelOpen } from '#tab/features/tasks/editing/steps.rules.ts';
import { tasks } from '#tab/features/tasks/tasks.state.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { getFreshness, useOpenTask } from '#tab/features/tasks/useOpenTask.ts';
import { getOutput } from './outputs.rules.ts';
import { OutputView } from './OutputView.tsx';
import { StateBadge } from './StateBadge.tsx';

const useStyles = makeStyles({
  root: { flex: '1 1 0', minHeight: 0, display: 'flex', flexDirection: 'column' },
  toolbar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalXS,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
  },
  outputs: {
    flex: '1 1 0',
    minHeight: 0,
    overflowY: 'auto',
    padding: `0 ${tokens.spacingHorizontalM} ${tokens.spacingVerticalM}`,
  },
  title: { flex: '1 1 0', minWidth: 0, overflowWrap: 'anywhere' },
  header: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, width: '100%', minWidth: 0 },
  panel: { margin: `0 ${tokens.spacingHorizontalS} ${tokens.spacingVerticalM}` },
});

/** The outputs of the open task, one panel for each step that has one. */
export default function TaskOutput() {
  const styles = useStyles();
  const { ExportMenu } = useSlots();
  const [, navigate] = useLocation();
  const { openId } = useSnapshot(tasks);
  const open = useOpenTask(openId);
  const steps = open?.task.TaskData ?? [];
  const shown = open ? steps.filter((step) => getOutput(open, step) !== null) : [];
  if (!open || shown.length === 0) {
    const { title, line } = texts.workspace.empty['Task Output'];
    return <EmptyState icon={<TaskListSquareLtr20Regular />} title={title} line={line} />;
  }
  const compare = () => {
    // The dialog belongs to the screen of the task; the workspace is beside other screens, too.
    navigate('/tasks');
    tasks.dialog = 'runs';
  };
  const freshness = getFreshness(open);
  const openItems = shown.filter((step) => isPanelOpen(step, 'output')).map(({ stepId }) => stepId);
  const toggle = (values: readonly unknown[]) => {
    for (const { stepId } of shown) {
      const isOpen = values.includes(stepId);
      if (isOpen !== openItems.includes(stepId)) setPanelOpen(open.task.TaskId, stepId, 'output', isOpen);
    }
  };
  return (
    <div className={styles.root}>
      <div className={styles.toolbar}>
        <Suspense>
          <ExportMenu
            as="text"
            target={{ kind: 'task', taskId: open.task.TaskId }}
            propose={() => open.run?.view.title ?? open.task.TaskTitle}
          />
        </Suspense>
        <Button size="small" appearance="subtle" icon={<History20Regular />} onClick={compare}>
          {taskTexts.runs.compareRuns}
        </Button>
      </div>
      <Accordion
        multiple
        collapsible
        className={styles.outputs}
        openItems={openItems}
        onToggle={(_, { openItems: values }) => toggle(values)}
      >
        {steps.map((step, index) => {
          const output = getOutput(open, step);
          if (!output) return null;
          return (
            <AccordionItem key={step.stepId} value={step.stepId}>
              <AccordionHeader as="h3">
                <span className={styles.header}>
                  <span className={styles.title}>{stepTitleOf(step, index)}</span>
                  <StateBadge state={getShownState(output, freshness[index] ?? 'none')} />
                </span>
              </AccordionHeader>
              <AccordionPanel className={styles.panel} aria-label={taskTexts.outputOf(stepTitleOf(step, index))}>
                <OutputView output={output} taskId={open.task.TaskId} />
              </AccordionPanel>
            </AccordionItem>
          );
        })}
      </Accordion>
    </div>
  );
}
