import { Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { texts } from '#tab/texts.ts';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import type { ViewerTarget } from '#tab/features/workspace/workspace.state.ts';
import { createDomFinder, highlightStyles } from '#tab/features/workspace/viewer/find/domFinder.ts';
import type { Finder } from '#tab/features/workspace/viewer/find/finder.ts';
import { useViewerStyles } from '#tab/features/workspace/viewer/viewer.styles.ts';
import type { Draw, Drawing } from './drawing.ts';
import { drawingStyles } from './drawing.styles.ts';
import { markPassage } from './markPassage.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', flex: '1 1 0', minHeight: 0, position: 'relative' },
  scroller: {
    flex: '1 1 0',
    minHeight: 0,
    overflow: 'auto',
    // A document cannot draw over the tab, whatever its styles say.
    contain: 'strict',
    forcedColorAdjust: 'none',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

/** Each format is loaded when the first file of it is opened. */
const drawers: Record<'word' | 'slides', Draw> = {
  word: async (root, bytes) => (await import('./drawWord.ts')).drawWord(root, bytes),
  slides: async (...input) => (await import('./drawSlides.ts')).drawSlides(...input),
};

interface DrawnDocumentProps {
  kind: keyof typeof drawers;
  bytes: Blob;
  target: ViewerTarget;
  onFinder: (finder: Finder | null) => void;
  /** Called when the document cannot be drawn. */
  onBroken: (cause: unknown) => void;
}

/** A DOCX or PPTX as it looks in its program, in a shadow tree, with the cited passage marked. */
export default function DrawnDocument({ kind, bytes, target, onFinder, onBroken }: DrawnDocumentProps) {
  const styles = useStyles();
  const viewer = useViewerStyles();
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'drawing' | 'ready' | 'passageMissing'>('drawing');
  const latest = useRef({ onFinder, onBroken });
  useEffect(() => {
    latest.current = { onFinder, onBroken };
  });

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const controller = new AbortController();
    const tree = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const root = document.createElement('div');
    const style = document.createElement('style');
    style.textContent = drawingStyles + highlightStyles;
    tree.replaceChildren(style, root);
    setState('drawing');
    let drawing: Drawing | null = null;
    const draw = async () => {
      drawing = await drawers[kind](root, bytes, element);
      if (controller.signal.aborted) return drawing.dispose();
      const isFound = await markPassage(root, drawing, target);
      if (controller.signal.aborted) return;
      setState(isFound ? 'ready' : 'passageMissing');
      latest.current.onFinder(createDomFinder(() => root, drawing.drawAll));
    };
    draw().catch((cause: unknown) => {
      if (!controller.signal.aborted) latest.current.onBroken(cause);
    });
    return () => {
      controller.abort();
      latest.current.onFinder(null);
      drawing?.dispose();
      tree.replaceChildren();
    };
  }, [kind, bytes, target]);

  return (
    <div className={styles.root}>
      {state === 'passageMissing' && <Caption1 className={viewer.note}>{texts.workspace.passageMissing}</Caption1>}
      {state === 'drawing' && <TextSkeleton label={target.fileName} lines={12} />}
      <div ref={host} tabIndex={0} role="document" aria-label={target.fileName} className={styles.scroller} />
    </div>
  );
}
