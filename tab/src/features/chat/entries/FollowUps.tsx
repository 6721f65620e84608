import { Button } from '@fluentui/react-components';
import { ArrowTurnDownRightRegular } from '@fluentui/react-icons';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { fillDraft } from '#tab/features/chat/composer/draft/draft.actions.ts';
import { useEntryStyles } from './entry.styles.ts';

/** Follow-up questions; a click puts one into the composer. */
export function FollowUps({ chatId, questions }: { chatId: string; questions: readonly string[] }) {
  const styles = useEntryStyles();
  if (questions.length === 0) return null;
  return (
    <ul className={styles.followUps} aria-label={chatTexts.followUps}>
      {questions.map((question) => (
        <li key={question}>
          <Button
            appearance="subtle"
            size="small"
            className={styles.followUp}
            icon={<ArrowTurnDownRightRegular />}
            onClick={() => fillDraft(chatId, question)}
          >
            <bdi>{question}</bdi>
          </Button>
        </li>
      ))}
    </ul>
  );
}
