import { makeStyles, mergeClasses, tokens, Tooltip } from '@fluentui/react-components';
import { composerTexts } from './composer.texts.ts';
import type { Memory } from './memoryParts.ts';

const WARNING_PERCENT = 80;
const FULL_PERCENT = 100;

const useStyles = makeStyles({
  // Two pixels are too thin to point at: the place that answers is taller than the line.
  place: {
    position: 'absolute',
    top: 0,
    left: tokens.spacingHorizontalL,
    right: tokens.spacingHorizontalL,
    height: '8px',
    borderRadius: tokens.borderRadiusSmall,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  line: {
    height: '2px',
    borderRadius: tokens.borderRadiusCircular,
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

/** How full the memory of the model is, along the top edge of the composer; its tooltip says what fills it. */
export function MemoryLine({ memory }: { memory: Memory }) {
  const styles = useStyles();
  const percent = Math.round(memory.percent);
  const level = percent >= FULL_PERCENT ? styles.danger : percent >= WARNING_PERCENT ? styles.warning : undefined;
  return (
    <Tooltip content={{ children: <Breakdown memory={memory} /> }} relationship="description" withArrow>
      <div
        className={styles.place}
        role="meter"
        tabIndex={0}
        aria-label={composerTexts.memory.label}
        aria-valuemin={0}
        aria-valuemax={FULL_PERCENT}
        aria-valuenow={Math.min(percent, FULL_PERCENT)}
        aria-valuetext={composerTexts.memory.fullness(percent)}
      >
        <div className={mergeClasses(styles.line, level)} style={{ width: lengthOf(percent) }} />
      </div>
    </Tooltip>
  );
}

/** Nothing below one per cent, and from there on more than a speck. */
function lengthOf(percent: number): string {
  return percent < 1 ? '0' : `max(12px, ${Math.min(percent, FULL_PERCENT)}%)`;
}

function Breakdown({ memory }: { memory: Memory }) {
  const styles = useStyles();
  const words = composerTexts.memory;
  const parts = Object.entries(words.parts) as [keyof Memory['parts'], string][];
  return (
    <div>
      <strong>{words.fullness(Math.round(memory.percent))}</strong>
      <dl className={styles.breakdown}>
        {parts.map(([part, name]) => (
          <Row key={part} name={name} tokens={memory.parts[part]} />
        ))}
      </dl>
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
