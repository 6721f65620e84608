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
import { getAbout, getReleaseNotes } from '../../../../api/contract/organization.ts';
import { api } from '../../api.ts';
import { formatDate } from '../../shell/formatDate.ts';
import { useOrganization, usePerson } from '../../state/session.state.ts';
import { texts } from '../../texts.ts';
import { ErrorLine } from '../../ui/ErrorMessage.tsx';
import Markdown from '../../ui/Markdown.tsx';
import { TextSkeleton } from '../../ui/TextSkeleton.tsx';
import { useLoaded } from './useLoaded.ts';
import { Modal } from '../../ui/Modal.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minHeight: '200px' },
  quiet: { color: tokens.colorNeutralForeground3 },
  divider: { flexGrow: 0 },
  note: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  actions: { alignItems: 'center' },
});

interface AboutPanelProps {
  /** Where it was opened: `ks` from Knowledge Search. */
  type: 'ava' | 'ks';
  onClose: () => void;
}

/** Version and release notes, and whom to write to. */
export default function AboutPanel({ type, onClose }: AboutPanelProps) {
  const styles = useStyles();
  const signedIn = usePerson() !== null;
  const supportEmail = useOrganization()?.supportEmail ?? '';
  return (
    <Modal title={type === 'ks' ? texts.about.knowledgeTitle : texts.about.title} onClose={onClose}>
      <DialogContent className={styles.content}>
        {signedIn ? <Version type={type} /> : <Text>{texts.about.signedOut}</Text>}
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

function fetchAbout(type: AboutPanelProps['type']) {
  return Promise.all([api.call(getAbout, { type }), api.call(getReleaseNotes, {})]);
}

const fetchAboutAva = () => fetchAbout('ava');
const fetchAboutSearch = () => fetchAbout('ks');

function Version({ type }: { type: AboutPanelProps['type'] }) {
  const styles = useStyles();
  const [loaded, retry] = useLoaded(type === 'ks' ? fetchAboutSearch : fetchAboutAva, texts.failures.releaseNotes);
  if (loaded.name === 'loading') return <TextSkeleton label={texts.about.title} />;
  if (loaded.name === 'failed') {
    return <ErrorLine text={texts.failures.releaseNotes} retry={{ label: texts.shell.retry, action: retry }} />;
  }
  const [about, { releaseNotes }] = loaded.value;
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
          <Subtitle2 as="h3">
            {note.version} <Caption1 className={styles.quiet}>{formatDate(note.date, 'long')}</Caption1>
          </Subtitle2>
          <Markdown text={note.content} />
        </section>
      ))}
    </>
  );
}
