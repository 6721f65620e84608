import { makeLargePdf } from './largePdf.ts';
import { makeLockedPdf } from './lockedPdf.ts';
import type { DocumentPlan } from './documentPlan.ts';
import { makePng } from './png.ts';
import { makePptx } from './pptx.ts';
import { makeText } from './textFile.ts';

/** A file's bytes, readable in ranges. */
export type FileContent = {
  /** Bytes. */
  size: number;
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Iterable<Uint8Array>;
};

const contentCache = new WeakMap<DocumentPlan, Promise<FileContent>>();

/** The bytes of a planned document, generated when they are needed: identical at every call and in every process. */
export function getContent(plan: DocumentPlan): Promise<FileContent> {
  // Plain text is cheaper to generate than to cache, and a library can hold 200,000 text files.
  if (plan.format === 'txt') return makeContent(plan);
  const content = contentCache.get(plan) ?? makeContent(plan);
  contentCache.set(plan, content);
  return content;
}

export function toContent(bytes: Uint8Array): FileContent {
  return { size: bytes.length, read: (start, end) => [bytes.subarray(start, end)] };
}

/** All bytes at once, for small files. */
export async function getBytes(plan: DocumentPlan): Promise<Uint8Array> {
  const { size, read } = await getContent(plan);
  return Buffer.concat([...read(0, size)]);
}

async function makeContent(plan: DocumentPlan): Promise<FileContent> {
  if (plan.format === 'large') return makeLargePdf(plan.size, plan.pages);
  return toContent(await makeBytes(plan));
}

/** Both libraries are large: loading them on first use keeps the start of the sandbox short. */
const loadPdfMakers = () => import('./pdf.ts');
const loadDocxMakers = () => import('./docx.ts');

async function makeBytes(plan: Exclude<DocumentPlan, { format: 'large' }>): Promise<Uint8Array> {
  switch (plan.format) {
    case 'pdf':
      return (await loadPdfMakers()).makePdf(plan.pages, plan.style);
    case 'docx':
      return (await loadDocxMakers()).makeDocx(plan.sections, plan.header ? { header: plan.header } : {});
    case 'pptx':
      return makePptx(plan.slides);
    case 'txt':
      return makeText(plan.paragraphs.join('\n\n'), plan.encoding);
    case 'png':
      return makePng(plan.width, plan.height);
    case 'scan':
      return (await loadPdfMakers()).makeScannedPdf(Array.from({ length: plan.pages }, () => []));
    case 'broken':
      return (await loadPdfMakers()).makeBrokenPdf();
    case 'locked':
      return makeLockedPdf(plan);
    default:
      return plan satisfies never;
  }
}
