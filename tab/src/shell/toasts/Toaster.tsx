import {
  Button,
  Link,
  makeStyles,
  mergeClasses,
  Spinner,
  Text,
  tokens,
  useThemeClassName,
} from '@fluentui/react-components';
import { CheckmarkCircle20Filled, Dismiss16Regular, ErrorCircle20Filled } from '@fluentui/react-icons';
import { createPortal } from 'react-dom';
import { useSnapshot } from 'valtio';
import { texts } from '#tab/texts.ts';
import {
  closeToast,
  pauseToastTimer,
  restartToastTimer,
  runToastAction,
  toasts,
  type ToastEntry,
  type ToastKind,
} from './toasts.ts';

const useStyles = makeStyles({
  stack: {
    position: 'fixed',
    insetInlineEnd: tokens.spacingHorizontalM,
    // Toasts are shown below the header, because at the bottom they would cover the composer's Send button.
    top: '56px',
    // Toasts are shown above Fluent's dialogs and drawers.
    zIndex: 1_000_001,
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    width: 'min(340px, calc(100vw - 24px))',
    pointerEvents: 'none',
  },
  toast: {
    pointerEvents: 'auto',
    display: 'flex',
    alignItems: 'flex-start',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalM} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow8,
    animationName: { from: { opacity: 0, transform: 'translateY(-8px)' } },
    animationDuration: tokens.durationNormal,
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
  dismiss: { '@media (max-width: 679px)': { margin: `calc(-1 * ${tokens.spacingVerticalM}) 0` } },
  icon: { display: 'flex', flexShrink: 0 },
  success: { color: tokens.colorStatusSuccessForeground1 },
  error: { color: tokens.colorStatusDangerForeground1 },
  processing: {},
  body: {
    flex: '1 1 0',
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: tokens.spacingVerticalXS,
  },
  text: { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  action: { textAlign: 'start' },
  quiet: { position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
});

const icons = {
  success: <CheckmarkCircle20Filled />,
  error: <ErrorCircle20Filled />,
  processing: <Spinner size="extra-tiny" />,
} satisfies Record<ToastKind, unknown>;

/** Maximum of toasts shown. Older ones appear as newer ones close. */
const TOASTS_SHOWN = 4;

/** Fluent's drawers and dialogs hide everything else from screen readers, except children of the body with this attribute. */
const neverHidden = { 'data-tabster-never-hide': '' };

/** Shows toasts. Screen readers announce each one; hovering pauses its timer, and it can be dismissed. */
export function Toaster() {
  const styles = useStyles();
  const theme = useThemeClassName();
  const { entries } = useSnapshot(toasts);
  const shown = entries.filter((entry) => !entry.isQuiet).slice(-TOASTS_SHOWN);
  return createPortal(
    <div role="region" aria-label={texts.shell.toasts} className={mergeClasses(theme, styles.stack)} {...neverHidden}>
      <div role="status" className={styles.quiet}>
        {entries.map(({ id, isQuiet, text }) => isQuiet && <p key={id}>{text}</p>)}
      </div>
      {shown.map((entry) => (
        <Toast key={entry.id} entry={entry} />
      ))}
    </div>,
    document.body,
  );
}

type ReadonlyToast = Readonly<ToastEntry>;

function Toast({ entry }: { entry: ReadonlyToast }) {
  const styles = useStyles();
  return (
    <div
      role={entry.kind === 'error' ? 'alert' : 'status'}
      className={styles.toast}
      onPointerEnter={() => pauseToastTimer(entry.id)}
      onPointerLeave={() => restartToastTimer(entry.id)}
      onFocus={() => pauseToastTimer(entry.id)}
      onBlur={() => restartToastTimer(entry.id)}
    >
      <span aria-hidden className={mergeClasses(styles.icon, styles[entry.kind])}>
        {icons[entry.kind]}
      </span>
      <div className={styles.body}>
        <Text className={styles.text}>{entry.text}</Text>
        {entry.action && (
          <Link as="button" className={styles.action} onClick={() => runToastAction(entry.id)}>
            {entry.action.label}
          </Link>
        )}
      </div>
      <Button
        size="small"
        appearance="transparent"
        className={styles.dismiss}
        icon={<Dismiss16Regular />}
        aria-label={texts.shell.dismiss}
        onClick={() => closeToast(entry.id)}
      />
    </div>
  );
}
