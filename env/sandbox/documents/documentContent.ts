import { makeLargePdf } from './largePdf.ts';
import { makeLockedPdf } from './lockedPdf.ts';
import type { DocumentPlan } from './documentPlan.ts';
import { makePng } from './png.ts';
import { makePptx } from './pptx.ts';
import { makeText } from './textFile.ts';

/** A file's bytes, to be read in part or whole. */
export type Content = {
  /** Bytes. */
  size: number;
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Iterable<Uint8Array>;
};

const kept = new WeakMap<DocumentPlan, Promise<Content>>();

/** The bytes of a planned document: made when first asked for, the same ever after and in every process. */
export function contentOf(plan: DocumentPlan): Promise<Content> {
  // Plain text costs less to make again than to keep, and there may be two hundred thousand of it.
  if (plan.format === 'txt') return make(plan);
  const content = kept.get(plan) ?? make(plan);
  kept.set(plan, content);
  return content;
}

export function contentFrom(bytes: Uint8Array): Content {
  return { size: bytes.length, read: (start, end) => [bytes.subarray(start, end)] };
}

/** All bytes at once, for small files. */
export async function bytesOf(plan: DocumentPlan): Promise<Uint8Array> {
  const { size, read } = await contentOf(plan);
  return Buffer.concat([...read(0, size)]);
}

async function make(plan: DocumentPlan): Promise<Content> {
  if (plan.format === 'large') return makeLargePdf(plan.size, plan.pages);
  return contentFrom(await bytesFor(plan));
}

/** The two large libraries are loaded when the first document needs them, not when the sandbox starts. */
const pdfMakers = () => import('./pdf.ts');
const docxMakers = () => import('./docx.ts');

async function bytesFor(plan: Exclude<DocumentPlan, { format: 'large' }>): Promise<Uint8Array> {
  switch (plan.format) {
    case 'pdf':
      return (await pdfMakers()).makePdf(plan.pages, plan.look);
    case 'docx':
      return (await docxMakers()).makeDocx(plan.sections, plan.header ? { header: plan.header } : {});
    case 'pptx':
      return makePptx(plan.slides);
    case 'txt':
      return makeText(plan.paragraphs.join('\n\n'), plan.encoding);
    case 'png':
      return makePng(plan.width, plan.height);
    case 'scan':
      return (await pdfMakers()).makeScannedPdf(plan.pages);
    case 'broken':
      return (await pdfMakers()).makeBrokenPdf();
    case 'locked':
      return makeLockedPdf(plan);
    default:
      return plan satisfies never;
  }
}
