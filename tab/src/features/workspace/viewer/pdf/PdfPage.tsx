import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { logFailure } from '../../../../state/log.ts';
import type { ItemRange } from './findInPage.rules.ts';
import { canvasRatio, type PageSize } from './pageSize.rules.ts';
import { usePdfStyles } from './pdf.styles.ts';
import { useNear } from './useIsNearView.ts';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  label: string;
  /** The size a page is taken to have until it is there. */
  expected: PageSize;
  scaleFor: (size: PageSize) => number;
  marks: readonly ItemRange[];
  onMarked: (mark: HTMLElement) => void;
}

/** One page, drawn only while it is in view or nearly so, with its text over it to select and to mark. */
export function PdfPage({ document, number, label, expected, scaleFor, marks, onMarked }: PdfPageProps) {
  const styles = usePdfStyles();
  const root = useRef<HTMLDivElement>(null);
  const near = useNear(root);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  useEffect(() => {
    if (!near) return;
    let gone = false;
    document.getPage(number).then(
      (fetched) => gone || setPage(fetched),
      (cause: unknown) => logFailure('A page could not be read.', cause),
    );
    return () => {
      gone = true;
      setPage(null);
    };
  }, [document, number, near]);

  const own = page?.getViewport({ scale: 1 });
  const size = own ? { width: own.width, height: own.height } : expected;
  const scale = scaleFor(size);
  const style = {
    width: `${size.width * scale}px`,
    height: `${size.height * scale}px`,
    '--total-scale-factor': scale,
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
  } as CSSProperties;
  return (
    <div ref={root} data-page={number} role="group" aria-label={label} className={styles.page} style={style}>
      {page && <Drawn page={page} scale={scale} />}
      {page && <Text page={page} scale={scale} marks={marks} onMarked={onMarked} />}
    </div>
  );
}

function Drawn({ page, scale }: { page: PDFPageProxy; scale: number }) {
  const styles = usePdfStyles();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const size = page.getViewport({ scale: 1 });
    const ratio = canvasRatio(size, scale, window.devicePixelRatio);
    const viewport = page.getViewport({ scale: scale * ratio });
    canvas.current.width = Math.floor(viewport.width);
    canvas.current.height = Math.floor(viewport.height);
    const task = page.render({ canvas: canvas.current, viewport });
    task.promise.catch((cause: unknown) => {
      if (!(cause instanceof Error) || cause.name !== 'RenderingCancelledException') {
        logFailure('A page could not be drawn.', cause);
      }
    });
    return () => task.cancel();
  }, [page, scale]);
  // A canvas cannot be drawn on by two tasks at once; another scale takes another one.
  return <canvas key={scale} ref={canvas} className={styles.canvas} aria-hidden />;
}

interface TextProps extends Pick<PdfPageProps, 'marks' | 'onMarked'> {
  page: PDFPageProxy;
  scale: number;
}

function Text({ page, scale, marks, onMarked }: TextProps) {
  const styles = usePdfStyles();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    root.replaceChildren();
    let layer: TextLayer | null = null;
    let gone = false;
    const draw = async () => {
      const textContentSource = await page.getTextContent();
      if (gone) return;
      layer = new TextLayer({ textContentSource, container: root, viewport: page.getViewport({ scale }) });
      await layer.render();
      const first = mark(layer.textDivs, marks);
      if (first && !gone) onMarked(first);
    };
    draw().catch((cause: unknown) => gone || logFailure('The text of a page could not be shown.', cause));
    return () => {
      gone = true;
      layer?.cancel();
    };
  }, [page, scale, marks, onMarked]);
  return <div ref={container} className={styles.text} />;
}

/** Puts the ranges of a page's spans between marks; returns the first mark. */
function mark(spans: readonly HTMLElement[], ranges: readonly ItemRange[]): HTMLElement | null {
  const marked = ranges.flatMap(({ item, from, to }) => {
    const span = spans[item];
    const text = span?.textContent ?? '';
    if (!span || text === '') return [];
    const element = window.document.createElement('mark');
    element.textContent = text.slice(from, to);
    span.replaceChildren(text.slice(0, from), element, text.slice(to));
    return [element];
  });
  return marked[0] ?? null;
}
