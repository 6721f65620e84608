import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import type { Peer } from '#contract/people.ts';
import { logFailure } from '#tab/state/log.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';
import { findPeers } from './share.actions.ts';

export type Peers = { name: 'loading' } | { name: 'ready'; peers: Peer[] } | { name: 'failed' };

/** Searches people; debounced by half a second, immediate for an empty search. */
export function usePeers(search: string): Peers {
  const [peers, setPeers] = useState<Peers>({ name: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        findPeers(search, controller.signal).then(
          (found) => setPeers({ name: 'ready', peers: found }),
          (cause: unknown) => {
            if (controller.signal.aborted) return;
            logFailure(chatTexts.peersFailed, cause);
            setPeers({ name: 'failed' });
          },
        );
      },
      search === '' ? 0 : SEARCH_DEBOUNCE_MS,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search]);
  return peers;
}
