import { useEffect, useMemo, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { logFailure } from '#tab/state/log.ts';
import { composerTexts } from '#tab/features/chat/composer/composer.texts.ts';
import type { PickerQuery } from './mentionElements.ts';
import { containsText, type ForeignTarget, type PickerChoice, type PickerPart } from './pickerChoices.ts';

export type FindChoices = (text: string, signal: AbortSignal) => Promise<PickerChoice<ForeignTarget>[]>;

/** Where choices come from, as the person can see them now. */
export interface PickerSource {
  section: string;
  find: FindChoices;
}

/** Longer texts are sentences that begin with an @ or a slash. Nothing is searched for them. */
const MAX_SEARCHED_WORDS = 3;
const CHOICES_PER_SECTION = 5;

type Found =
  | { name: 'none' }
  | { name: 'searching' }
  | { name: 'found'; text: string; parts: readonly PickerPart[]; failed: string[] };

export interface SourceChoices {
  parts: readonly PickerPart[];
  /** A sentence below the list: what is not loaded. */
  note: string;
}

const nothing: SourceChoices = { parts: [], note: '' };

/** Searches the sources for what was typed, after a pause. Until then, what was found before stays if it fits. */
export function usePickerSources(query: PickerQuery | null, sources: readonly PickerSource[]): SourceChoices {
  const [found, setFound] = useState<Found>({ name: 'none' });
  const text = query === null || query.text.split(' ').length > MAX_SEARCHED_WORDS ? null : query.text.trim();

  useEffect(() => {
    setFound((before) => (text === null || before.name === 'none' ? { name: 'none' } : before));
    if (text === null || sources.length === 0) return;
    const controller = new AbortController();
    const search = async () => {
      setFound((before) => (before.name === 'none' ? { name: 'searching' } : before));
      const replies = await Promise.allSettled(sources.map(({ find }) => find(text, controller.signal)));
      if (!controller.signal.aborted) setFound({ name: 'found', text, ...sort(sources, replies) });
    };
    const timer = setTimeout(() => void search(), text === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [text, sources]);

  return useMemo(() => {
    if (text === null || found.name === 'none') return nothing;
    if (found.name === 'searching') return { parts: [], note: composerTexts.picker.searching };
    const note = found.failed.length > 0 ? composerTexts.picker.failed(found.failed) : '';
    return { parts: found.text === text ? found.parts : filter(found.parts, text), note };
  }, [found, text]);
}

function sort(
  sources: readonly PickerSource[],
  replies: readonly PromiseSettledResult<PickerChoice<ForeignTarget>[]>[],
): { parts: PickerPart[]; failed: string[] } {
  const parts: PickerPart[] = [];
  const failed: string[] = [];
  sources.forEach(({ section }, index) => {
    const reply = replies[index];
    if (reply?.status !== 'fulfilled') {
      logFailure(`failed to find ${section}`, reply?.reason);
      failed.push(section);
    } else if (reply.value.length > 0) parts.push({ section, choices: reply.value.slice(0, CHOICES_PER_SECTION) });
  });
  return { parts, failed };
}

function filter(parts: readonly PickerPart[], text: string): PickerPart[] {
  return parts
    .map((part) => ({ ...part, choices: part.choices.filter(({ name }) => containsText(name, text)) }))
    .filter(({ choices }) => choices.length > 0);
}
