import { Button, Spinner, Tooltip } from '@fluentui/react-components';
import { ArrowClockwise20Regular, Clock20Regular, Play20Regular } from '@fluentui/react-icons';
import { useSnapshot } from 'valtio';
import { layout } from '#tab/shell/layout/layout.state.ts';
import type { ShownState } from '#tab/features/tasks/editing/steps.rules.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

interface Props {
  title: string;
  state: ShownState;
  /** Why the step can't run now; null if it can. */
  refusal: string | null;
  onRun: () => void;
}

/** Runs a step. Its label says what it is doing; below 680 px only the icon shows it. */
export function RunButton({ title, state, refusal, onRun }: Props) {
  const isPhone = useSnapshot(layout).width === 'phone';
  const label = getLabel(state);
  const isBusy = state === 'running' || state === 'waiting';
  const name = taskTexts.runOf(label, title);
  const button = (
    <Button
      size="small"
      appearance={isPhone ? 'subtle' : 'secondary'}
      aria-label={name}
      disabledFocusable={isBusy || refusal !== null}
      icon={getIcon(state)}
      onClick={onRun}
    >
      {isPhone ? undefined : label}
    </Button>
  );
  if (refusal !== null && !isBusy)
    return (
      <Tooltip content={refusal} relationship="description">
        {button}
      </Tooltip>
    );
  return isPhone ? (
    <Tooltip content={name} relationship="label">
      {button}
    </Tooltip>
  ) : (
    button
  );
}

function getLabel(state: ShownState): string {
  if (state === 'running' || state === 'waiting' || state === 'idle') return taskTexts.run[state];
  return taskTexts.run.again;
}

function getIcon(state: ShownState) {
  if (state === 'running') return <Spinner size="tiny" aria-hidden />;
  if (state === 'waiting') return <Clock20Regular />;
  return state === 'idle' ? <Play20Regular /> : <ArrowClockwise20Regular />;
}
