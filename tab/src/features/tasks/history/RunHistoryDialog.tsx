import { Button, Checkbox, DialogContent, makeStyles, mergeClasses, Text, tokens } from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { TaskRunSummary } from '../../../../../api/contract/taskEvents.ts';
import { getTaskRun, getTaskRuns, type TaskRun } from '../../../../../api/contract/taskRuns.ts';
import { api } from '../../../api.ts';
import { useFetched } from '../../../state/useFetched.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorMessage } from '../../../ui/ErrorMessage.tsx';
import { Modal } from '../../../ui/Modal.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { formatFullDate } from '../../chat/history/history.rules.ts';
import { OutputView } from '../running/OutputView.tsx';
import { taskTexts } from '../tasks.texts.ts';
import { compareRuns, type ComparedStep } from './runs.rules.ts';

const useStyles = makeStyles({
  wide: { maxWidth: '1040px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  steps: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL, margin: 0, padding: 0 },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  title: { margin: 0, fontSize: tokens.fontSizeBase400 },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
  prompt: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', marginBlock: tokens.spacingVerticalXS },
});

const MAX_COMPARED = 2;
const fetchRuns = (taskId: string, signal: AbortSignal) => api.call(getTaskRuns, { task_id: taskId }, { signal });
const fetchSelected = (key: string, signal: AbortSignal): Promise<TaskRun[]> =>
  Promise.all(key.split(',').map((run_id) => api.call(getTaskRun, { run_id }, { signal })));

/** What ran when; one run with its inputs and outputs, or two side by side. */
export default function RunHistoryDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const styles = useStyles();
  const [selected, setSelected] = useState<string[]>([]);
  const [shown, setShown] = useState<string | null>(null);
  const [runs, retry] = useFetched(taskId, fetchRuns, taskTexts.runs.failed);
  const toggle = (runId: string) =>
    setSelected(
      selected.includes(runId) ? selected.filter((id) => id !== runId) : [...selected, runId].slice(-MAX_COMPARED),
    );
  return (
    <Modal title={taskTexts.runs.title} className={mergeClasses(shown !== null && styles.wide)} onClose={onClose}>
      <DialogContent>
        {shown !== null && <Comparison runIds={shown} onBack={() => setShown(null)} />}
        {shown === null && runs.name === 'loading' && <TextSkeleton label={taskTexts.runs.title} />}
        {shown === null && runs.name === 'failed' && (
          <ErrorMessage text={taskTexts.runs.failed} retry={{ label: taskTexts.retry, action: retry }} />
        )}
        {shown === null && runs.name === 'ready' && runs.value.runs.length === 0 && (
          <EmptyState title={taskTexts.runs.empty} />
        )}
        {shown === null && runs.name === 'ready' && runs.value.runs.length > 0 && (
          <>
            <Text className={styles.hint}>{taskTexts.runs.hint}</Text>
            <ul className={styles.list} aria-label={taskTexts.runs.title}>
              {runs.value.runs.map((run) => (
                <li key={run.run_id}>
                  <Checkbox
                    checked={selected.includes(run.run_id)}
                    onChange={() => toggle(run.run_id)}
                    label={describeRun(run)}
                  />
                </li>
              ))}
            </ul>
            <Button
              appearance="primary"
              disabledFocusable={selected.length === 0}
              onClick={() => selected.length > 0 && setShown(selected.join(','))}
            >
              {selected.length === MAX_COMPARED ? taskTexts.runs.compare : taskTexts.runs.show}
            </Button>
          </>
        )}
      </DialogContent>
    </Modal>
  );
}

function describeRun({ startedAt, mode, state }: TaskRunSummary): string {
  const { runs } = taskTexts;
  return [formatFullDate(new Date(startedAt).toISOString()), runs.mode[mode], runs.states[state]].join(' · ');
}

function Comparison({ runIds, onBack }: { runIds: string; onBack: () => void }) {
  const styles = useStyles();
  const [runs, retry] = useFetched(runIds, fetchSelected, taskTexts.runs.failed);
  return (
    <>
      <Button appearance="subtle" icon={<ArrowLeft20Regular />} onClick={onBack}>
        {taskTexts.runs.back}
      </Button>
      {runs.name === 'loading' && <TextSkeleton label={taskTexts.runs.title} />}
      {runs.name === 'failed' && (
        <ErrorMessage text={taskTexts.runs.failed} retry={{ label: taskTexts.retry, action: retry }} />
      )}
      {runs.name === 'ready' && (
        <div className={styles.steps}>
          <div className={styles.pair}>
            {runs.value.map((run) => (
              <Text key={run.run_id} weight="semibold">
                {describeRun(run)}
              </Text>
            ))}
          </div>
          {compareRuns(runs.value).map((step) => (
            <StepComparison key={step.stepId} step={step} />
          ))}
        </div>
      )}
    </>
  );
}

function StepComparison({ step }: { step: ComparedStep }) {
  const styles = useStyles();
  return (
    <section aria-label={step.title}>
      <h3 className={styles.title}>{step.title}</h3>
      {step.isPromptChanged && <Text className={styles.hint}>{taskTexts.runs.changedPrompt}</Text>}
      {step.isOutputSame && <Text className={styles.hint}>{taskTexts.runs.sameOutput}</Text>}
      <div className={styles.pair}>
        {step.sides.map((side, index) => (
          // The position is the run.
          <div key={index}>
            {side === null && <Text className={styles.hint}>{taskTexts.runs.notRun}</Text>}
            {side && (
              <>
                <div className={styles.prompt}>{side.prompt}</div>
                {side.inputs.length > 0 && <Text className={styles.hint}>{taskTexts.runs.inputs(side.inputs)}</Text>}
                <OutputView output={side.output} />
              </>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
