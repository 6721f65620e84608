import { Button, Field, makeStyles, Text, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { MAX_FEEDBACK_CHARACTERS, type Rating } from '#contract/chats/feedback.ts';
import { rate, removeRating } from './feedback.actions.ts';
import { feedback } from './feedback.state.ts';
import { feedbackTexts } from './feedback.texts.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, width: 'min(320px, 80vw)' },
  buttons: { display: 'flex', justifyContent: 'flex-end', gap: tokens.spacingHorizontalS },
});

interface FeedbackFormProps {
  messageId: string;
  reaction: Rating['reaction'];
  onDone: () => void;
}

/** Thanks the person for a rating and takes an optional comment. */
export default function FeedbackForm({ messageId, reaction, onDone }: FeedbackFormProps) {
  const styles = useStyles();
  const [comment, setComment] = useState(feedback.ratings[messageId]?.comment ?? '');
  const finish = (save: Promise<void>) => {
    void save;
    onDone();
  };
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        finish(rate(messageId, { reaction, comment: comment.trim() }));
      }}
    >
      <Text role="status">{feedbackTexts.thanks}</Text>
      <Field label={feedbackTexts.question} hint={feedbackTexts.hint}>
        <Textarea
          value={comment}
          maxLength={MAX_FEEDBACK_CHARACTERS}
          rows={3}
          onChange={(_, { value }) => setComment(value)}
        />
      </Field>
      <div className={styles.buttons}>
        <Button appearance="subtle" onClick={() => finish(removeRating(messageId))}>
          {feedbackTexts.remove}
        </Button>
        <Button appearance="primary" type="submit">
          {feedbackTexts.send}
        </Button>
      </div>
    </form>
  );
}
