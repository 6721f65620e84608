import type { IncomingMessage } from 'node:http';
import { isAvaError } from '#contract/errors.ts';
import { readJson } from '#platform/readJson.ts';

/** Activities of Teams are smaller. */
const MAX_BODY_BYTES = 1_048_576;
/** Time limit for the whole body: Teams sends an activity without pauses. */
const TIMEOUT_MS = 15_000;

/** A JSON body, or the status and the sentence of a refusal. */
export type Body = { name: 'read'; value: unknown } | { name: 'refused'; status: number; error: string };

/** Reads the JSON body of a request. Stops reading one that is too large, too slow or not JSON. */
export async function readBody(request: IncomingMessage, timeoutMs = TIMEOUT_MS): Promise<Body> {
  try {
    const limits = { maxBytes: MAX_BODY_BYTES, sizeError: 'too_large', timeoutMs } as const;
    return { name: 'read', value: await readJson(request, limits) };
  } catch (error) {
    if (!isAvaError(error)) throw error;
    return { name: 'refused', status: error.status, error: error.detail };
  }
}
