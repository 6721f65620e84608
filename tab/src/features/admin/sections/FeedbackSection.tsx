import { Text } from '@fluentui/react-components';
import { getOrganizationFeedback, type Feedback } from '../../../../../api/contract/chats/feedback.ts';
import { api } from '../../../api.ts';
import { formatDate } from '../../../shell/formatDate.ts';
import { useFetched } from '../../../state/useFetched.ts';
import { ErrorMessage } from '../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { useAdminStyles } from '../admin.styles.ts';
import { adminTexts } from '../admin.texts.ts';
import { Totals } from '../usage/Totals.tsx';

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

function Comments({ feedback: { likes, dislikes, comments } }: { feedback: Feedback }) {
  const styles = useAdminStyles();
  return (
    <>
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
