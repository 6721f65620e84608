import { makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import type { ContextUsageParts } from '#contract/text/tokens.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import { FULL_PERCENT, type ContextUsage } from './contextUsage.rules.ts';

const WARNING_PERCENT = 80;

const useStyles = makeStyles({
  // The line is too thin to point at, so the hover target is taller.
  target: {
    position: 'absolute',
    // The line covers the border, so that it looks like the edge of the box.
    top: '-1px',
    left: tokens.spacingHorizontalL,
    right: tokens.spacingHorizontalL,
    height: '8px',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  // The unfilled part is visible, too, so that people see the filled part as a share.
  track: {
    height: '2px',
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStroke2,
    '@media (forced-colors: active)': { backgroundColor: 'GrayText' },
  },
  line: {
    height: '100%',
    backgroundColor: tokens.colorBrandBackground,
    transition: `width ${tokens.durationNormal} ${tokens.curveEasyEase}`,
    '@media (prefers-reduced-motion: reduce)': { transitionProperty: 'none' },
    '@media (forced-colors: active)': { backgroundColor: 'Highlight' },
  },
  warning: { backgroundColor: tokens.colorStatusWarningBackground3 },
  danger: { backgroundColor: tokens.colorStatusDangerBackground3 },
  breakdown: {
    display: 'grid',
    gridTemplateColumns: 'auto auto',
    columnGap: tokens.spacingHorizontalM,
    margin: `${tokens.spacingVerticalXS} 0 0`,
    '& dd': { margin: 0, textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  },
});

interface Props {
  usage: ContextUsage;
  /** Called when the tooltip is about to be shown. */
  onOpen: () => void;
}

/** Memory fullness as a line along the top edge of the composer; its tooltip lists the parts. */
export function ContextUsageBar({ usage, onOpen }: Props) {
  const styles = useStyles();
  const percent = Math.round(usage.percent);
  const level = percent >= FULL_PERCENT ? styles.danger : percent >= WARNING_PERCENT ? styles.warning : undefined;
  return (
    <Tooltip content={{ children: <Breakdown usage={usage} /> }} relationship="description" withArrow>
      <div
        className={styles.target}
        role="meter"
        tabIndex={0}
        aria-label={composerTexts.memory.label}
        aria-valuemin={0}
        aria-valuemax={FULL_PERCENT}
        aria-valuenow={Math.min(percent, FULL_PERCENT)}
        aria-valuetext={composerTexts.memory.fullness(percent)}
        onPointerEnter={onOpen}
        onFocus={onOpen}
      >
        <div className={styles.track}>
          <div className={mergeClasses(styles.line, level)} style={{ width: getBarWidth(percent) }} />
        </div>
      </div>
    </Tooltip>
  );
}

/** Width of the line: none below 1%, otherwise at least 12 px so that it can be seen. */
function getBarWidth(percent: number): string {
  return percent < 1 ? '0' : `max(12px, ${Math.min(percent, FULL_PERCENT)}%)`;
}

function Breakdown({ usage: { percent, parts } }: { usage: ContextUsage }) {
  const styles = useStyles();
  const labels = composerTexts.memory;
  const names = Object.entries(labels.parts) as [keyof ContextUsageParts, string][];
  return (
    <div>
      <strong>{labels.fullness(Math.round(percent))}</strong>
      {parts && (
        <dl className={styles.breakdown}>
          {names.map(([part, name]) => (
            <Row key={part} name={name} tokens={parts[part]} />
          ))}
        </dl>
      )}
    </div>
  );
}

function Row({ name, tokens: count }: { name: string; tokens: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {composerTexts.memory.tokens(count)} {composerTexts.memory.unit}
      </dd>
    </>
  );
}
