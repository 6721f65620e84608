import { useEffect, useState } from 'react';
import { SEARCH_DEBOUNCE_MS, STATUS_POLL_MS } from '#contract/limits.ts';
import { getSiteFiles } from '#contract/sites/corpusFiles.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { knowledgeTexts } from '#tab/features/knowledge/knowledge.texts.ts';

export type CandidatePage = ReplyOf<typeof getSiteFiles>;

export type Candidates =
  { name: 'loading' } | { name: 'ready'; page: CandidatePage } | { name: 'failed'; detail: string };

const PAGE_SIZE = 200;

/**
 * Loads library files that can be added to a corpus. A search waits for a pause in typing; the list is refreshed while
 * the library is being crawled.
 */
export function useCandidateFiles(siteId: string, search: string) {
  const [candidates, setCandidates] = useState<Candidates>({ name: 'loading' });
  const [request, setAsked] = useState({ limit: PAGE_SIZE, turn: 0, reload: false });
  const debounced = useDebounced(search);

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchPage = async (reload: boolean) => {
      const ask = { site_id: siteId, search: debounced, reload, start: 0, limit: request.limit };
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
    void fetchPage(request.reload);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [siteId, debounced, request]);

  return {
    candidates,
    reload: () => {
      setCandidates({ name: 'loading' });
      setAsked(({ limit, turn }) => ({ limit, turn: turn + 1, reload: true }));
    },
    more: () => setAsked(({ limit, turn }) => ({ limit: limit + PAGE_SIZE, turn: turn + 1, reload: false })),
  };
}

/** The text when nobody has typed for a while. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value.trim()), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
