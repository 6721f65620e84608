import {
  Button,
  Caption1,
  DialogActions,
  DialogContent,
  Divider,
  Link,
  makeStyles,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components';
import { getAbout, getReleaseNotes } from '#contract/organization.ts';
import { api } from '#tab/api.ts';
import { formatDate } from '#tab/shell/formatDate.ts';
import { useOrganization, usePerson } from '#tab/state/session.state.ts';
import { useFetched } from '#tab/state/useFetched.ts';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import Markdown from '#tab/ui/Markdown.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { Modal } from '#tab/ui/Modal.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minHeight: '200px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  divider: { flexGrow: 0 },
  version: { margin: '0' },
  note: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  actions: { alignItems: 'center' },
});

interface AboutDialogProps {
  /** `ks` when it was opened from Knowledge Search. */
  type: 'ava' | 'ks';
  onClose: () => void;
}

/** Version, release notes and support contact. */
export default function AboutDialog({ type, onClose }: AboutDialogProps) {
  const styles = useStyles();
  const signedIn = usePerson() !== null;
  const supportEmail = useOrganization()?.supportEmail ?? '';
  return (
    <Modal title={type === 'ks' ? texts.about.knowledgeTitle : texts.about.title} onClose={onClose}>
      <DialogContent className={styles.content}>
        {signedIn ? <VersionInfo type={type} /> : <Text>{texts.about.signedOut}</Text>}
      </DialogContent>
      <DialogActions className={styles.actions}>
        {supportEmail && <Link href={`mailto:${supportEmail}`}>{texts.about.contact}</Link>}
        <Button appearance="primary" onClick={onClose}>
          {texts.shell.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}

function fetchAbout(key: string, signal: AbortSignal) {
  const type = key === 'ks' ? 'ks' : 'ava';
  return Promise.all([api.call(getAbout, { type }, { signal }), api.call(getReleaseNotes, { type }, { signal })]);
}

function VersionInfo({ type }: { type: AboutDialogProps['type'] }) {
  const styles = useStyles();
  const [fetched, retry] = useFetched(type, fetchAbout, texts.failures.releaseNotes);
  if (fetched.name === 'failed') {
    return <ErrorMessage text={texts.failures.releaseNotes} retry={{ label: texts.shell.retry, action: retry }} />;
  }
  if (fetched.name !== 'ready') return <TextSkeleton label={texts.about.title} />;
  const [about, { releaseNotes }] = fetched.value;
  return (
    <>
      <Caption1 className={styles.quiet}>{texts.about.version(about.version)}</Caption1>
      <Markdown text={about.content} />
      {releaseNotes.length > 0 && (
        <Divider alignContent="start" className={styles.divider}>
          {texts.about.releaseNotes}
        </Divider>
      )}
      {releaseNotes.map((note) => (
        <section key={note.version} className={styles.note}>
          <Subtitle2 as="h3" className={styles.version}>
            {note.version} <Caption1 className={styles.quiet}>{formatDate(note.date, 'long')}</Caption1>
          </Subtitle2>
          <Markdown text={note.content} />
        </section>
      ))}
    </>
  );
}
