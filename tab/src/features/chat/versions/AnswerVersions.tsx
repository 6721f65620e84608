import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Entry } from '../chat.state.ts';
import { useEntryStyles } from '../entries/entry.styles.ts';
import { RegenerateMenu } from './RegenerateMenu.tsx';
import { VersionSwitcher } from './VersionSwitcher.tsx';
import { useVersionStyles } from './versions.styles.ts';

interface AnswerVersionsProps {
  chatId: string;
  entry: Entry;
  /** The other actions of the answer. */
  children: ReactNode;
}

/** The row under an answer: its versions, the menu for another one, and its other actions. */
export function AnswerVersions({ chatId, entry, children }: AnswerVersionsProps) {
  const styles = useVersionStyles();
  const { actions, hiddenUntilHover } = useEntryStyles();
  return (
    <div className={styles.answerEnd}>
      <VersionSwitcher chatId={chatId} entry={entry} />
      {children}
      <span className={mergeClasses(actions, hiddenUntilHover)} data-shown-on-hover>
        <RegenerateMenu chatId={chatId} entry={entry} />
      </span>
    </div>
  );
}
