import { request } from 'node:https';
import { z } from 'zod';
import { BadRequest } from '../server/requestBody.ts';

export type TokenSource = { identityUrl: string; certificate?: string };

const TokenReply = z.object({ token: z.string() });

/** How long identity may take, in milliseconds; it answers in a few when it is well. */
const PATIENCE_MS = 10_000;

/**
 * Asks the sandbox's identity for the token that Teams would hand to a tab.
 *
 * @param asked Whose it is, and its lifetime in seconds (negative: already over).
 * @throws BadRequest with identity's own words when it refuses; Error when it fails or cannot be reached.
 */
export async function fetchToken(
  { identityUrl, certificate }: TokenSource,
  asked: { person: string; expiresIn: number },
): Promise<string> {
  const { status, text } = await postJson(new URL('/_sandbox/token', identityUrl), asked, certificate);
  if (status === 400) throw new BadRequest(`Identity refused a token for "${asked.person}": ${text}`);
  if (status !== 200) throw new Error(`Identity refused a token for "${asked.person}": ${status} ${text}`);
  return TokenReply.parse(JSON.parse(text)).token;
}

/** Not `fetch`: that one cannot be told to trust a single certificate for a single call. */
function postJson(url: URL, body: unknown, ca: string | undefined): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const trust = ca === undefined ? {} : { ca };
    const headers = { 'content-type': 'application/json' };
    const call = request(url, { method: 'POST', headers, timeout: PATIENCE_MS, ...trust }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }));
      response.on('error', failed);
    });
    call.on('timeout', () => call.destroy(new Error(`Identity did not answer within ${PATIENCE_MS / 1_000} s.`)));
    call.on('error', (cause) =>
      failed(new Error(`Identity at ${url.origin} could not be asked for a token.`, { cause })),
    );
    call.end(JSON.stringify(body));
  });
}
