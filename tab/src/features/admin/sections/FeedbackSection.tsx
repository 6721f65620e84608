import { Text } from '@fluentui/react-components';
import { getOrganizationFeedback, type OrganizationFeedback } from '#contract/chats/feedback.ts';
import { api } from '#tab/api.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { PlainText } from '#tab/ui/markdown/PlainText.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { useAdminStyles } from '#tab/features/admin/admin.styles.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { answerMenuTexts } from '#tab/features/chat/answerMenu/answerMenu.texts.ts';
import { Totals } from '#tab/features/admin/usage/Totals.tsx';

const texts = adminTexts.feedback;

const fetchFeedback = (_: string, signal: AbortSignal) => api.call(getOrganizationFeedback, {}, { signal });

/** What people wrote to the administrators about answers, without names, questions and answers. */
export function FeedbackSection() {
  const styles = useAdminStyles();
  const [fetched, retry] = useFetched('feedback', fetchFeedback, texts.failed);
  return (
    <>
      <Text className={styles.quiet}>{texts.line}</Text>
      {(fetched.name === 'loading' || fetched.name === 'idle') && <TextSkeleton label={adminTexts.sections.feedback} />}
      {fetched.name === 'failed' && (
        <ErrorMessage text={texts.failed} retry={{ label: adminTexts.retry, action: retry }} />
      )}
      {fetched.name === 'ready' && <Comments feedback={fetched.value} />}
    </>
  );
}

function Comments({ feedback: { likes, dislikes, comments, reports } }: { feedback: OrganizationFeedback }) {
  const styles = useAdminStyles();
  return (
    <>
      {reports.length > 0 && (
        <>
          <Text block weight="semibold">
            {texts.reports}
          </Text>
          <ul aria-label={texts.reports} className={styles.comments}>
            {reports.map(({ reason, comment, date, answer }, index) => (
              <li key={`${date} ${index}`} className={styles.comment}>
                <Text block weight="semibold">
                  {answerMenuTexts.reasons[reason]}
                </Text>
                {comment !== '' && <bdi>{comment}</bdi>}
                {answer !== null && (
                  <details>
                    <summary>{texts.reportedAnswer}</summary>
                    <PlainText text={answer} />
                  </details>
                )}
                <span className={styles.commentOf}>{formatDate(date, 'medium')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Totals totals={{ [texts.likes]: likes, [texts.dislikes]: dislikes }} />
      {comments.length === 0 ? (
        <Text>{texts.none}</Text>
      ) : (
        <ul aria-label={texts.comments} className={styles.comments}>
          {comments.map(({ reaction, comment, date }, index) => (
            <li key={`${date} ${index}`} className={styles.comment}>
              <bdi>{comment}</bdi>
              <span className={styles.commentOf}>{`${texts.reactions[reaction]} · ${formatDate(date, 'medium')}`}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
