import { Avatar, Checkbox } from '@fluentui/react-components';
import type { Peer } from '../../../../../api/contract/people.ts';
import { ErrorMessage } from '../../../ui/ErrorMessage.tsx';
import { TextSkeleton } from '../../../ui/TextSkeleton.tsx';
import { usePhoto } from '../../settings/usePhoto.ts';
import { chatTexts } from '../chat.texts.ts';
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
                  <PeerAvatar peer={peer} />
                  <span className={styles.names}>
                    <span>{peer.name}</span>
                    <span className={styles.line}>{[peer.title, peer.email].filter(Boolean).join(' · ')}</span>
                  </span>
                </span>
              }
            />
          </li>
        ))}
        {peers.name === 'loading' && <TextSkeleton label={chatTexts.searchPeople} lines={3} />}
        {peers.name === 'ready' && listed.length === 0 && <li className={styles.hint}>{chatTexts.noPeople}</li>}
      </ul>
    </>
  );
}

/** A person's photo, or their initials. */
function PeerAvatar({ peer }: { peer: Peer }) {
  const photo = usePhoto(peer.id);
  return (
    <Avatar
      aria-hidden
      name={peer.name}
      size={32}
      color="colorful"
      {...(photo === null ? {} : { image: { src: photo } })}
    />
  );
}
