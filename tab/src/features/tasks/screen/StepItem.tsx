import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger, Tooltip } from '@fluentui/react-components';
import {
  ArrowDown20Regular,
  ArrowUp20Regular,
  ChevronDown20Regular,
  ChevronRight20Regular,
  Copy20Regular,
  Delete20Regular,
  Edit20Regular,
  MoreHorizontal20Regular,
  PanelRight20Regular,
} from '@fluentui/react-icons';
import { memo, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { StepOutput } from '#contract/tasks/taskEvents.ts';
import type { Freshness } from '#contract/tasks/taskRules.ts';
import { toPromptText } from '#contract/tasks/taskText.ts';
import { layout } from '#tab/shell/layout/layout.state.ts';
import {
  clearFocus,
  duplicateStep,
  moveStep,
  setPanelOpen,
  setStepTitle,
} from '#tab/features/tasks/editing/edit.actions.ts';
import { getShownState, isPanelOpen } from '#tab/features/tasks/editing/steps.rules.ts';
import { OutputView } from '#tab/features/tasks/running/OutputView.tsx';
import { runStep, showOutput } from '#tab/features/tasks/running/run.actions.ts';
import { StateBadge } from '#tab/features/tasks/running/StateBadge.tsx';
import type { EditedStep } from '#tab/features/tasks/editedTask.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { RunButton } from './RunButton.tsx';
import { useTaskStyles } from './screen.styles.ts';
import { StepInput } from './StepInput.tsx';
import { TitleField } from './TitleField.tsx';

interface Props {
  taskId: string;
  step: EditedStep;
  index: number;
  isLast: boolean;
  /** All steps, in order. */
  titles: readonly { stepId: string; title: string }[];
  output: StepOutput | null;
  freshness: Freshness;
  /** Whether a run of the task is under way. */
  isRunning: boolean;
  hasTaskFiles: boolean;
  isTaskMentioned: boolean;
  /** The part of the step that takes the focus. */
  focusPart: 'prompt' | 'title' | null;
  onDelete: (stepId: string) => void;
}

/** One step as a card that opens. It renders again only if something of it changed. */
export const StepItem = memo(function StepItem(props: Props) {
  const { taskId, step, index, titles, output, freshness, isRunning, focusPart } = props;
  const styles = useTaskStyles();
  const { width } = useSnapshot(layout);
  const isWide = width === 'wide';
  const [isRenaming, setRenaming] = useState(false);
  const { stepId } = step;
  const root = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focusPart === 'title') root.current?.querySelector<HTMLElement>('button[aria-expanded]')?.focus();
    // If the prompt takes the focus, its editor has done so before this effect.
    if (focusPart !== null) clearFocus(taskId);
  }, [focusPart, taskId]);
  const title = titles[index]?.title ?? '';
  const state = getShownState(output, freshness);
  const isBusy = state === 'running' || state === 'waiting';
  const isOpen = isPanelOpen(step, 'step');
  const refusal = isRunning
    ? taskTexts.thinking
    : toPromptText(step.stepInput.userPrompt).text === ''
      ? taskTexts.emptyPrompt
      : null;
  const run = () => {
    if (refusal === null) void runStep(taskId, stepId);
  };
  return (
    <li ref={root} className={styles.card} data-step={stepId} aria-label={title}>
      <div className={styles.cardHead}>
        {isRenaming ? (
          <TitleField
            value={step.stepTitle}
            placeholder={title}
            label={taskTexts.stepTitle}
            onChange={(next) => setStepTitle(taskId, stepId, next)}
            onDone={() => setRenaming(false)}
          />
        ) : (
          <h2 className={styles.cardTitle}>
            <Button
              appearance="transparent"
              className={styles.toggle}
              icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
              aria-expanded={isOpen}
              onClick={() => setPanelOpen(taskId, stepId, 'step', !isOpen)}
            >
              <span className={styles.ellipsis}>{title}</span>
            </Button>
          </h2>
        )}
        {/* While a step is busy, the button shows the same icon, and on a wide screen the same word. */}
        {(width === 'phone' || !isBusy) && <StateBadge state={state} hasIcon={!isBusy} />}
        <RunButton title={title} state={state} refusal={refusal} onRun={run} />
        <StepActions {...props} title={title} onRename={() => setRenaming(true)} />
      </div>
      {isOpen && (
        <div className={styles.body}>
          <StepInput
            taskId={taskId}
            step={step}
            title={title}
            earlier={titles.slice(0, index)}
            hasTaskFiles={props.hasTaskFiles}
            isTaskMentioned={props.isTaskMentioned}
            takesFocus={focusPart === 'prompt'}
            onRun={run}
          />
          {isWide && output !== null && (
            <div>
              <Button size="small" icon={<PanelRight20Regular />} onClick={() => showOutput(taskId, stepId)}>
                {taskTexts.showOutput}
              </Button>
            </div>
          )}
          {!isWide && output !== null && <StepOutputPanel {...props} title={title} output={output} />}
        </div>
      )}
    </li>
  );
});

function StepActions({
  taskId,
  step,
  index,
  isLast,
  title,
  onRename,
  onDelete,
}: Props & { title: string; onRename: () => void }) {
  const isPhone = useSnapshot(layout).width === 'phone';
  const { stepId } = step;
  return (
    <>
      {!isPhone && (
        <>
          <Tooltip content={taskTexts.renameStep(title)} relationship="label">
            <Button appearance="subtle" size="small" icon={<Edit20Regular />} onClick={onRename} />
          </Tooltip>
          <Tooltip content={taskTexts.deleteStep(title)} relationship="label">
            <Button appearance="subtle" size="small" icon={<Delete20Regular />} onClick={() => onDelete(stepId)} />
          </Tooltip>
        </>
      )}
      <Menu positioning={{ position: 'below', align: 'end', autoSize: true }}>
        <MenuTrigger disableButtonEnhancement>
          <Button
            appearance="subtle"
            size="small"
            icon={<MoreHorizontal20Regular />}
            aria-label={taskTexts.stepMenu(title)}
          />
        </MenuTrigger>
        <MenuPopover>
          <MenuList>
            {isPhone && (
              <MenuItem icon={<Edit20Regular />} onClick={onRename}>
                {taskTexts.renameStep(title)}
              </MenuItem>
            )}
            <MenuItem icon={<ArrowUp20Regular />} disabled={index === 0} onClick={() => moveStep(taskId, stepId, -1)}>
              {taskTexts.moveUp}
            </MenuItem>
            <MenuItem icon={<ArrowDown20Regular />} disabled={isLast} onClick={() => moveStep(taskId, stepId, 1)}>
              {taskTexts.moveDown}
            </MenuItem>
            <MenuItem icon={<Copy20Regular />} onClick={() => duplicateStep(taskId, stepId)}>
              {taskTexts.duplicate}
            </MenuItem>
            {isPhone && (
              <MenuItem icon={<Delete20Regular />} onClick={() => onDelete(stepId)}>
                {taskTexts.deleteStep(title)}
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
    </>
  );
}

/** Without room for the workspace, the output is shown in its step. */
function StepOutputPanel({ taskId, step, title, output }: Props & { title: string; output: StepOutput }) {
  const styles = useTaskStyles();
  const isOpen = isPanelOpen(step, 'output');
  return (
    <section className={styles.field} aria-label={taskTexts.outputOf(title)}>
      <div className={styles.row}>
        <Button
          appearance="subtle"
          size="small"
          className={styles.disclosure}
          icon={isOpen ? <ChevronDown20Regular /> : <ChevronRight20Regular />}
          aria-expanded={isOpen}
          onClick={() => setPanelOpen(taskId, step.stepId, 'output', !isOpen)}
        >
          {taskTexts.output}
        </Button>
      </div>
      {isOpen && <OutputView output={output} taskId={taskId} />}
    </section>
  );
}
