import { makeStyles } from '@fluentui/react-components';
import { visuallyHidden } from './visuallyHidden.styles.ts';

const useStyles = makeStyles({ heading: visuallyHidden });

interface HiddenHeadingProps {
  level: 1 | 2;
  text: string;
}

/** A heading for screen readers, for a part whose purpose is visible without one. */
export function HiddenHeading({ level, text }: HiddenHeadingProps) {
  const styles = useStyles();
  const Heading = `h${level}` as const;
  return <Heading className={styles.heading}>{text}</Heading>;
}
