import { isAvaError, isTokenRefusal } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from './graphClient.ts';
import { listItems, type GraphPage } from './pages.ts';
import { isThrottled, retryThrottled } from './retry.ts';
import { parseRetryAfter } from '#platform/retryAfter.ts';

/** Graph's limit for one batch. */
const REQUESTS_PER_BATCH = 20;
const MAX_CONCURRENT_BATCHES = 4;

/** Response to one request of a batch. */
interface BatchedResponse {
  status: number;
  body: unknown;
}

interface NumberedResponse extends BatchedResponse {
  id: string;
  headers?: Record<string, string>;
}

const UNANSWERED: BatchedResponse = { status: 503, body: null };

/**
 * Requests many paths in batches and returns the responses in the same order. Throttled requests inside a batch are
 * retried like single ones. Throws if a whole batch is refused.
 */
export async function getMany(
  client: GraphClient,
  person: Person,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<BatchedResponse[]> {
  const responses = paths.map(() => UNANSWERED);
  let pending = paths.map((_, index) => index);
  await retryThrottled(
    async () => {
      const received = await sendBatches(client, person, paths, pending, signal);
      for (const { id, status, body } of received) responses[Number(id)] = { status, body };
      pending = pending.filter((index) => isThrottled(responses[index]?.status ?? UNANSWERED.status));
      return received;
    },
    (received) => (pending.length > 0 ? getLongestRetryAfter(received) : null),
    (ms) => client.clock.sleep(ms, signal),
  );
  return responses;
}

/** Requests many lists like `getMany`, each with all its pages. A list whose later pages fail counts as unanswered. */
export async function getLists(
  client: GraphClient,
  person: Person,
  paths: readonly string[],
  signal?: AbortSignal,
): Promise<BatchedResponse[]> {
  const lists: BatchedResponse[] = [];
  for (const first of await getMany(client, person, paths, signal))
    lists.push(await readRest(client, person, first, signal));
  return lists;
}

async function readRest(
  client: GraphClient,
  person: Person,
  first: BatchedResponse,
  signal: AbortSignal | undefined,
): Promise<BatchedResponse> {
  const { value = [], '@odata.nextLink': next } = (first.body ?? {}) as GraphPage<unknown>;
  if (first.status !== 200 || !next) return first;
  try {
    const rest = await listItems(client, person, client.getLinkPath(next), { signal });
    return { status: 200, body: { value: [...value, ...rest] } };
  } catch (error) {
    if (isAvaError(error) && !isTokenRefusal(error)) return UNANSWERED;
    throw error;
  }
}

async function sendBatches(
  client: GraphClient,
  person: Person,
  paths: readonly string[],
  pending: readonly number[],
  signal: AbortSignal | undefined,
): Promise<NumberedResponse[]> {
  const received: NumberedResponse[] = [];
  for (const batches of split(split(pending, REQUESTS_PER_BATCH), MAX_CONCURRENT_BATCHES)) {
    const replies = await Promise.all(
      batches.map((batch) => {
        const requests = batch.map((index) => ({ id: String(index), method: 'GET', url: paths[index] }));
        return client.post<{ responses?: NumberedResponse[] }>(person, '/$batch', { requests }, signal);
      }),
    );
    received.push(...replies.flatMap(({ responses }) => responses ?? []));
  }
  return received;
}

/** Seconds; 0 if no throttled response has a Retry-After header. */
function getLongestRetryAfter(responses: readonly NumberedResponse[]): number {
  const seconds = responses.flatMap(({ status, headers = {} }) => {
    const name = Object.keys(headers).find((header) => header.toLowerCase() === 'retry-after');
    return isThrottled(status) && name ? [parseRetryAfter(headers[name])] : [];
  });
  return Math.max(0, ...seconds);
}

function split<T>(items: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}
