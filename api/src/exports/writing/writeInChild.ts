import { AvaError } from '#contract/errors.ts';
import { ProgramFailure, runProgram, type ProgramLimits } from '#platform/childProcess/runProgram.ts';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import type { ExportDocument, WrittenDocument, WrittenFormat } from '#api/exports/document.ts';
import { checkContent } from './checkContent.ts';
import { defaultLimits, WriteOutcome } from './messages.ts';

const MAX_CONCURRENT_DOCUMENTS = 2;

const slots = createFairSemaphore(MAX_CONCURRENT_DOCUMENTS);

interface WriteOptions {
  /** Documents of different owners take turns. */
  owner?: string;
  signal?: AbortSignal;
  limits?: Partial<ProgramLimits>;
}

/**
 * Writes a document in a child process, so that this process stays responsive whatever the text does to a library.
 * @throws AvaError `nothing_to_export`, `export_too_large` (too much text, time or memory) or `not_exportable`; the reason of an aborted signal
 */
export async function writeInChild(
  document: ExportDocument,
  format: WrittenFormat,
  { owner = '', signal, limits: changed }: WriteOptions = {},
): Promise<WrittenDocument> {
  checkContent(document);
  const release = await slots.acquire(owner, signal);
  const limits = { ...defaultLimits, ...changed };
  const request = Buffer.from(JSON.stringify({ document, format, limits }));
  let outcome: Pick<WrittenDocument, 'missing' | 'lacksTemplate'> | undefined;
  try {
    return await runProgram({ program: 'writer', request, limits, signal }, (message) => {
      if (outcome) return { bytes: message, ...outcome };
      outcome = parseOutcome(message);
      return undefined;
    });
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error;
    const isTooLarge = error.reason !== 'ended' && error.reason !== 'interrupted';
    throw new AvaError(isTooLarge ? 'export_too_large' : 'not_exportable', { cause: error });
  } finally {
    release();
  }
}

/** Returns what the document lacks. */
function parseOutcome(message: Buffer): Pick<WrittenDocument, 'missing' | 'lacksTemplate'> {
  const outcome = WriteOutcome.parse(JSON.parse(message.toString('utf8')));
  if (outcome.code !== null) throw new AvaError(outcome.code, { cause: outcome.cause });
  return { missing: outcome.missing, lacksTemplate: outcome.lacksTemplate };
}
