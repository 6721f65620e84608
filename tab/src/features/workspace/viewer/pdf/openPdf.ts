import { getDocument, PDFWorker, version, type PDFDocumentProxy } from 'pdfjs-dist';

/** Character maps, fonts, decoders and color profiles of pdf.js, emitted by vite.pdfAssets.ts. */
const PARTS = `/assets/pdf-${version}`;

export interface OpenPdf {
  document: PDFDocumentProxy;
  close(): void;
}

/** Opens a PDF in a new worker. Rejects when the PDF cannot be opened. */
export async function openPdf(bytes: Blob): Promise<OpenPdf> {
  const port = new Worker(new URL('./pdf.worker.ts', import.meta.url), { type: 'module' });
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data: new Uint8Array(await bytes.arrayBuffer()),
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
