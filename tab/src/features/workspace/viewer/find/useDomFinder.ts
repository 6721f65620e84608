import { makeStaticStyles } from '@fluentui/react-components';
import { useEffect, useRef, type RefObject } from 'react';
import { createDomFinder, highlightStyles } from './domFinder.ts';
import type { Finder } from './finder.ts';

export type OnFinder = (finder: Finder | null) => void;

const useHighlightStyles = makeStaticStyles(highlightStyles);

/** Offers a search in the text of an element. */
export function useDomFinder(root: RefObject<HTMLElement | null>, onFinder: OnFinder): void {
  useHighlightStyles();
  const latest = useRef(onFinder);
  useEffect(() => {
    latest.current = onFinder;
  });
  useEffect(() => {
    const finder = createDomFinder(() => root.current);
    latest.current(finder);
    return () => {
      finder.clear();
      latest.current(null);
    };
  }, [root]);
}
