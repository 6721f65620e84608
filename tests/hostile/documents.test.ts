import { readFileSync } from 'node:fs';
import { startFileText } from '../../api/contract/files.ts';
import * as inflating from '../harness/hostile/inflatingFiles.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { waitForJob, uploadAndRead } from '../harness/client/uploads.ts';

const MB = 1024 * 1024;
/** Memory for writing and reading the maximum text of one file, plus what earlier files left. */
const MOST_GROWTH = 512 * MB;
const SAMPLE_MS = 50;

let app: TestApp;
let idle: number;
beforeAll(async () => {
  app = await startApp();
  await uploadAndRead(app.as('ada'), new File(['Warm.'], 'warm.txt'));
  idle = readResidentBytes();
});
afterAll(() => app.close());

function readResidentBytes(): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${app.getPid()}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Returns the API's peak memory during some work. */
async function measurePeak(work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const sample = setInterval(() => (peak = Math.max(peak, readResidentBytes())), SAMPLE_MS);
  await work().finally(() => clearInterval(sample));
  return peak;
}

/** `read` means that its text is read; a sentence means that it is rejected with that. */
const tooBig = 'The file holds more than can be read.';
const files: [string, () => Uint8Array | Promise<Uint8Array>, string, ('read' | string)[]][] = [
  ['a heading of 200,000 characters above 30,000 sections', () => inflating.makeLongHeading(200_000, 30_000), 'a.docx', [tooBig]], // prettier-ignore
  ['a heading of 600 KB above 2,000 sections', () => inflating.makeLongHeading(600_000, 2_000), 'a.docx', ['read']],
  ['long headings of five levels above 15,000 sections', () => inflating.makeLongHeadings(20_000, 15_000), 'a.docx', ['read', tooBig]], // prettier-ignore
  ['150,000 paragraphs', () => inflating.makeManyParagraphs(150_000), 'a.docx', ['read']],
  ['a table cell of 20,000 paragraphs', () => inflating.makeLongCell(20_000), 'a.docx', ['read']],
  ['tables 400 deep', () => inflating.makeNestedTables(400), 'a.docx', ['read', 'The file is damaged.', 'No text was found in the file.']], // prettier-ignore
  ['text that looks like entities', () => inflating.makeEntityLikeText(30_000), 'a.docx', ['read']],
  ['one long slide 2,000 times', () => inflating.makeRepeatedSlide(20_000, 2_000), 'a.pptx', [tooBig]],
  ['200,000 missing slides', () => inflating.makeMissingSlides(200_000), 'a.pptx', [tooBig]],
  ['4,000 pages of one text', () => inflating.makeRepeatedPages(4_000, 150), 'a.pdf', [tooBig]], // prettier-ignore
  ['25,000 empty pages', () => inflating.makeRepeatedPages(25_000, 0), 'a.pdf', [tooBig]],
  ['3 MB of spaces', () => Buffer.concat([Buffer.from('a'), Buffer.alloc(3 * MB, ' '), Buffer.from('b')]), 'a.txt', ['read']], // prettier-ignore
  [
    '3.8 MB of headings in Markdown',
    () => inflating.makeRepeatedText(3.8 * MB, `# ${'heading '.repeat(20)}\n`),
    'a.md',
    ['read'],
  ],
  ['4 MB of line feeds and quotes', () => inflating.makeRepeatedText(4 * MB, '"\n"'), 'a.txt', [tooBig]],
  ['20 MB of text', () => inflating.makeRepeatedText(20 * MB, 'All work and no play!\n'), 'a.txt', [tooBig]],
];

it.each(files)(
  'a file with %s does not exhaust the API’s memory or block it',
  async (_, make, name, outcomes) => {
    const bytes = await make();
    const process = app.getPid();
    const ada = app.as('ada');
    const peak = await measurePeak(async () => {
      const { job_id } = await ada.upload(startFileText, {}, new File([new Uint8Array(bytes)], name));
      const { status, error } = await waitForJob(ada, job_id, 240_000);
      expect(outcomes).toContain(status === 'COMPLETED' ? 'read' : error);
    });
    expect(peak - idle).toBeLessThan(MOST_GROWTH);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    expect(app.getPid()).toBe(process);
  },
  300_000,
);
