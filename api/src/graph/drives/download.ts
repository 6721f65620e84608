import type { IncomingMessage } from 'node:http';
import { AvaError } from '#contract/errors.ts';
import { parseRetryAfter } from '#platform/retryAfter.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { getGraphCodes, getGraphStatus } from '#api/graph/client/graphErrors.ts';
import { isThrottled, retryThrottled } from '#api/graph/client/retry.ts';
import type { ContentClient } from './contentClient.ts';

/** AVA waits at most this long if SharePoint throttles a download; a longer wait is left to the next attempt. */
const MAX_WAIT_S = 120;
const MAX_ERROR_BYTES = 10_000;
/** Statuses of an address that has expired, or of a file that was moved since. Graph knows which. */
const OUTDATED: ReadonlySet<number> = new Set([401, 403, 404, 410]);
const MALWARE = 'malwareDetected';

/** Opens the bytes of a file. If its address has expired, another one is requested once. */
export async function openDownload(
  client: GraphClient,
  content: ContentClient,
  person: Person,
  path: string,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  for (let isRepeated = false; ; isRepeated = true) {
    const address = await client.getRedirect(person, path, signal).catch((cause: unknown) => {
      throw toReadableError(getGraphStatus(cause), getGraphCodes(cause), cause) ?? cause;
    });
    const response = await sendPatiently(client, content, address, signal);
    const { statusCode: status = 0 } = response;
    if (status === 200) return response;
    const codes = await readCodes(response);
    const cause = new Error(`the download was answered ${status}`);
    const known = toReadableError(status, codes, cause);
    if (known) throw known;
    if (!OUTDATED.has(status)) throw new AvaError('graph_unavailable', { cause });
    if (!isRepeated) continue;
    if (status === 404 || status === 410) throw new AvaError('not_found', { cause });
    throw new AvaError('unreadable_file', {
      cause,
      detail: 'Microsoft 365 does not allow this file to be downloaded.',
    });
  }
}

/** Downloads are throttled apart from Graph's calls. */
function sendPatiently(
  client: GraphClient,
  content: ContentClient,
  address: string,
  signal: AbortSignal | undefined,
): Promise<IncomingMessage> {
  return retryThrottled(
    () => content.send(address, { method: 'GET', signal }),
    (response) => {
      const seconds = parseRetryAfter(response.headers['retry-after']);
      if (!isThrottled(response.statusCode ?? 0) || seconds > MAX_WAIT_S) return null;
      response.resume();
      return seconds;
    },
    (ms) => client.clock.sleep(ms, signal),
  );
}

/** The error of a file that another attempt would not open; null for any other failure. */
function toReadableError(status: number | null, codes: readonly string[], cause: unknown): AvaError | null {
  // 423: checked out by someone, or protected.
  if (status === 423) return new AvaError('unreadable_file', { cause, detail: 'The file is locked in its library.' });
  if (!codes.includes(MALWARE)) return null;
  return new AvaError('unreadable_file', { cause, detail: 'Microsoft 365 has found malware in this file.' });
}

/** The code of an error in JSON; none for a page of HTML. */
async function readCodes(response: IncomingMessage): Promise<string[]> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > MAX_ERROR_BYTES) return [];
      parts.push(part);
    }
    const { error } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { error?: { code?: string } };
    return error?.code === undefined ? [] : [error.code];
  } catch {
    return [];
  } finally {
    response.destroy();
  }
}
