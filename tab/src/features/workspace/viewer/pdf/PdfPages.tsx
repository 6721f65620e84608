import { Caption1 } from '@fluentui/react-components';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { toPageLabel } from '#contract/files/locationTexts.ts';
import { logFailure } from '#tab/state/log.ts';
import { texts } from '#tab/texts.ts';
import { TextSkeleton } from '#tab/ui/TextSkeleton.tsx';
import type { PartialFile, ViewerTarget } from '#tab/features/workspace/workspace.state.ts';
import type { OnFinder } from '#tab/features/workspace/viewer/find/useDomFinder.ts';
import { useViewerStyles } from '#tab/features/workspace/viewer/viewer.styles.ts';
import { findInPdf, type PdfMatch, findAllInPdf, getTextSize } from './findInPdf.ts';
import type { ItemRange } from './findInPage.rules.ts';
import { openPdf } from './openPdf.ts';
import { getFirstZoom, getPageScale, stepZoom, type PageSize } from './pageSize.rules.ts';
import { PdfToolbar } from './PdfToolbar.tsx';
import { PdfPage } from './PdfPage.tsx';
import { usePdfStyles } from './pdf.styles.ts';
import { useElementWidth } from '#tab/ui/useElementWidth.ts';

type PdfState =
  | { name: 'opening' }
  | {
      name: 'open';
      document: PDFDocumentProxy;
      size: PageSize;
      /** Size of most text of the page that is shown first, at scale 1. */
      textSize: number;
      /** Printed page numbers, by index; `null` where they repeat the page's position. */
      labels: readonly (string | null)[];
      passage: PdfMatch | null;
    };

interface PdfPagesProps {
  file: PartialFile;
  target: ViewerTarget;
  onFinder: OnFinder;
  /** Called when the PDF cannot be rendered. */
  onBroken: (cause: unknown) => void;
}

/** The pages of a PDF, scrolled to the cited page, with the passage highlighted. */
export default function PdfPages({ file, target, onFinder, onBroken }: PdfPagesProps) {
  const [opened, setOpened] = useState<PdfState>({ name: 'opening' });
  const broken = useRef(onBroken);
  useEffect(() => {
    broken.current = onBroken;
  });
  useEffect(() => {
    const controller = new AbortController();
    const opening = openPdf(file, (cause) => broken.current(cause));
    const load = async () => {
      const { document } = await opening;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      const labels = await readPageLabels(document);
      const passage = await findInPdf(document, target, controller.signal);
      const first = clampPage(passage?.page ?? target.page, document);
      const textSize = await getTextSize(await document.getPage(first));
      if (!controller.signal.aborted)
        setOpened({ name: 'open', document, size: { width, height }, textSize, labels, passage });
    };
    load().catch((cause: unknown) => {
      if (!controller.signal.aborted) broken.current(cause);
    });
    return () => {
      controller.abort();
      setOpened({ name: 'opening' });
      opening.then(
        ({ close }) => close(),
        (cause: unknown) => logFailure(texts.workspace.unreadable, cause),
      );
    };
  }, [file, target]);

  if (opened.name === 'opening') return <TextSkeleton label={target.fileName} lines={12} />;
  return <Pages {...opened} target={target} onFinder={onFinder} />;
}

const clampPage = (page: number | undefined, { numPages }: PDFDocumentProxy) =>
  Math.min(Math.max(page ?? 1, 1), numPages);

const noMarks: readonly ItemRange[] = [];

interface PagesProps extends Omit<Extract<PdfState, { name: 'open' }>, 'name'> {
  target: ViewerTarget;
  onFinder: OnFinder;
}

function Pages({ document, size, textSize, labels, passage, target, onFinder }: PagesProps) {
  const styles = usePdfStyles();
  const viewer = useViewerStyles();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useElementWidth(scroller);
  const laidOut = width > 0;
  const [chosenZoom, setZoom] = useState<number | null>(null);
  const zoom = chosenZoom ?? getFirstZoom(size, width, textSize);
  const first = clampPage(passage?.page ?? target.page, document);
  const [currentPage, setCurrentPage] = useState(first);

  useLayoutEffect(() => {
    pageElement(scroller.current, first)?.scrollIntoView({ block: 'start' });
    // A page that is wider than the panel shows its text, not its margin.
    const view = scroller.current;
    if (view) view.scrollLeft = (view.scrollWidth - view.clientWidth) / 2;
  }, [first, document, laidOut]);
  // Zooming keeps the current page in view.
  const reading = useRef(first);
  useLayoutEffect(() => {
    pageElement(scroller.current, reading.current)?.scrollIntoView({ block: 'start' });
  }, [zoom]);

  const onScroll = () => {
    const page = pageInView(scroller.current);
    reading.current = page;
    setCurrentPage(page);
  };
  const hasScrolled = useRef(false);
  const found = usePdfFinder(document, onFinder);
  useLayoutEffect(() => {
    if (!found) return;
    hasScrolled.current = false;
    pageElement(scroller.current, found.page)?.scrollIntoView({ block: 'start' });
  }, [found]);
  const marked = found ?? passage;
  const onMarked = useCallback((mark: HTMLElement) => {
    // The page scrolls to the passage only once: after that the person controls the scroll position.
    if (!hasScrolled.current) mark.scrollIntoView({ block: 'center', inline: 'nearest' });
    hasScrolled.current = true;
  }, []);
  const describePage = (page: number) => texts.workspace.pageOf(page, document.numPages, labels[page - 1]);
  const scaleFor = (page: PageSize) => getPageScale(page, width, zoom);

  return (
    <div className={styles.root}>
      {Boolean(target.quote) && !passage && (
        <Caption1 className={viewer.note}>{texts.workspace.passageMissing}</Caption1>
      )}
      <PdfToolbar
        position={describePage(currentPage)}
        zoom={zoom}
        onZoom={(direction) => setZoom(stepZoom(zoom, direction))}
      />
      <div
        ref={scroller}
        data-scroller
        tabIndex={0}
        role="document"
        aria-label={target.fileName}
        className={styles.scroller}
        onScroll={onScroll}
      >
        <div className={styles.pages}>
          {laidOut &&
            Array.from({ length: document.numPages }, (_, index) => (
              <PdfPage
                key={index}
                document={document}
                number={index + 1}
                label={describePage(index + 1)}
                expected={size}
                scaleFor={scaleFor}
                marks={marked?.page === index + 1 ? marked.ranges : noMarks}
                onMarked={onMarked}
              />
            ))}
        </div>
      </div>
    </div>
  );
}

/** Pages are shown even if their labels are damaged. */
async function readPageLabels(document: PDFDocumentProxy): Promise<(string | null)[]> {
  const labels = await document.getPageLabels().catch(() => null);
  return (labels ?? []).map((label, index) => toPageLabel(label, index + 1));
}

function pageElement(scroller: HTMLElement | null, page: number): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-page="${page}"]`) ?? null;
}

/** Page at the center of the view. */
function pageInView(scroller: HTMLElement | null): number {
  if (!scroller) return 1;
  const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 2;
  const pages = [...scroller.querySelectorAll<HTMLElement>('[data-page]')];
  const index = pages.findLastIndex((page) => page.getBoundingClientRect().top <= middle);
  return Math.max(index, 0) + 1;
}

/** Offers a search in all pages; returns the match to show. */
function usePdfFinder(document: PDFDocumentProxy, onFinder: OnFinder): PdfMatch | null {
  const [shown, setShown] = useState<PdfMatch | null>(null);
  const latest = useRef(onFinder);
  useEffect(() => {
    latest.current = onFinder;
  });
  useEffect(() => {
    let matches: PdfMatch[] = [];
    latest.current({
      async find(term, signal) {
        matches = await findAllInPdf(document, term, signal);
        if (!signal.aborted) setShown(null);
        return matches.length;
      },
      show: (index) => setShown(matches[index] ?? null),
      clear: () => {
        matches = [];
        setShown(null);
      },
    });
    return () => latest.current(null);
  }, [document]);
  return shown;
}
