import {
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  makeStyles,
  mergeClasses,
  Text,
  tokens,
  Tooltip,
} from '@fluentui/react-components';
import { ArrowLeft20Regular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { TaskRunSummary } from '#contract/tasks/taskEvents.ts';
import { getTaskRuns } from '#contract/tasks/taskRuns.ts';
import { api } from '#tab/api.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { RunComparison } from './RunComparison.tsx';
import { describeRun } from './runDescription.ts';
import { chooseRuns } from './runs.rules.ts';

const useStyles = makeStyles({
  wide: { maxWidth: '1040px' },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  row: { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  show: { flexShrink: 0 },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200, display: 'block' },
});

const MAX_COMPARED = 2;
const fetchRuns = (taskId: string, signal: AbortSignal) => api.call(getTaskRuns, { task_id: taskId }, { signal });

/** What ran when; one run with its inputs and outputs, or two side by side. */
export default function RunHistoryDialog({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const styles = useStyles();
  const [chosen, setChosen] = useState<string[] | null>(null);
  const [shown, setShown] = useState<string[] | null>(null);
  const [fetched, retry] = useFetched(taskId, fetchRuns, taskTexts.runs.failed);
  const runs = fetched.name === 'ready' ? fetched.value.runs : [];
  const selected = chosen ?? chooseRuns(runs);
  const toggle = (runId: string) =>
    setChosen(selected.includes(runId) ? selected.filter((id) => id !== runId) : [...selected, runId].slice(-2));
  // The earlier run is on the left.
  const compared = runs
    .map(({ run_id }) => run_id)
    .filter((id) => selected.includes(id))
    .toReversed();
  const canCompare = compared.length === MAX_COMPARED;
  return (
    <Modal title={taskTexts.runs.title} className={mergeClasses(shown !== null && styles.wide)} onClose={onClose}>
      <DialogContent>
        {shown !== null && <RunComparison runIds={shown} />}
        {shown === null && fetched.name === 'loading' && <TextSkeleton label={taskTexts.runs.title} />}
        {shown === null && fetched.name === 'failed' && (
          <ErrorMessage text={taskTexts.runs.failed} retry={{ label: taskTexts.retry, action: retry }} />
        )}
        {shown === null && fetched.name === 'ready' && runs.length === 0 && <EmptyState title={taskTexts.runs.empty} />}
        {shown === null && runs.length > 0 && (
          <>
            <Text className={styles.hint}>{taskTexts.runs.hint}</Text>
            <ul className={styles.list} aria-label={taskTexts.runs.title}>
              {runs.map((run) => (
                <RunRow
                  key={run.run_id}
                  run={run}
                  isSelected={selected.includes(run.run_id)}
                  onToggle={() => toggle(run.run_id)}
                  onShow={() => setShown([run.run_id])}
                />
              ))}
            </ul>
          </>
        )}
      </DialogContent>
      <DialogActions>
        {shown !== null && (
          <Button icon={<ArrowLeft20Regular />} onClick={() => setShown(null)}>
            {taskTexts.runs.back}
          </Button>
        )}
        {shown === null && runs.length > 0 && (
          <Tooltip content={taskTexts.runs.selectTwo} relationship="description">
            <Button
              appearance="primary"
              disabledFocusable={!canCompare}
              onClick={() => canCompare && setShown(compared)}
            >
              {taskTexts.runs.compare}
            </Button>
          </Tooltip>
        )}
        <Button onClick={onClose}>{taskTexts.close}</Button>
      </DialogActions>
    </Modal>
  );
}

interface RowProps {
  run: TaskRunSummary;
  isSelected: boolean;
  onToggle: () => void;
  onShow: () => void;
}

function RunRow({ run, isSelected, onToggle, onShow }: RowProps) {
  const styles = useStyles();
  const label = describeRun(run);
  return (
    <li className={styles.row}>
      <Checkbox checked={isSelected} onChange={onToggle} label={label} />
      <Button
        size="small"
        appearance="subtle"
        className={styles.show}
        aria-label={taskTexts.runs.showOf(label)}
        onClick={onShow}
      >
        {taskTexts.runs.show}
      </Button>
    </li>
  );
}
