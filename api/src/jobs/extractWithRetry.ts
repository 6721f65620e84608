import { AvaError } from '../../contract/errors.ts';
import type { Extraction } from '../../contract/locations.ts';
import type { JobEvent } from '../../contract/runs.ts';
import { extract, ExtractionError, type ExtractionProgress, type Limits } from '../extract/extract.ts';
import type { Unnumbered } from '../runs/runKind.ts';
import type { Owner } from '../storage/schema.ts';

const TRIES = 2;

type Source = Parameters<typeof extract>[0];

export interface Reading {
  owner: Owner;
  signal: AbortSignal;
  limits?: Partial<Limits>;
}

/**
 * The text of a file, read in its owner's turn. A reader that was killed from outside, which the file is not to blame
 * for, gets another chance.
 */
export async function* extractWithRetry(
  source: Source,
  reading: Reading,
): AsyncGenerator<Unnumbered<JobEvent>, Extraction> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return yield* readOnce(source, reading);
    } catch (cause) {
      const again = cause instanceof ExtractionError && cause.retryable && attempt < TRIES && !reading.signal.aborted;
      const sentence = cause instanceof ExtractionError ? { detail: cause.reason } : {};
      if (!again) throw new AvaError('unreadable_file', { cause, ...sentence });
    }
  }
}

async function* readOnce(
  source: Source,
  { owner, ...reading }: Reading,
): AsyncGenerator<Unnumbered<JobEvent>, Extraction> {
  const told: ExtractionProgress[] = [];
  let wake = () => {};
  let ended = false;
  const onProgress = (progress: ExtractionProgress) => {
    told.push(progress);
    wake();
  };
  const extraction = extract(source, { ...reading, owner: `${owner.tenantId}/${owner.id}`, onProgress });
  const over = () => {
    ended = true;
    wake();
  };
  void extraction.then(over, over);
  while (!ended) {
    const last = told.splice(0).at(-1);
    if (last) yield { type: 'progress', stage: last.stage, pctProgress: percent(last) };
    if (told.length === 0 && !ended) await new Promise<void>((resolve) => (wake = resolve));
  }
  return extraction;
}

function percent({ done, total }: ExtractionProgress): number {
  return total ? Math.min(99, Math.round((done / total) * 100)) : 0;
}
