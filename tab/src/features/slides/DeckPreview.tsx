import { Button, mergeClasses, Spinner } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { EmptyState } from '#tab/ui/EmptyState.tsx';
import type { Drawing } from '#tab/features/workspace/viewer/drawn/drawing.ts';
import { drawingStyles } from '#tab/features/workspace/viewer/drawn/drawing.styles.ts';
import { slideTexts } from './slides.texts.ts';
import { useSlideStyles } from './slides.styles.ts';
import type { Preview } from './useSlideFlow.ts';

interface DeckPreviewProps {
  preview: Preview;
  onBroken: (cause: unknown) => void;
  onRetry: () => void;
}

/** The slides as PowerPoint shows them. The last picture stays while a new one is made. */
export function DeckPreview({ preview, onBroken, onRetry }: DeckPreviewProps) {
  const styles = useSlideStyles();
  if (preview.name === 'failed')
    return (
      <div role="alert" className={styles.paper}>
        <EmptyState
          title={slideTexts.wentWrong}
          line={
            preview.isOffline ? `${slideTexts.previewFailed} ${slideTexts.previewOffline}` : slideTexts.previewFailed
          }
          action={<Button onClick={onRetry}>{slideTexts.retry}</Button>}
        />
      </div>
    );
  if (preview.name === 'missing')
    return (
      <div role="status" className={styles.paper}>
        <EmptyState title={preview.text} />
      </div>
    );
  return (
    <div className={styles.paper} aria-busy={preview.name === 'drawing'}>
      {preview.bytes && <DrawnDeck bytes={preview.bytes} onBroken={onBroken} />}
      <div role="status" className={mergeClasses(preview.bytes ? styles.status : styles.centered)}>
        {preview.name === 'drawing' && (
          <Spinner size="tiny" label={slideTexts.drawing} className={preview.bytes ? styles.badge : undefined} />
        )}
      </div>
    </div>
  );
}

function DrawnDeck({ bytes, onBroken }: { bytes: Blob; onBroken: (cause: unknown) => void }) {
  const styles = useSlideStyles();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const controller = new AbortController();
    const tree = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const style = document.createElement('style');
    style.textContent = drawingStyles;
    const root = document.createElement('div');
    let drawing: Drawing | null = null;
    const top = element.scrollTop;
    const draw = async () => {
      const { drawSlides } = await import('#tab/features/workspace/viewer/drawn/drawSlides.ts');
      drawing = await drawSlides(root, bytes, element);
      if (controller.signal.aborted) return drawing.dispose();
      tree.replaceChildren(style, root);
      element.scrollTop = top;
    };
    draw().catch((cause: unknown) => controller.signal.aborted || onBroken(cause));
    return () => {
      controller.abort();
      drawing?.dispose();
    };
  }, [bytes, onBroken]);
  return <div ref={host} tabIndex={0} role="document" aria-label={slideTexts.preview} className={styles.scroller} />;
}
