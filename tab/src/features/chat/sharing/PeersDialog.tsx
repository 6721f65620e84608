import { Button, DialogActions, DialogContent, SearchBox, Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { isAvaError } from '#contract/errors.ts';
import type { Peer } from '#contract/people.ts';
import type { PeersDialogProps } from '#tab/shell/layout/slots.ts';
import { logFailure } from '#tab/state/log.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { Modal } from '#tab/ui/Modal.tsx';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { PeerList } from './PeerList.tsx';
import { useShareStyles } from './ShareDialog.styles.ts';
import { usePeers } from './usePeers.ts';

/** Maximum number of people in one share call. */
const MAX_PEERS = 20;

type SharingState = { name: 'idle' | 'running' } | { name: 'failed'; detail: string };

/** What the person can do about a limit; empty for other failures. */
const getLimit = (cause: unknown) =>
  isAvaError(cause) && (cause.status === 409 || cause.status === 413) ? cause.detail : '';

/** Chooses colleagues to share something with. */
export default function PeersDialog({ title, hint, failure, onShare, onClose }: PeersDialogProps) {
  const styles = useShareStyles();
  const [search, setSearch] = useState('');
  const [selected, setSelected] = useState<readonly Peer[]>([]);
  const [sharing, setSharing] = useState<SharingState>({ name: 'idle' });
  const peers = usePeers(search.trim());
  const toggle = (peer: Peer) => {
    const without = selected.filter((item) => item.id !== peer.id);
    if (without.length < selected.length) setSelected(without);
    else if (selected.length < MAX_PEERS) setSelected([...selected, peer]);
  };
  const confirm = async () => {
    setSharing({ name: 'running' });
    try {
      await onShare(selected.map((peer) => peer.id));
      onClose();
    } catch (cause) {
      logFailure(failure, cause);
      setSharing({ name: 'failed', detail: getLimit(cause) || failure });
    }
  };
  return (
    <Modal title={title} onClose={onClose}>
      <DialogContent className={styles.content}>
        <p className={styles.hint}>{hint}</p>
        <SearchBox
          className={styles.search}
          value={search}
          placeholder={chatTexts.searchPeople}
          aria-label={chatTexts.searchPeople}
          onChange={(_, { value }) => setSearch(value)}
        />
        <PeerList peers={peers} chosen={selected} onToggle={toggle} />
        <span role="status" className={styles.hint}>
          {chatTexts.selected(selected.length)}
        </span>
        {sharing.name === 'failed' && <ErrorMessage text={sharing.detail} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{chatTexts.cancel}</Button>
        <Button
          appearance="primary"
          disabledFocusable={selected.length === 0 || sharing.name === 'running'}
          icon={sharing.name === 'running' ? <Spinner size="tiny" /> : null}
          onClick={() => void confirm()}
        >
          {chatTexts.share}
        </Button>
      </DialogActions>
    </Modal>
  );
}
