import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, STATUS_POLL_MS } from '../../../../../api/contract/limits.ts';
import { getSiteFiles } from '../../../../../api/contract/corpusFiles.ts';
import type { ReplyOf } from '../../../../../api/contract/endpoint.ts';
import { api } from '../../../api.ts';
import { logFailure } from '../../../state/log.ts';
import { knowledgeTexts } from '../knowledge.texts.ts';

export type Page = ReplyOf<typeof getSiteFiles>;

export type Candidates = { name: 'loading' } | { name: 'ready'; page: Page } | { name: 'failed'; detail: string };

const PAGE = 200;

/**
 * Files of a corpus's library that could take part, as many as are shown. A search waits for a pause in typing; the list
 * grows by itself while the library is still being looked through.
 */
export function useCandidates(siteId: string, search: string) {
  const [candidates, setCandidates] = useState<Candidates>({ name: 'loading' });
  const [asked, setAsked] = useState({ limit: PAGE, turn: 0, reload: false });
  const debounced = useDebounced(search);

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchPage = async (reload: boolean) => {
      const ask = { site_id: siteId, search: debounced, reload, start: 0, limit: asked.limit };
      try {
        const page = await api.call(getSiteFiles, ask, { signal: controller.signal });
        if (controller.signal.aborted) return;
        setCandidates({ name: 'ready', page });
        if (page.crawl.state === 'running') timer = setTimeout(() => void fetchPage(false), STATUS_POLL_MS);
      } catch (cause) {
        if (controller.signal.aborted) return;
        logFailure(knowledgeTexts.corpus.filesFailed, cause);
        setCandidates({ name: 'failed', detail: knowledgeTexts.corpus.filesFailed });
      }
    };
    void fetchPage(asked.reload);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [siteId, debounced, asked]);

  return {
    candidates,
    reload: () => {
      setCandidates({ name: 'loading' });
      setAsked(({ limit, turn }) => ({ limit, turn: turn + 1, reload: true }));
    },
    more: () => setAsked(({ limit, turn }) => ({ limit: limit + PAGE, turn: turn + 1, reload: false })),
  };
}

function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
