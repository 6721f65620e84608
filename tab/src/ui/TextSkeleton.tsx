import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { useDelayed } from './useDelayed.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, padding: tokens.spacingHorizontalL },
});

const WIDTHS = ['60%', '95%', '88%', '92%', '70%'];

/** Placeholder lines while a text loads; nothing for the first 200 ms. */
export function TextSkeleton({ label, lines = 5 }: { label: string; lines?: number }) {
  const styles = useStyles();
  if (!useDelayed()) return null;
  return (
    <Skeleton aria-label={label} className={styles.root}>
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonItem key={line} size={16} style={{ width: WIDTHS[line % WIDTHS.length] }} />
      ))}
    </Skeleton>
  );
}
