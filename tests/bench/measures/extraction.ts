import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { startFileText } from '../../../api/contract/files.ts';
import { getStatus } from '../../../api/contract/runs.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import type { Figure, Measure } from '../figures.ts';
import { makeEnglish } from '../data/randomText.ts';
import { makePdf } from '../../../env/sandbox/documents/pdf.ts';

const POLL_MS = 50;
const ROUNDS = 3;

/**
 * Pages per second of a PDF, from the first byte of the upload to the text with its locations: storage, queue,
 * extraction in a child process, token count. The peer is only pdf.js in this process with the same bytes in memory.
 */
export const extraction: Measure = async ({ quick }) => {
  const pages = quick ? 30 : 300;
  const pdf = await makePdf(Array.from({ length: pages }, (_, page) => makePage(page)));
  const app = await startApp();
  try {
    const own: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await measureMs(() => extractWithAva(app, pdf, pages)));
      peer.push(await measureMs(() => extractWithPdfJs(pdf, pages)));
    }
    // The first round of each is cold, so the best one counts.
    const [ownMs, peerMs] = [Math.min(...own), Math.min(...peer)];
    const name = `a PDF of ${pages} pages, ${Math.round(pdf.length / 1_024)} KB`;
    const figures: Figure[] = [
      { name, value: ownMs / 1_000, unit: 's', peer: { name: 'pdf.js in process', value: peerMs / 1_000 } },
      {
        name: `${name}: pages`,
        value: pages / (ownMs / 1_000),
        unit: 'pages/s',
        peer: { name: 'pdf.js in process', value: pages / (peerMs / 1_000) },
      },
    ];
    return figures;
  } finally {
    await app.close();
  }
};

async function measureMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** About 2,500 characters, like a page of prose. */
function makePage(page: number): string[] {
  const makeParagraph = (seed: number) => makeEnglish(830, page * 10 + seed).replace(/\n+/g, ' ');
  return [`Page ${page + 1}`, makeParagraph(1), makeParagraph(2), makeParagraph(3)];
}

async function extractWithAva(app: TestApp, pdf: Uint8Array, pages: number): Promise<void> {
  const ada = app.as('ada');
  const file = new File([new Uint8Array(pdf)], 'report.pdf', { type: 'application/pdf' });
  const { job_id } = await ada.upload(startFileText, {}, file);
  for (;;) {
    const { status, result, error } = await ada.call(getStatus, { jobId: job_id });
    if (status === 'FAILURE') throw new Error(`The PDF was not read: ${error}`);
    if (status === 'COMPLETED') return checkPageCount(result?.extraction.parts.length, pages);
    await new Promise((wake) => setTimeout(wake, POLL_MS));
  }
}

async function extractWithPdfJs(pdf: Uint8Array, pages: number): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const standardFontDataUrl = join(packageFolder, 'standard_fonts') + sep;
  const document = await getDocument({ data: pdf.slice(), standardFontDataUrl, verbosity: 0 }).promise;
  let read = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str : '')).join('');
    if (text.includes('Page')) read += 1;
    page.cleanup();
  }
  await document.loadingTask.destroy();
  checkPageCount(read, pages);
}

function checkPageCount(read: number | undefined, pages: number): void {
  if (read !== pages) throw new Error(`${read} of ${pages} pages were read.`);
}
