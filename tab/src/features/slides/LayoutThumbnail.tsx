import { useEffect, useRef, useState } from 'react';
import type { LayoutChoice } from '#contract/exports/presentations.ts';
import { logFailure } from '#tab/state/log.ts';
import { fetchLayoutDeck } from './slides.actions.ts';
import { useSlideStyles } from './slides.styles.ts';

const opened = new WeakMap<Blob, Promise<import('./drawThumbnails.ts').Thumbnails>>();

/** The deck is parsed once for all of its thumbnails. */
async function openLayouts(templateFolder: string) {
  const bytes = await fetchLayoutDeck(templateFolder);
  const known = opened.get(bytes) ?? import('./drawThumbnails.ts').then((module) => module.openThumbnails(bytes));
  opened.set(bytes, known);
  return known;
}

/** A picture of a layout as the template draws it. Its name is next to it, so screen readers skip it. */
export function LayoutThumbnail({ layout, className }: { layout: LayoutChoice; className?: string }) {
  const styles = useSlideStyles();
  const host = useRef<HTMLSpanElement>(null);
  const [ratio, setRatio] = useState(16 / 9);
  const { templateFolder, thumbnail } = layout;
  useEffect(() => {
    const controller = new AbortController();
    let remove: (() => void) | null = null;
    openLayouts(templateFolder).then(
      (deck) => {
        if (controller.signal.aborted || !host.current) return;
        setRatio(deck.ratio);
        remove = deck.draw(Number(thumbnail.split('#')[1] ?? 1) - 1, host.current);
      },
      (cause: unknown) => logFailure('failed to draw layout', cause),
    );
    return () => {
      controller.abort();
      remove?.();
    };
  }, [templateFolder, thumbnail]);
  return (
    <span className={className}>
      <span
        ref={host}
        aria-hidden
        className={styles.thumbnail}
        style={{ display: 'block', aspectRatio: String(ratio) }}
      />
    </span>
  );
}
