import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { MouseEvent } from 'react';
import { texts } from '#tab/texts.ts';
import { focusPane } from '#tab/shell/keyboard/paneFocus.ts';
import { visuallyHidden } from '#tab/ui/visuallyHidden.styles.ts';

export const CONVERSATION_ID = 'conversation';

const useStyles = makeStyles({
  link: {
    ':not(:focus)': visuallyHidden,
    ':focus': {
      position: 'absolute',
      insetBlockStart: tokens.spacingVerticalXS,
      insetInlineStart: tokens.spacingHorizontalXS,
      zIndex: 2,
      padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: tokens.colorNeutralBackground1,
      boxShadow: tokens.shadow16,
    },
  },
});

/** The first link of the page: moves the focus past the header and the history into the conversation. */
export function SkipLink() {
  const styles = useStyles();
  // The address must not change: the router reads it.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    focusPane('conversation');
  };
  return (
    <Link href={`#${CONVERSATION_ID}`} className={styles.link} onClick={skip}>
      {texts.shell.skipToConversation}
    </Link>
  );
}
