import { makeStyles, mergeClasses, Spinner, tokens, Tooltip } from '@fluentui/react-components';
import {
  CheckmarkCircle20Filled,
  Clock20Regular,
  ErrorCircle20Regular,
  History20Regular,
  PersonClock20Regular,
  RecordStop20Regular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import type { ShownState } from '#tab/features/tasks/editing/steps.rules.ts';
import { taskTexts } from '#tab/features/tasks/tasks.texts.ts';

const useStyles = makeStyles({
  badge: {
    display: 'inline-flex',
    alignItems: 'center',
    flexShrink: 0,
    gap: tokens.spacingHorizontalXS,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
  done: { '& svg': { color: tokens.colorStatusSuccessForeground1 } },
  stale: { '& svg': { color: tokens.colorStatusWarningForeground1 } },
  failed: { '& svg': { color: tokens.colorStatusDangerForeground1 } },
});

const icons: Record<Exclude<ShownState, 'idle'>, ReactElement> = {
  running: <Spinner size="extra-tiny" aria-hidden />,
  waiting: <Clock20Regular />,
  done: <CheckmarkCircle20Filled />,
  stale: <History20Regular />,
  stopped: <RecordStop20Regular />,
  failed: <ErrorCircle20Regular />,
  needsYou: <PersonClock20Regular />,
};

/** The state of a step as an icon and a word; a green tick when it is done. */
export function StateBadge({ state, hasIcon = true }: { state: ShownState; hasIcon?: boolean }) {
  const styles = useStyles();
  if (state === 'idle') return null;
  const badge = (
    <span
      className={mergeClasses(
        styles.badge,
        state === 'done' && styles.done,
        state === 'stale' && styles.stale,
        (state === 'failed' || state === 'needsYou') && styles.failed,
      )}
      data-state={state}
    >
      {hasIcon && icons[state]}
      <span>{taskTexts.states[state]}</span>
    </span>
  );
  if (state !== 'stale') return badge;
  return (
    <Tooltip content={taskTexts.staleHint} relationship="description">
      {badge}
    </Tooltip>
  );
}
