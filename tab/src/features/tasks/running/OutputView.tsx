import { Button, makeStyles, Spinner, Text, tokens } from '@fluentui/react-components';
import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { Suspense } from 'react';
import type { StepOutput } from '#contract/tasks/taskEvents.ts';
import { useSlots } from '#tab/shell/layout/slots.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { copyAnswer } from '#tab/features/chat/copying/copy.actions.ts';
import { useCopy } from '#tab/features/chat/copying/useCopy.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';
import { listCited } from './outputs.rules.ts';
import { ResearchPlan } from './ResearchPlan.tsx';
import { continueRun } from './run.actions.ts';

const useStyles = makeStyles({
  root: { position: 'relative', display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS, minWidth: 0 },
  hint: { color: tokens.colorNeutralForeground3 },
  thinking: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '72px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  plain: { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  actions: { display: 'flex', gap: tokens.spacingHorizontalXS },
});

interface Props {
  output: StepOutput | null;
  /** The task whose waiting steps can be continued here. */
  taskId?: string;
}

/** The output of a step: an overlay while AVA thinks, then the text with its sources, and how it ended. */
export function OutputView({ output, taskId }: Props) {
  const styles = useStyles();
  const { AnswerView } = useSlots();
  if (!output) return <Text className={styles.hint}>{taskTexts.noOutput}</Text>;
  const { state, content, plan } = output;
  const links = plan ? listCited(content, output.links) : output.links;
  const isRunning = state.name === 'running';
  return (
    <div className={styles.root} aria-busy={isRunning}>
      {plan && <ResearchPlan plan={plan} links={output.links} isRunning={isRunning} />}
      {isRunning && content === '' && (
        <div className={styles.thinking} role="status">
          <Spinner size="tiny" aria-hidden />
          {state.detail ?? taskTexts.thinking}
        </div>
      )}
      {state.name === 'waiting' && <Text className={styles.hint}>{taskTexts.states.waiting}</Text>}
      {content !== '' && (
        <Suspense fallback={<div className={styles.plain}>{content}</div>}>
          <AnswerView text={content} streaming={isRunning} links={links} />
        </Suspense>
      )}
      {isRunning && content !== '' && state.detail !== undefined && <Text className={styles.hint}>{state.detail}</Text>}
      {state.name === 'complete' && state.finish === 'length' && (
        <Text className={styles.hint}>{taskTexts.cutOff}</Text>
      )}
      {state.name === 'stopped' && <Text className={styles.hint}>{taskTexts.states.stopped}</Text>}
      {state.name === 'failed' && (
        <div role="alert">
          <ErrorMessage text={`${taskTexts.responseFailed} ${state.error.detail}`} />
        </div>
      )}
      {state.name === 'needs_you' && <WaitingForPerson error={state.error} taskId={taskId} />}
      {content !== '' && !isRunning && (
        <div className={styles.actions}>
          <CopyOutput content={content} links={links} />
        </div>
      )}
    </div>
  );
}

type StepError = Extract<StepOutput['state'], { name: 'needs_you' }>['error'];

function WaitingForPerson({ error, taskId }: { error: StepError; taskId: string | undefined }) {
  if (taskId === undefined) return <ErrorMessage text={error.detail} />;
  const label = error.code === 'consent_required' ? taskTexts.giveConsent : taskTexts.continueRun;
  return <ErrorMessage text={error.detail} retry={{ label, action: () => void continueRun(taskId, error) }} />;
}

function CopyOutput({ content, links }: Pick<StepOutput, 'content' | 'links'>) {
  const { isChecked, isLabeled, run } = useCopy();
  return (
    <Button
      size="small"
      appearance="subtle"
      icon={isChecked ? <CheckmarkRegular /> : <CopyRegular />}
      onClick={() => run(() => copyAnswer({ content, links }))}
    >
      {isLabeled ? taskTexts.copied : taskTexts.copyOutput}
    </Button>
  );
}
