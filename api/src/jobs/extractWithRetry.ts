import { AvaError } from '#contract/errors.ts';
import type { Extraction } from '#contract/files/locations.ts';
import type { JobEvent } from '#contract/runs/jobs.ts';
import { extract, ExtractionError, type ExtractionProgress, type Limits } from '#api/extract/extract.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import type { Owner } from '#api/storage/schema.ts';
import { withProgress } from './withProgress.ts';

const MAX_EXTRACTIONS = 2;

type FileToExtract = Parameters<typeof extract>[0];

interface ExtractionRequest {
  owner: Owner;
  signal: AbortSignal;
  limits?: Partial<Limits>;
}

/**
 * Extracts the text of a file and yields the progress. If the child process was killed from outside, the file gets another
 * attempt. The library p-retry is not used, because it cannot retry a generator.
 */
export async function* extractWithRetry(
  file: FileToExtract,
  request: ExtractionRequest,
): AsyncGenerator<Unnumbered<JobEvent>, Extraction> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return yield* extractOnce(file, request);
    } catch (cause) {
      const isRetried =
        cause instanceof ExtractionError && cause.retryable && attempt < MAX_EXTRACTIONS && !request.signal.aborted;
      const sentence = cause instanceof ExtractionError ? { detail: cause.reason } : {};
      if (!isRetried) throw new AvaError('unreadable_file', { cause, ...sentence });
    }
  }
}

async function* extractOnce(
  file: FileToExtract,
  { owner, ...options }: ExtractionRequest,
): AsyncGenerator<Unnumbered<JobEvent>, Extraction> {
  const extraction = withProgress<ExtractionProgress, Extraction>((onProgress) =>
    extract(file, { ...options, owner: `${owner.tenantId}/${owner.id}`, onProgress }),
  );
  for (;;) {
    const next = await extraction.next();
    if (next.done) return next.value;
    yield { type: 'progress', stage: next.value.stage, pctProgress: toPercent(next.value) };
  }
}

function toPercent({ done, total }: ExtractionProgress): number {
  return total ? Math.min(99, Math.round((done / total) * 100)) : 0;
}
