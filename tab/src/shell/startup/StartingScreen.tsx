import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components';
import { texts } from '#tab/texts.ts';
import { COLUMN_PX } from '#tab/ui/column.ts';
import { useDelayed } from '#tab/ui/useDelayed.ts';

const useStyles = makeStyles({
  header: {
    height: '44px',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalL,
    paddingInline: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    boxSizing: 'border-box',
    flexShrink: 0,
  },
  frame: { flex: '1 1 0', minHeight: 0, display: 'flex', width: '100%' },
  history: {
    width: '260px',
    flexShrink: 0,
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalL,
    backgroundColor: tokens.colorNeutralBackground2,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 1023px)': { display: 'none' },
  },
  conversation: {
    flex: '1 1 0',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
    padding: tokens.spacingHorizontalXXL,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  composer: { width: '100%', maxWidth: `${COLUMN_PX}px`, alignSelf: 'center' },
});

/** Skeleton of the screen, shown after 200 ms. */
export function StartingScreen() {
  const styles = useStyles();
  if (!useDelayed()) return null;
  return (
    <Skeleton aria-label={texts.session.starting} style={{ display: 'contents' }}>
      <div className={styles.header}>
        <SkeletonItem size={16} style={{ width: 40 }} />
      </div>
      <div className={styles.frame}>
        <div className={styles.history}>
          {['70%', '90%', '60%', '80%'].map((width) => (
            <SkeletonItem key={width} size={16} style={{ width }} />
          ))}
        </div>
        <div className={styles.conversation}>
          <SkeletonItem className={styles.composer} style={{ height: 88 }} />
        </div>
      </div>
    </Skeleton>
  );
}
