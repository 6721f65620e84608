import { readFileSync } from 'node:fs';
import { startFileText } from '#contract/files/files.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';
import * as inflating from './inflatingMakers.ts';

const MB = 1024 * 1024;
const SAMPLE_MS = 50;

const TOO_BIG = 'The file holds more than can be read.';
/** The outcome if a file was read; otherwise, the outcome is the sentence of the error. */
const READ = 'read';

export interface InflatingFile {
  /** File name, with the extension of the type. */
  file: string;
  make(): Uint8Array | Promise<Uint8Array>;
  /** Acceptable outcomes: `read` or the sentence of the error. */
  outcomes: readonly string[];
}

/** One file for each kind of outcome, each read in less than a second. `npm test` reads only these. */
export const quickFiles: Readonly<Record<string, InflatingFile>> = {
  'tables 400 deep': {
    file: 'a.docx',
    make: () => inflating.makeNestedTables(400),
    outcomes: [READ, 'The file is damaged.', 'No text was found in the file.'],
  },
  'one long slide 2,000 times': {
    file: 'a.pptx',
    make: () => inflating.makeRepeatedSlide(20_000, 2_000),
    outcomes: [TOO_BIG],
  },
  '3 MB of spaces': {
    file: 'a.txt',
    make: () => Buffer.concat([Buffer.from('a'), Buffer.alloc(3 * MB, ' '), Buffer.from('b')]),
    outcomes: [READ],
  },
  '20 MB of text': {
    file: 'a.txt',
    make: () => inflating.makeRepeatedText(20 * MB, 'All work and no play!\n'),
    outcomes: [TOO_BIG],
  },
};

/** All files that inflate: `npm run chaos` reads these. */
export const inflatingFiles: Readonly<Record<string, InflatingFile>> = {
  ...quickFiles,
  'a heading of 200,000 characters above 30,000 sections': {
    file: 'a.docx',
    make: () => inflating.makeLongHeading(200_000, 30_000),
    outcomes: [TOO_BIG],
  },
  '4,000 pages of one text': {
    file: 'a.pdf',
    make: () => inflating.makeRepeatedPages(4_000, 150),
    outcomes: [TOO_BIG],
  },
  'a heading of 600 KB above 2,000 sections': {
    file: 'a.docx',
    make: () => inflating.makeLongHeading(600_000, 2_000),
    outcomes: [READ],
  },
  'long headings of five levels above 15,000 sections': {
    file: 'a.docx',
    make: () => inflating.makeLongHeadings(20_000, 15_000),
    outcomes: [READ, TOO_BIG],
  },
  '150,000 paragraphs': {
    file: 'a.docx',
    make: () => inflating.makeManyParagraphs(150_000),
    outcomes: [READ],
  },
  'a table cell of 20,000 paragraphs': {
    file: 'a.docx',
    make: () => inflating.makeLongCell(20_000),
    outcomes: [READ],
  },
  'text that looks like entities': {
    file: 'a.docx',
    make: () => inflating.makeEntityLikeText(30_000),
    outcomes: [READ],
  },
  '200,000 slides that do not exist': {
    file: 'a.pptx',
    make: () => inflating.makeMissingSlides(200_000),
    outcomes: [TOO_BIG],
  },
  '25,000 empty pages': {
    file: 'a.pdf',
    make: () => inflating.makeRepeatedPages(25_000, 0),
    outcomes: [TOO_BIG],
  },
  '3.8 MB of headings in Markdown': {
    file: 'a.md',
    make: () => inflating.makeRepeatedText(3.8 * MB, `# ${'heading '.repeat(20)}\n`),
    outcomes: [READ],
  },
  '4 MB of line feeds and quotes': {
    file: 'a.txt',
    make: () => inflating.makeRepeatedText(4 * MB, '"\n"'),
    outcomes: [TOO_BIG],
  },
};

/** Returns the resident memory of the API in bytes. */
export function readApiMemory(app: TestApp): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${app.getPid()}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Uploads a file and returns its outcome and the API's peak memory in bytes. */
export async function readInflatingFile(app: TestApp, { file, make }: InflatingFile, person = 'ada') {
  const owner = app.as(person);
  const bytes = await make();
  let peak = 0;
  const sample = setInterval(() => (peak = Math.max(peak, readApiMemory(app))), SAMPLE_MS);
  try {
    const { job_id } = await owner.upload(startFileText, {}, new File([new Uint8Array(bytes)], file));
    const { status, error } = await waitForJob(owner, job_id);
    return { outcome: status === 'COMPLETED' ? READ : (error ?? ''), peak };
  } finally {
    clearInterval(sample);
  }
}
