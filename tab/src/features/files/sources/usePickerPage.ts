import { useEffect, useState } from 'react';
import { isAvaError, type ErrorCode } from '#contract/errors.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { logFailure } from '#tab/state/log.ts';
import { loadPage } from './sources.actions.ts';
import type { PickerPage, Place, SourceName } from './sources.state.ts';
import { fileTexts } from '#tab/features/files/files.texts.ts';
import { sourceTexts } from './sources.texts.ts';

export type PickerContent =
  | { name: 'loading' }
  | { name: 'ready'; page: PickerPage; text: string }
  | { name: 'failed'; code: ErrorCode | null; detail: string };

/** Loads what the picker shows. A search waits for a pause in typing; an earlier request is cancelled. */
export function usePickerPage(source: SourceName, place: Place | null, search: string) {
  const [content, setContent] = useState<PickerContent>({ name: 'loading' });
  const [turn, setTurn] = useState(0);
  const text = search.trim().slice(0, 200);

  useEffect(() => {
    const controller = new AbortController();
    const load = async () => {
      setContent({ name: 'loading' });
      try {
        const page = await loadPage(source, place, text, controller.signal);
        if (!controller.signal.aborted) setContent({ name: 'ready', page, text });
      } catch (cause) {
        if (controller.signal.aborted) return;
        logFailure('failed to load a source of files', cause);
        setContent(toFailure(cause));
      }
    };
    const timer = setTimeout(() => void load(), text === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [source, place, text, turn]);

  return { content, retry: () => setTurn((before) => before + 1) };
}

function toFailure(cause: unknown): PickerContent {
  if (isAvaError(cause)) return { name: 'failed', code: cause.code, detail: cause.detail };
  return { name: 'failed', code: null, detail: navigator.onLine ? sourceTexts.failed : fileTexts.offline };
}
