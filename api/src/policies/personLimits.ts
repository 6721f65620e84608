/**
 * How much one person can have in progress at once. Above a limit a call is answered 429 with the time to wait. The
 * numbers are in `contract/limits.ts`; `RUNS_PER_PERSON` and `TOKENS_PER_PERSON` can be configured. Answers and tokens are
 * counted by `runAllowance.ts` in the store; what one person can store is limited by `chatQuota.ts` there.
 */
import { AvaError, errors } from '#contract/errors.ts';
import { DATE_LOCALE, TOKENS_PER_PERSON_MS, UPLOADS_PER_PERSON } from '#contract/limits.ts';
import { createFairSemaphore } from '#platform/fairSemaphore.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { Denial, RunAllowance } from '#api/storage/tables/runs/runAllowance.ts';

/** Exports, drafts, presentations and layouts that one person can have in progress, those that wait included. */
export const DOCUMENTS_PER_PERSON = 8;
/** Files that one person can be adding to corpora. */
const FILES_IN_PROGRESS_PER_PERSON = 500;
/** Most answers have ended after this time. */
const ANSWER_RETRY_AFTER_S = 5;
const EXTRACTION_RETRY_AFTER_S = 5;
const EMBEDDING_RETRY_AFTER_S = 30;
const UPLOAD_RETRY_AFTER_S = 2;
const DOCUMENT_RETRY_AFTER_S = 5;
/** People attach several files at a time, so they can have this many times as many extractions as answers. */
const EXTRACTIONS_PER_ANSWER = 2;

type LimitContext = Pick<AppContext, 'runsPerPerson' | 'tokensPerPerson' | 'organizations'>;

/**
 * Limits that the store checks in the transaction that accepts a question: runs in progress, tokens of the last minute, and
 * the budgets of the organization.
 */
export function getRunAllowance(
  { runsPerPerson, tokensPerPerson, organizations }: LimitContext,
  { tenantId }: Pick<Person, 'tenantId'>,
  now: Date,
): RunAllowance {
  const { budgets } = organizations.get(tenantId);
  const { person, departments } = budgets;
  const hasBudgets = person.day !== null || person.month !== null || departments.length > 0;
  return {
    runs: runsPerPerson,
    tokens: tokensPerPerson,
    since: new Date(now.getTime() - TOKENS_PER_PERSON_MS),
    budgets: hasBudgets ? budgets : null,
    today: now.toISOString().slice(0, 10),
  };
}

const budgetNames: Record<Exclude<Denial, 'busy' | 'spent'>, string> = {
  person_day: 'Your budget for today is used up.',
  person_month: 'Your budget for this month is used up.',
  department_day: "Your department's budget for today is used up.",
  department_month: "Your department's budget for this month is used up.",
};

const renewalFormat = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** The error of a limit or budget that a person has reached. The limit of the model server is not among them. */
export class AllowanceError extends AvaError {
  /** Whether the limit refills within a minute or so, so that what has started can wait for it. */
  readonly refillsSoon: boolean;

  constructor(code: 'too_many_requests' | 'budget_used_up', options: { detail?: string; retryAfter: number }) {
    super(code, options);
    this.refillsSoon = code === 'too_many_requests';
  }
}

/** The error for a run or call that is denied: too many runs in progress, no tokens left, or a budget that is used up. */
export function toAllowanceError(denial: Denial | 'pending', now: Date): AllowanceError {
  if (denial === 'busy' || denial === 'pending')
    return new AllowanceError('too_many_requests', { retryAfter: ANSWER_RETRY_AFTER_S });
  if (denial === 'spent') return new AllowanceError('too_many_requests', { retryAfter: TOKENS_PER_PERSON_MS / 1_000 });
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const renewal = new Date(denial.endsWith('day') ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1));
  return new AllowanceError('budget_used_up', {
    detail: `${errors.budget_used_up.detail} ${budgetNames[denial]} It is renewed on ${renewalFormat.format(renewal)} at 00:00 UTC.`,
    retryAfter: (renewal.getTime() - now.getTime()) / 1_000,
  });
}

/**
 * The error for a call that has waited without success, because other calls of the person took the tokens that became
 * free.
 */
export function toStarvedError({ detail }: AllowanceError): AllowanceError {
  return new AllowanceError('budget_used_up', { detail, retryAfter: TOKENS_PER_PERSON_MS / 1_000 });
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

/** Performs a person's work, or throws before it starts. Not p-limit, which would queue it. */
type PersonLimit = <T>(person: Person, work: () => Promise<T>) => Promise<T>;

const toOwnerKey = ({ tenantId, id }: Person) => `${tenantId}/${id}`;

/** Limits how many files of one person are stored at the same time by this process. */
export const createUploadLimit = () => createPersonLimit(UPLOADS_PER_PERSON, UPLOAD_RETRY_AFTER_S);

function createPersonLimit(max: number, retryAfter: number): PersonLimit {
  const running = new Map<string, number>();
  return async (person, work) => {
    const key = toOwnerKey(person);
    const count = running.get(key) ?? 0;
    if (count >= max) throw new AvaError('too_many_requests', { retryAfter });
    running.set(key, count + 1);
    try {
      return await work();
    } finally {
      const remaining = (running.get(key) ?? 1) - 1;
      if (remaining === 0) running.delete(key);
      else running.set(key, remaining);
    }
  };
}

/** Slots of a process, as many as files can be written at the same time: two documents and three presentations. */
const DOCUMENT_SLOTS = 5;
const DOCUMENT_SLOTS_PER_PERSON = 2;

/** Makes a document and sends it. */
export type DocumentLimit = <T>(
  person: Person,
  disconnected: AbortSignal,
  make: () => Promise<T>,
  send: (made: T) => Promise<void>,
) => Promise<void>;

/**
 * Limits the documents that one person has in progress. A call waits for a slot before `make` reads its body or loads its
 * data, so that what waits holds none; it stops waiting when its client leaves.
 */
export function createDocumentLimit(): DocumentLimit {
  const limit = createPersonLimit(DOCUMENTS_PER_PERSON, DOCUMENT_RETRY_AFTER_S);
  const slots = createFairSemaphore(DOCUMENT_SLOTS, DOCUMENT_SLOTS_PER_PERSON);
  return (person, disconnected, make, send) =>
    limit(person, async () => {
      const release = await slots.acquire(toOwnerKey(person), disconnected);
      const made = await make().finally(release);
      await send(made);
    });
}
