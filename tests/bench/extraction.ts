import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { startFileText } from '../../api/contract/files.ts';
import { getStatus } from '../../api/contract/runs.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import type { Figure, Measure } from './figures.ts';
import { english } from './texts.ts';
import { makePdf } from '../../env/sandbox/documents/pdf.ts';

const LOOK_EVERY_MS = 50;
const ROUNDS = 3;

/**
 * Pages a second of a PDF on AVA's real way, from the upload's first byte to the text with its places: stored, queued, read
 * in a child of its own, counted. The peer is pdf.js alone, warm, in this process, with the same bytes in memory.
 */
export const extraction: Measure = async ({ quick }) => {
  const pages = quick ? 30 : 300;
  const pdf = await makePdf(Array.from({ length: pages }, (_, page) => pageText(page)));
  const app = await startApp();
  try {
    const own: number[] = [];
    const peer: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      own.push(await timed(() => throughAva(app, pdf, pages)));
      peer.push(await timed(() => throughPdfJs(pdf, pages)));
    }
    // The first of each finds everything cold.
    const [ownMs, peerMs] = [best(own), best(peer)];
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

const best = (times: number[]) => Math.min(...times);

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** About 2,500 characters, as a page of prose has; the letters that the font knows. */
function pageText(page: number): string[] {
  const paragraph = (at: number) => english(830, page * 10 + at).replace(/\n+/g, ' ');
  return [`Page ${page + 1}`, paragraph(1), paragraph(2), paragraph(3)];
}

async function throughAva(app: TestApp, pdf: Uint8Array, pages: number): Promise<void> {
  const ada = app.as('ada');
  const file = new File([new Uint8Array(pdf)], 'report.pdf', { type: 'application/pdf' });
  const { job_id } = await ada.upload(startFileText, {}, file);
  for (;;) {
    const { status, result, error } = await ada.call(getStatus, { jobId: job_id });
    if (status === 'FAILURE') throw new Error(`The PDF was not read: ${error}`);
    if (status === 'COMPLETED') return check(result?.extraction.parts.length, pages);
    await new Promise((wake) => setTimeout(wake, LOOK_EVERY_MS));
  }
}

async function throughPdfJs(pdf: Uint8Array, pages: number): Promise<void> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const home = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const standardFontDataUrl = join(home, 'standard_fonts') + sep;
  const document = await getDocument({ data: pdf.slice(), standardFontDataUrl, verbosity: 0 }).promise;
  let read = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    if (
      items
        .map((item) => ('str' in item ? item.str : ''))
        .join('')
        .includes('Page')
    )
      read += 1;
    page.cleanup();
  }
  await document.loadingTask.destroy();
  check(read, pages);
}

function check(read: number | undefined, pages: number): void {
  if (read !== pages) throw new Error(`${read} of ${pages} pages were read.`);
}
