import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { logFailure } from '#tab/state/log.ts';
import type { ItemRange } from './findInPage.rules.ts';
import { getCanvasRatio, type PageSize } from './pageSize.rules.ts';
import { usePdfStyles } from './pdf.styles.ts';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  label: string;
  /** Assumed size until the page is loaded. */
  expected: PageSize;
  scaleFor: (size: PageSize) => number;
  marks: readonly ItemRange[];
  /** Called with the middle of what was marked. */
  onMarked: (mark: HTMLElement) => void;
}

/** A page that is rendered only while it is near the view, with a text layer for selection and highlights. */
export function PdfPage({ document, number, label, expected, scaleFor, marks, onMarked }: PdfPageProps) {
  const styles = usePdfStyles();
  const root = useRef<HTMLDivElement>(null);
  const isNear = useIsNearView(root);
  const [page, setPage] = useState<PDFPageProxy | null>(null);
  useEffect(() => {
    if (!isNear) return;
    let isDisposed = false;
    document.getPage(number).then(
      (fetched) => isDisposed || setPage(fetched),
      (cause: unknown) => logFailure('failed to load pdf page', cause),
    );
    return () => {
      isDisposed = true;
      setPage(null);
    };
  }, [document, number, isNear]);

  const naturalSize = page?.getViewport({ scale: 1 });
  const size = naturalSize ? { width: naturalSize.width, height: naturalSize.height } : expected;
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
      {page && <PageCanvas page={page} scale={scale} />}
      {page && <PageText page={page} scale={scale} marks={marks} onMarked={onMarked} />}
    </div>
  );
}

function PageCanvas({ page, scale }: { page: PDFPageProxy; scale: number }) {
  const styles = usePdfStyles();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current) return;
    const size = page.getViewport({ scale: 1 });
    const ratio = getCanvasRatio(size, scale, window.devicePixelRatio);
    const viewport = page.getViewport({ scale: scale * ratio });
    canvas.current.width = Math.floor(viewport.width);
    canvas.current.height = Math.floor(viewport.height);
    const task = page.render({ canvas: canvas.current, viewport });
    task.promise.catch((cause: unknown) => {
      if (!(cause instanceof Error) || cause.name !== 'RenderingCancelledException') {
        logFailure('failed to render pdf page', cause);
      }
    });
    return () => task.cancel();
  }, [page, scale]);
  // Two render tasks cannot share a canvas; each scale gets a new one.
  return <canvas key={scale} ref={canvas} className={styles.canvas} aria-hidden />;
}

interface PageTextProps extends Pick<PdfPageProps, 'marks' | 'onMarked'> {
  page: PDFPageProxy;
  scale: number;
}

function PageText({ page, scale, marks, onMarked }: PageTextProps) {
  const styles = usePdfStyles();
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const root = container.current;
    if (!root) return;
    root.replaceChildren();
    let layer: TextLayer | null = null;
    let isDisposed = false;
    const draw = async () => {
      const textContentSource = await page.getTextContent();
      if (isDisposed) return;
      layer = new TextLayer({ textContentSource, container: root, viewport: page.getViewport({ scale }) });
      await layer.render();
      const middle = mark(layer.textDivs, marks);
      if (middle && !isDisposed) onMarked(middle);
    };
    draw().catch((cause: unknown) => isDisposed || logFailure('failed to render pdf text layer', cause));
    return () => {
      isDisposed = true;
      layer?.cancel();
    };
  }, [page, scale, marks, onMarked]);
  return <div ref={container} className={styles.text} />;
}

/** Wraps ranges of the text layer in `<mark>`; returns the one in the middle. */
function mark(spans: readonly HTMLElement[], ranges: readonly ItemRange[]): HTMLElement | null {
  const marked = [...Map.groupBy(ranges, ({ item }) => item)].flatMap(([item, ofSpan]) => {
    const span = spans[item];
    const text = span?.textContent ?? '';
    if (!span || text === '') return [];
    let end = 0;
    const parts = ofSpan.flatMap(({ from, to }) => {
      const element = window.document.createElement('mark');
      element.textContent = text.slice(from, to);
      const before = text.slice(end, from);
      end = to;
      return [before, element];
    });
    span.replaceChildren(...parts, text.slice(end));
    return parts.filter((part) => typeof part !== 'string');
  });
  return marked[(marked.length - 1) >> 1] ?? null;
}

/** Whether an element is in view or less than one screen away. */
function useIsNearView(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting ?? false), {
      root: element.current.closest('[data-scroller]'),
      rootMargin: '100% 0px',
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNear;
}
