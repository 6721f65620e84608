import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  ground: { fill: tokens.colorBrandBackground, forcedColorAdjust: 'none' },
  line: { stroke: tokens.colorNeutralForegroundOnBrand, fill: 'none' },
  point: { fill: tokens.colorNeutralForegroundOnBrand },
  mark: { display: 'block', flexShrink: 0 },
});

/** AVA's logo. */
export function Logo({ size = 24, className }: { size?: number; className?: string }) {
  const styles = useStyles();
  return (
    <svg width={size} height={size} viewBox="0 0 192 192" aria-hidden className={mergeClasses(styles.mark, className)}>
      <rect width="192" height="192" rx="44" className={styles.ground} />
      <path
        d="M54 138 96 50l42 88"
        strokeWidth="20"
        strokeLinecap="round"
        strokeLinejoin="round"
        className={styles.line}
      />
      <circle cx="96" cy="122" r="13" className={styles.point} />
    </svg>
  );
}
