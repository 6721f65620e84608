import { Button, DialogActions, DialogContent, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { useFetched } from '#tab/state/useFetched.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';
import { sites } from '#tab/features/knowledge/sites/sites.state.ts';
import { openDialog } from '#tab/shell/dialogs.ts';
import { AccessRequests } from './AccessRequests.tsx';
import { fetchInsights } from './editSite.actions.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  title: { margin: '0' },
  quiet: { color: tokens.colorNeutralForeground3 },
  list: {
    margin: '0',
    padding: '0',
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
  },
  row: { overflowWrap: 'anywhere' },
  reason: { display: 'block', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const texts = knowledgeTexts.insights;

/** Insights for owners: files that failed, files that were never cited, searches without an answer, feedback. */
export default function SiteInsightsDialog({ siteId, onClose }: { siteId: string; onClose: () => void }) {
  const styles = useStyles();
  const site = useSnapshot(sites).accessible.find((candidate) => candidate.SiteId === siteId);
  const name = site?.SiteName ?? '';
  const manageFiles = () => {
    onClose();
    openDialog({ name: 'corpusFiles', siteId });
  };
  const [fetched, retry] = useFetched(siteId, fetchInsights, texts.failed);
  return (
    <Modal title={texts.title(name)} onClose={onClose}>
      <DialogContent className={styles.content}>
        <section className={styles.part}>
          <Subtitle2 as="h2" className={styles.title}>
            {knowledgeTexts.access.requests}
          </Subtitle2>
          <AccessRequests siteId={siteId} link={site?.SiteLink ?? ''} />
        </section>
        {(fetched.name === 'loading' || fetched.name === 'idle') && <TextSkeleton label={texts.title(name)} />}
        {fetched.name === 'failed' && (
          <ErrorMessage text={texts.failed} retry={{ label: knowledgeTexts.retry, action: retry }} />
        )}
        {fetched.name === 'ready' && (
          <>
            <Part
              title={texts.failedFiles}
              none={texts.noFailedFiles}
              action={{ label: texts.addAgain, run: manageFiles }}
            >
              {fetched.value.failed.map((file, index) => (
                <Row key={`${index} ${file.name}`} name={file.name} more={file.reason} />
              ))}
            </Part>
            <Part
              title={texts.neverCited}
              none={texts.noneUncited}
              action={{ label: texts.removeFiles, run: manageFiles }}
            >
              {fetched.value.neverCited.map((file, index) => (
                <Row key={`${index} ${file}`} name={file} />
              ))}
            </Part>
            <Part title={texts.feedback(fetched.value.feedback)} hint={texts.feedbackHint} none={texts.noFeedback}>
              {fetched.value.feedback.comments.map(({ reaction, comment, date }) => (
                <Row key={`${date} ${comment}`} name={comment} more={texts.reactions[reaction]} />
              ))}
            </Part>
            <Part title={texts.unanswered} hint={texts.unansweredHint} none={texts.noUnanswered}>
              {fetched.value.unanswered.map(({ terms, askers }) => (
                <Row key={terms} name={terms} more={texts.askers(askers)} />
              ))}
            </Part>
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onClose}>
          {knowledgeTexts.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}

interface PartProps {
  title: string;
  hint?: string;
  none: string;
  /** What the owner can do about the items. */
  action?: { label: string; run: () => void };
  children: ReactNode[];
}

function Part({ title, hint, none, action, children }: PartProps) {
  const styles = useStyles();
  return (
    <section className={styles.part}>
      <Subtitle2 as="h2" className={styles.title}>
        {title}
      </Subtitle2>
      {hint && children.length > 0 && <Text className={styles.quiet}>{hint}</Text>}
      {children.length === 0 ? (
        <Text className={styles.quiet}>{none}</Text>
      ) : (
        <>
          <ul className={styles.list}>{children}</ul>
          {action && (
            <div>
              <Button size="small" onClick={action.run}>
                {action.label}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function Row({ name, more }: { name: string; more?: string }) {
  const styles = useStyles();
  return (
    <li className={styles.row}>
      <bdi>{name}</bdi>
      {more && <span className={styles.reason}>{more}</span>}
    </li>
  );
}
