/**
 * How much one person can have in progress at once. Above a limit a call is answered 429 with the time to wait. The
 * numbers are in `contract/limits.ts`; `RUNS_PER_PERSON` and `TOKENS_PER_PERSON` can be configured. Answers and tokens are
 * counted by `runAllowance.ts` in the store; what one person can store is limited by `chatQuota.ts` there.
 */
import { AvaError } from '../../contract/errors.ts';
import { FILES_IN_PROGRESS_PER_PERSON, TOKENS_PER_PERSON_MS, UPLOADS_PER_PERSON } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import type { RunAllowance } from '../storage/tables/runs/runAllowance.ts';

/** Most answers have ended after this time. */
const ANSWER_RETRY_AFTER_S = 5;
const EXTRACTION_RETRY_AFTER_S = 5;
const EMBEDDING_RETRY_AFTER_S = 30;
const UPLOAD_RETRY_AFTER_S = 2;
/** People attach several files at a time, so they can have this many times as many extractions as answers. */
const EXTRACTIONS_PER_ANSWER = 2;

/**
 * Limits that the store checks in the transaction that accepts a question: runs in progress, and tokens of the last
 * minute.
 */
export function getRunAllowance({ runsPerPerson, tokensPerPerson }: AppContext, now: Date): RunAllowance {
  return { runs: runsPerPerson, tokens: tokensPerPerson, since: new Date(now.getTime() - TOKENS_PER_PERSON_MS) };
}

/** The error for a question above the allowance: too many runs in progress, or no tokens left. */
export function toAllowanceError(exceeded: 'busy' | 'spent'): AvaError {
  const retryAfter = exceeded === 'busy' ? ANSWER_RETRY_AFTER_S : TOKENS_PER_PERSON_MS / 1_000;
  return new AvaError('too_many_requests', { retryAfter });
}

/** Throws if a person has too many answers and extractions in progress for another extraction. */
export async function checkExtractions({ store, runsPerPerson }: AppContext, person: Person): Promise<void> {
  if ((await store.runs.countUnended(person)) >= runsPerPerson * EXTRACTIONS_PER_ANSWER)
    throw new AvaError('too_many_requests', { retryAfter: EXTRACTION_RETRY_AFTER_S });
}

/** Throws if a person is adding too many files to corpora already. */
export async function checkEmbeddings({ store }: AppContext, person: Person): Promise<void> {
  if ((await store.corpusFiles.countEmbedding(person)) >= FILES_IN_PROGRESS_PER_PERSON)
    throw new AvaError('too_many_requests', { retryAfter: EMBEDDING_RETRY_AFTER_S });
}

/** Runs an upload or a download, or throws before its bytes are read. Not p-limit, which would queue it. */
type UploadLimit = <T>(person: Person, upload: () => Promise<T>) => Promise<T>;

/** Limits how many files of one person are stored at the same time by this process. */
export function createUploadLimit(): UploadLimit {
  const uploads = new Map<string, number>();
  return async (person, upload) => {
    const key = `${person.tenantId}/${person.id}`;
    const running = uploads.get(key) ?? 0;
    if (running >= UPLOADS_PER_PERSON) throw new AvaError('too_many_requests', { retryAfter: UPLOAD_RETRY_AFTER_S });
    uploads.set(key, running + 1);
    try {
      return await upload();
    } finally {
      const remaining = (uploads.get(key) ?? 1) - 1;
      if (remaining === 0) uploads.delete(key);
      else uploads.set(key, remaining);
    }
  };
}
