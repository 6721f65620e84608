import { Checkbox } from '@fluentui/react-components';
import type { Peer } from '#contract/people.ts';
import { ErrorMessage } from '#tab/ui/ErrorMessage.tsx';
import { PersonPicture } from '#tab/ui/PersonPicture.tsx';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import { usePhoto } from '#tab/features/settings/usePhoto.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { useShareStyles } from './ShareDialog.styles.ts';
import type { Peers } from './usePeers.ts';

interface PeerListProps {
  peers: Peers;
  chosen: readonly Peer[];
  onToggle: (peer: Peer) => void;
}

/** People to choose from; selected people stay in the list during a search. */
export function PeerList({ peers, chosen, onToggle }: PeerListProps) {
  const styles = useShareStyles();
  const found = peers.name === 'ready' ? peers.peers : [];
  const listed = [...chosen, ...found.filter((peer) => chosen.every((selected) => selected.id !== peer.id))];
  return (
    <>
      {peers.name === 'failed' && <ErrorMessage text={chatTexts.peersFailed} />}
      <ul className={styles.list} aria-label={chatTexts.searchPeople}>
        {listed.map((peer) => (
          <li key={peer.id}>
            <Checkbox
              checked={chosen.some((selected) => selected.id === peer.id)}
              onChange={() => onToggle(peer)}
              label={
                <span className={styles.peer}>
                  <PeerPicture peer={peer} />
                  <span className={styles.names}>
                    <span>{peer.name}</span>
                    <span className={styles.line}>{[peer.title, peer.email].filter(Boolean).join(' · ')}</span>
                  </span>
                </span>
              }
            />
          </li>
        ))}
        {peers.name === 'loading' && (
          <li>
            <TextSkeleton label={chatTexts.searchPeople} lines={3} />
          </li>
        )}
        {peers.name === 'ready' && listed.length === 0 && <li className={styles.hint}>{chatTexts.noPeople}</li>}
      </ul>
    </>
  );
}

function PeerPicture({ peer }: { peer: Peer }) {
  return <PersonPicture name={peer.name} photo={usePhoto(peer.id)} size={32} />;
}
