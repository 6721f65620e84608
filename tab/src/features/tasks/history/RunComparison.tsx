import { makeStyles, mergeClasses, Switch, Text, tokens } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { getTaskRun, type TaskRun } from '#contract/tasks/taskRuns.ts';
import { api } from '#tab/api.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { OutputView } from '#tab/features/tasks/running/OutputView.tsx';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { findChangedWords, type ChangedWords } from './changedWords.ts';
import { describeRun } from './runDescription.ts';
import { compareRuns, type ComparedStep } from './runs.rules.ts';

const useStyles = makeStyles({
  steps: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  step: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    paddingTop: tokens.spacingVerticalS,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(260px, 1fr))',
    gap: tokens.spacingHorizontalL,
  },
  side: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  plain: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  // Changed words are also underlined or struck through, because color alone is not enough.
  added: {
    color: tokens.colorStatusSuccessForeground2,
    backgroundColor: tokens.colorStatusSuccessBackground1,
    textDecorationLine: 'underline',
  },
  removed: {
    color: tokens.colorStatusDangerForeground2,
    backgroundColor: tokens.colorStatusDangerBackground1,
    textDecorationLine: 'line-through',
  },
  prompt: {
    padding: tokens.spacingHorizontalS,
    borderRadius: tokens.borderRadiusMedium,
    // In the contrast theme all backgrounds are black.
    border: `1px solid ${tokens.colorTransparentStroke}`,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

const fetchRuns = (key: string, signal: AbortSignal): Promise<TaskRun[]> =>
  Promise.all(key.split(',').map((run_id) => api.call(getTaskRun, { run_id }, { signal })));

/** The steps of one run, or of two side by side: what they read, and their outputs. */
export function RunComparison({ runIds }: { runIds: readonly string[] }) {
  const styles = useStyles();
  const [marksWords, setMarksWords] = useState(true);
  const [runs, retry] = useFetched(runIds.join(','), fetchRuns, taskTexts.runs.failed);
  if (runs.name === 'failed')
    return <ErrorMessage text={taskTexts.runs.failed} retry={{ label: taskTexts.retry, action: retry }} />;
  if (runs.name !== 'ready') return <TextSkeleton label={taskTexts.runs.title} />;
  const isPair = runs.value.length > 1;
  const labels = runs.value.map((run, index) => {
    const label = describeRun(run);
    return isPair ? `${index === 0 ? taskTexts.runs.earlier : taskTexts.runs.later} · ${label}` : label;
  });
  return (
    <div className={styles.steps}>
      {isPair && (
        <Switch
          checked={marksWords}
          label={taskTexts.runs.markWords}
          onChange={(_, { checked }) => setMarksWords(checked)}
        />
      )}
      {compareRuns(runs.value).map((step) => (
        <StepComparison key={step.stepId} step={step} labels={labels} marksWords={marksWords} />
      ))}
    </div>
  );
}

interface StepProps {
  step: ComparedStep;
  labels: readonly string[];
  marksWords: boolean;
}

function StepComparison({ step, labels, marksWords }: StepProps) {
  const styles = useStyles();
  const { runs } = taskTexts;
  const [prompts, outputs] = useMemo(() => {
    const [first, second] = step.sides;
    if (!first || !second || !marksWords) return [null, null];
    return [
      findChangedWords(first.prompt, second.prompt),
      findChangedWords(first.output.content, second.output.content),
    ];
  }, [step, marksWords]);
  return (
    <section className={styles.step} aria-label={step.title}>
      <h3 className={styles.title}>{step.title}</h3>
      {step.changes && (
        <Text>
          {step.changes.length > 0
            ? runs.changed(step.changes.map((name) => runs.changedInputs[name]))
            : runs.unchanged}{' '}
          {step.isOutputSame && runs.sameOutput}
        </Text>
      )}
      <div className={styles.pair}>
        {step.sides.map((side, index) => (
          // The index is a stable key, because each position always shows the same run.
          <div key={index} className={styles.side} role="group" aria-label={labels[index]}>
            <Text className={styles.hint}>{labels[index]}</Text>
            {side === null && <Text>{runs.notRun}</Text>}
            {side && (
              <>
                <div className={mergeClasses(styles.prompt, styles.plain)}>
                  <MarkedText text={side.prompt} changes={prompts} index={index} />
                </div>
                {side.inputs.length > 0 && <Text className={styles.hint}>{runs.inputs(side.inputs)}</Text>}
                {outputs ? (
                  <div className={styles.plain}>
                    <MarkedText text={side.output.content} changes={outputs} index={index} />
                  </div>
                ) : (
                  <OutputView output={side.output} />
                )}
              </>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A text of the earlier run (0) or the later one (1), with the words that the other lacks. */
function MarkedText({ text, changes, index }: { text: string; changes: ChangedWords | null; index: number }) {
  const styles = useStyles();
  if (changes === null) return text;
  const isEarlier = index === 0;
  return (isEarlier ? changes.earlier : changes.later).map((part, position) => {
    if (!part.isChanged) return part.text;
    // Parts never move, so the position identifies one.
    return isEarlier ? (
      <del key={position} className={styles.removed}>
        {part.text}
      </del>
    ) : (
      <ins key={position} className={styles.added}>
        {part.text}
      </ins>
    );
  });
}
