import { getDocument, PDFDataRangeTransport, PDFWorker, version, type PDFDocumentProxy } from 'pdfjs-dist';
import { waitUntilOnline } from '#tab/state/network.ts';
import type { PartialFile } from '#tab/features/workspace/workspace.state.ts';

/** Character maps, fonts, decoders and color profiles of pdf.js, emitted by vite.pdfAssets.ts. */
const PARTS = `/assets/pdf-${version}`;

/** Bytes of one request. Pages of a scanned document have about as many. */
const PART_BYTES = 524_288;

export interface OpenPdf {
  document: PDFDocumentProxy;
  close(): void;
}

/**
 * Opens a PDF in a new worker, which loads the parts of the file that its pages need. Rejects when the PDF cannot be
 * opened.
 * @param onLost called when a part cannot be loaded
 */
export async function openPdf(file: PartialFile, onLost: (cause: unknown) => void): Promise<OpenPdf> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    ...toSource(file, onLost),
    worker,
    cMapUrl: `${PARTS}/cmaps/`,
    standardFontDataUrl: `${PARTS}/standard_fonts/`,
    wasmUrl: `${PARTS}/wasm/`,
    iccUrl: `${PARTS}/iccs/`,
  });
  const close = () => {
    void task.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  try {
    return { document: await task.promise, close };
  } catch (cause) {
    close();
    throw cause;
  }
}

/** pdf.js takes the bytes over, so it gets copies. */
function toSource({ start, load }: PartialFile, onLost: (cause: unknown) => void) {
  const first = start.bytes.slice();
  if (start.bytes.length >= start.size) return { data: first };
  const closed = new AbortController();
  const range = new PDFDataRangeTransport(start.size, first);
  range.requestDataRange = (from, to) => {
    waitUntilOnline(closed.signal)
      .then(() => load(from, to, closed.signal))
      .then(
        (bytes) => range.onDataRange(from, bytes),
        (cause: unknown) => closed.signal.aborted || onLost(cause),
      );
  };
  range.abort = () => closed.abort();
  return { range, rangeChunkSize: PART_BYTES, disableAutoFetch: true, disableStream: true };
}
