import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { splitFileName } from './fileName.rules.ts';

const useStyles = makeStyles({
  name: { position: 'relative', display: 'block', minWidth: 0, maxWidth: '100%' },
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  shown: {
    display: 'flex',
    minWidth: 0,
    whiteSpace: 'pre',
    '::before': { content: 'attr(data-start)', overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 },
    '::after': { content: 'attr(data-end)', flexShrink: 0 },
  },
});

/**
 * A file name in one line. Where it does not fit, its middle is left out and its extension stays. The parts are drawn by
 * CSS, so that a screen reader finds the name in one piece.
 */
export function FileName({ name, className }: { name: string; className?: string | undefined }) {
  const styles = useStyles();
  const { start, end } = splitFileName(name);
  return (
    <bdi title={name} className={mergeClasses(styles.name, className)}>
      <span className={styles.spoken}>{name}</span>
      <span aria-hidden className={styles.shown} data-start={start} data-end={end} />
    </bdi>
  );
}
