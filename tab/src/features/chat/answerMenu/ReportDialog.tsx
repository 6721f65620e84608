import {
  Button,
  Checkbox,
  DialogActions,
  DialogContent,
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  Text,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { MAX_FEEDBACK_CHARACTERS, reportReasons, type ReportReason } from '#contract/chats/feedback.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { PlainText } from '#tab/ui/markdown/PlainText.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { sendReport } from './answerMenu.actions.ts';
import { answerMenuTexts as texts } from './answerMenu.texts.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  sent: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalM,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  answer: { maxHeight: '160px', overflowY: 'auto' },
  quiet: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

interface ReportDialogProps {
  messageId: string;
  /** The text of the answer as the person reads it. */
  answer: string;
  onClose: () => void;
}

/** Reports an answer to the administrators, and shows beforehand what is sent. The answer is sent only if it is ticked. */
export default function ReportDialog({ messageId, answer, onClose }: ReportDialogProps) {
  const styles = useStyles();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [comment, setComment] = useState('');
  const [withAnswer, setWithAnswer] = useState(false);
  const [state, setState] = useState<'writing' | 'sending' | 'failed'>('writing');
  const send = async () => {
    if (reason === null || state === 'sending') return;
    setState('sending');
    try {
      await sendReport(messageId, { reason, comment, withAnswer });
      onClose();
    } catch (cause) {
      logFailure(texts.reportFailed, cause);
      setState('failed');
    }
  };
  return (
    <Modal title={texts.report} modalType="work" onClose={onClose}>
      <DialogContent className={styles.content}>
        <Text>{texts.reportLine}</Text>
        <Field label={texts.reason}>
          <RadioGroup value={reason ?? ''} onChange={(_, { value }) => setReason(value as ReportReason)}>
            {reportReasons.map((name) => (
              <Radio key={name} value={name} label={texts.reasons[name]} />
            ))}
          </RadioGroup>
        </Field>
        <Field label={texts.comment}>
          <Textarea
            value={comment}
            maxLength={MAX_FEEDBACK_CHARACTERS}
            onChange={(_, { value }) => setComment(value)}
          />
        </Field>
        <Checkbox
          label={texts.withAnswer}
          checked={withAnswer}
          onChange={(_, { checked }) => setWithAnswer(checked === true)}
        />
        <section className={styles.sent} aria-label={texts.sent}>
          <Text weight="semibold">{texts.sent}</Text>
          <Text>{reason === null ? texts.sentNothing : texts.reasons[reason]}</Text>
          {comment.trim() !== '' && <Text>{comment.trim()}</Text>}
          {withAnswer && (
            // The text scrolls, so the keyboard must reach it.
            <div className={styles.answer} tabIndex={0} role="group" aria-label={texts.withAnswer}>
              <PlainText text={answer} />
            </div>
          )}
        </section>
        <Text className={styles.quiet}>{texts.notSent}</Text>
        {state === 'failed' && <ErrorMessage text={texts.reportFailed} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          appearance="primary"
          disabledFocusable={reason === null || state === 'sending'}
          onClick={() => void send()}
        >
          {texts.send}
        </Button>
      </DialogActions>
    </Modal>
  );
}
