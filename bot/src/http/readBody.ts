import type { IncomingMessage } from 'node:http';
import { isAvaError } from '../../../api/contract/errors.ts';
import { readJson } from '../../../api/platform/readJson.ts';

/** More than Teams ever sends; whoever sends more is not Teams. */
export const MAX_BODY_BYTES = 1_048_576;
/** Teams sends an activity in one go. */
const WITHIN_MS = 15_000;

/** A JSON body, or the status and the sentence to refuse it with. */
export type Body = { name: 'read'; value: unknown } | { name: 'refused'; status: number; error: string };

/**
 * The JSON body of a request. What is too large, too slow or something else is not read to its end.
 * @param withinMs how long all of it may take
 */
export async function readBody(request: IncomingMessage, withinMs = WITHIN_MS): Promise<Body> {
  try {
    const value = await readJson(request, { maxBytes: MAX_BODY_BYTES, tooMuch: 'too_large', withinMs });
    return { name: 'read', value };
  } catch (error) {
    if (!isAvaError(error)) throw error;
    return { name: 'refused', status: error.status, error: error.detail };
  }
}
