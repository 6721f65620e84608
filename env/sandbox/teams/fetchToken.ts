import { request } from 'node:https';
import { z } from 'zod';
import { BadRequest } from '#sandbox/server/requestBody.ts';

export type TokenSource = { identityUrl: string; certificate?: string };

export type PersonTokenRequest = {
  person: string;
  /** Lifetime in seconds; negative for an expired token. */
  expiresIn: number;
  /** Application ID URI that the token is for. */
  resource: string;
};

const TokenReply = z.object({ token: z.string() });

const TIMEOUT_MS = 10_000;

/**
 * Gets from the sandbox's identity the token that Teams would give to a tab.
 *
 * @throws BadRequest with identity's message if identity rejects the request; Error if it fails or is unreachable.
 */
export async function fetchToken(
  { identityUrl, certificate }: TokenSource,
  tokenRequest: PersonTokenRequest,
): Promise<string> {
  const { status, text } = await postJson(new URL('/_sandbox/token', identityUrl), tokenRequest, certificate);
  const message = `Identity rejected the token request for "${tokenRequest.person}"`;
  if (status === 400) throw new BadRequest(`${message}: ${text}`);
  if (status !== 200) throw new Error(`${message}: ${status} ${text}`);
  return TokenReply.parse(JSON.parse(text)).token;
}

/** Uses node:https because `fetch` cannot trust a certificate for a single request. */
function postJson(url: URL, body: unknown, ca: string | undefined): Promise<{ status: number; text: string }> {
  return new Promise((done, failed) => {
    const trust = ca === undefined ? {} : { ca };
    const headers = { 'content-type': 'application/json' };
    // No `keepAlive`: the server can close an idle connection at the moment when it is used again.
    const options = { method: 'POST', headers, timeout: TIMEOUT_MS, agent: false, ...trust };
    const call = request(url, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }),
      );
      response.on('error', failed);
    });
    call.on('timeout', () => call.destroy(new Error(`Identity did not respond within ${TIMEOUT_MS / 1_000} s.`)));
    call.on('error', (cause) => failed(new Error(`failed to get a token from identity at ${url.origin}`, { cause })));
    call.end(JSON.stringify(body));
  });
}
