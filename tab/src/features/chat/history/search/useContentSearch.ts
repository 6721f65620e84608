import { useEffect, useState } from 'react';
import type { ChatType } from '#contract/chats/chat.ts';
import { searchChats, type ChatSearchResult } from '#contract/chats/history.ts';
import { MAX_SEARCH_CHARACTERS, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { api } from '#tab/api.ts';
import { logFailure } from '#tab/state/log.ts';
import { historyTexts } from '#tab/features/chat/history/history.texts.ts';

/** The search in messages; until a new search ends, `results` are those of the previous text. */
export type ContentSearch =
  | { name: 'idle' | 'onlySymbols'; results: [] }
  | { name: 'searching' | 'ready' | 'failed'; results: readonly ChatSearchResult[] };

const idle: ContentSearch = { name: 'idle', results: [] };
const onlySymbols: ContentSearch = { name: 'onlySymbols', results: [] };

/** Messages are found by their words. */
const HAS_WORD = /[\p{L}\p{N}]/u;

/** Searches in the messages of the person's chats on the server, half a second after the last change of the text. */
export function useContentSearch(typed: string, type: ChatType): ContentSearch {
  const text = typed.trim().slice(0, MAX_SEARCH_CHARACTERS);
  const [search, setSearch] = useState<ContentSearch>(idle);
  useEffect(() => {
    if (!HAS_WORD.test(text)) return setSearch(text === '' ? idle : onlySymbols);
    const controller = new AbortController();
    setSearch(({ results }) => ({ name: 'searching', results }));
    const timer = setTimeout(() => {
      api.call(searchChats, { text, chat_type: type }, { signal: controller.signal }).then(
        ({ results }) => setSearch({ name: 'ready', results }),
        (cause: unknown) => {
          if (controller.signal.aborted) return;
          logFailure(historyTexts.searchFailed, cause);
          setSearch({ name: 'failed', results: [] });
        },
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, type]);
  return search;
}
