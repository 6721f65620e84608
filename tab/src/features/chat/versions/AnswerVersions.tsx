import { mergeClasses } from '@fluentui/react-components';
import type { Entry } from '#tab/features/chat/chat.state.ts';
import { AnswerActions } from '#tab/features/chat/entries/AnswerActions.tsx';
import { useEntryStyles } from '#tab/features/chat/entries/entry.styles.ts';
import { RegenerateMenu } from './RegenerateMenu.tsx';
import { VersionSwitcher } from './VersionSwitcher.tsx';
import { useVersionStyles } from './versions.styles.ts';

interface AnswerVersionsProps {
  chatId: string;
  entry: Entry;
  messageId: string;
  hasText: boolean;
}

/** The row under an answer: its versions and its actions. An answer without text has only the action Regenerate. */
export function AnswerVersions({ chatId, entry, messageId, hasText }: AnswerVersionsProps) {
  const styles = useVersionStyles();
  const { actions, hiddenUntilHover } = useEntryStyles();
  const regenerate = <RegenerateMenu chatId={chatId} entry={entry} />;
  return (
    <div className={styles.answerEnd}>
      <VersionSwitcher chatId={chatId} entry={entry} />
      {hasText ? (
        <AnswerActions chatId={chatId} entry={entry} messageId={messageId} regenerate={regenerate} />
      ) : (
        <span className={mergeClasses(actions, hiddenUntilHover)} data-shown-on-hover>
          {regenerate}
        </span>
      )}
    </div>
  );
}
