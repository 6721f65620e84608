import { GRAPH_MAX_RETRIES, GRAPH_RETRY_BASE_MS } from '../../contract/limits.ts';
import type { Person } from '../identity/person.ts';
import type { GraphClient } from './graphClient.ts';

/** Graph's limit on calls in one batch. */
const PER_BATCH = 20;
const BATCHES_AT_ONCE = 4;

/** One answer inside a batch. */
export interface Batched {
  status: number;
  body: unknown;
}

interface Answer extends Batched {
  id: string;
  headers?: Record<string, string>;
}

const PUT_OFF = new Set([429, 503, 504]);

/**
 * Asks Graph for many paths, twenty in a call, and gives the answers in the same order. What Graph puts off inside a batch
 * is asked again as often as a call of its own would be. Throws where a whole batch is refused.
 */
export async function getMany(client: GraphClient, person: Person, paths: readonly string[]): Promise<Batched[]> {
  const answers: Batched[] = Array.from({ length: paths.length }, () => ({ status: 503, body: null }));
  let open = paths.map((_, index) => index);
  for (let attempt = 0; open.length > 0 && attempt <= GRAPH_MAX_RETRIES; attempt += 1) {
    const got = await askAll(client, person, paths, open);
    for (const { id, status, body } of got) answers[Number(id)] = { status, body };
    open = open.filter((index) => PUT_OFF.has(answers[index]?.status ?? 503));
    if (open.length > 0 && attempt < GRAPH_MAX_RETRIES) await client.clock.sleep(waitOf(got, attempt));
  }
  return answers;
}

async function askAll(
  client: GraphClient,
  person: Person,
  paths: readonly string[],
  open: readonly number[],
): Promise<Answer[]> {
  const batches = chunks(open, PER_BATCH);
  const answered: Answer[] = [];
  for (const wave of chunks(batches, BATCHES_AT_ONCE)) {
    const replies = await Promise.all(
      wave.map((batch) => {
        const requests = batch.map((index) => ({ id: String(index), method: 'GET', url: paths[index] }));
        return client.post<{ responses: Answer[] }>(person, '/$batch', { requests });
      }),
    );
    answered.push(...replies.flatMap(({ responses }) => responses));
  }
  return answered;
}

function waitOf(answers: readonly Answer[], attempt: number): number {
  const told = answers.flatMap(({ status, headers = {} }) => {
    const name = Object.keys(headers).find((each) => each.toLowerCase() === 'retry-after');
    return PUT_OFF.has(status) && name ? [Number(headers[name]) * 1_000] : [];
  });
  const longest = Math.max(0, ...told.filter((ms) => Number.isFinite(ms)));
  return longest > 0 ? longest : GRAPH_RETRY_BASE_MS * 2 ** attempt;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));
}
