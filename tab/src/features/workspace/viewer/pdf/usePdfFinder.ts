import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import type { OnFinder } from '../find/useDomFinder.ts';
import { findAllInPdf, type PdfMatch } from './findInPdf.ts';

/** Offers a search in all pages; returns the match to show. */
export function usePdfFinder(document: PDFDocumentProxy, onFinder: OnFinder): PdfMatch | null {
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
