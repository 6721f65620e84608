import {
  Button,
  Caption1,
  DialogActions,
  DialogContent,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Subtitle2,
  Text,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import { PROFILE_PHOTO_PX } from '#contract/limits.ts';
import type { Session } from '#contract/people.ts';
import { refreshProfile } from '#tab/state/session.actions.ts';
import { usePerson } from '#tab/state/session.state.ts';
import { texts } from '#tab/texts.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { PersonPicture } from '#tab/ui/PersonPicture.tsx';
import { usePhoto } from './usePhoto.ts';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  who: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM, minWidth: 0 },
  names: { display: 'flex', flexDirection: 'column', minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
  rows: {
    display: 'grid',
    gridTemplateColumns: 'max-content 1fr',
    columnGap: tokens.spacingHorizontalL,
    rowGap: tokens.spacingVerticalS,
    margin: '0',
  },
  value: { margin: '0', overflowWrap: 'anywhere' },
});

type Refresh = { name: 'idle' } | { name: 'refreshing' } | { name: 'refreshed' } | { name: 'failed' };

/** What Microsoft 365 says about the signed-in person, with a button that reads it again. */
export default function ProfileDialog({ onClose }: { onClose: () => void }) {
  const styles = useStyles();
  const person = usePerson();
  const [refresh, setRefresh] = useState<Refresh>({ name: 'idle' });
  const [revision, setRevision] = useState(0);
  const photo = usePhoto(undefined, revision);
  if (!person) return null;

  async function startRefresh() {
    setRefresh({ name: 'refreshing' });
    try {
      await refreshProfile();
      setRevision(revision + 1);
      setRefresh({ name: 'refreshed' });
    } catch {
      setRefresh({ name: 'failed' });
    }
  }

  const busy = refresh.name === 'refreshing';
  return (
    <Modal title={texts.profile.title} onClose={onClose}>
      <DialogContent className={styles.content}>
        <div className={styles.who}>
          <PersonPicture name={person.name} photo={photo} size={PROFILE_PHOTO_PX} />
          <div className={styles.names}>
            <Subtitle2>{person.name}</Subtitle2>
            {person.title && <Caption1 className={styles.quiet}>{person.title}</Caption1>}
          </div>
        </div>
        <Rows person={person} />
        <Caption1 className={styles.quiet}>{texts.profile.source}</Caption1>
        {refresh.name === 'refreshed' && (
          <MessageBar intent="success">
            <MessageBarBody>{texts.profile.refreshed}</MessageBarBody>
          </MessageBar>
        )}
        {refresh.name === 'failed' && <ErrorMessage text={texts.failures.profile} />}
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={busy} onClick={() => void startRefresh()}>
          {busy ? texts.profile.refreshing : texts.profile.refresh}
        </Button>
        <Button appearance="primary" onClick={onClose}>
          {texts.shell.close}
        </Button>
      </DialogActions>
    </Modal>
  );
}

const rowNames = ['department', 'company', 'officeLocation', 'phone', 'email'] as const;

function Rows({ person }: { person: Session }) {
  const styles = useStyles();
  const teams = person.teams.map(({ name }) => name).join(', ');
  const rows = [
    ...rowNames.map((name) => ({ label: texts.profile.rows[name], value: person[name] })),
    { label: texts.profile.rows.teams, value: teams },
  ].filter(({ value }) => value !== '');
  if (rows.length === 0) return <Text>{texts.profile.empty}</Text>;
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value }) => (
        <Row key={label} label={label} value={value} />
      ))}
    </dl>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  const styles = useStyles();
  return (
    <>
      <dt className={styles.quiet}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </>
  );
}
