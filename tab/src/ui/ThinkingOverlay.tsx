import { makeStyles, Spinner, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  root: {
    position: 'absolute',
    inset: 0,
    zIndex: 2,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    backgroundColor: tokens.colorBackgroundOverlay,
  },
  card: {
    padding: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXXL}`,
    backgroundColor: tokens.colorNeutralBackground1,
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    boxShadow: tokens.shadow16,
  },
});

/** Covers a screen whose answer is still to come: AVA is thinking... */
export function ThinkingOverlay({ label }: { label: string }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <div className={styles.card} role="status">
        <Spinner size="small" label={label} />
      </div>
    </div>
  );
}
