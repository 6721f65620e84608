import { createHash, randomBytes } from 'node:crypto';
import { NORTHWIND_TENANT_ID, personNamed } from '../people.ts';
import { API_ID_URI, API_SCOPE, SPA_CLIENT_ID } from './registrations.ts';

/** What a page of AVA would know at this point of a sign-in. */
export type CodeInHand = { code: string; verifier: string; redirectUri: string; params: URLSearchParams };

export type SignIn = {
  url: string;
  redirectUri: string;
  person: string;
  tenantId?: string;
  /** Replaces or, with null, removes parameters of the authorize request. */
  change?: Record<string, string | null>;
  /** What is pressed on the consent page, should it come. */
  consent?: 'accept' | 'cancel';
};

/**
 * Signs a person in the way a browser would, by cookies, redirects and forms, without a browser.
 *
 * @returns the code, and all parameters the application was sent.
 */
export async function signInByHand({
  url,
  redirectUri,
  person,
  tenantId,
  change = {},
  consent = 'accept',
}: SignIn): Promise<CodeInHand> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: SPA_CLIENT_ID,
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: redirectUri,
    scope: `${API_ID_URI}/${API_SCOPE} openid profile offline_access`,
    state: 'where-i-was',
    nonce: 'said-once',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }

  const start = `${url}/${tenantId ?? NORTHWIND_TENANT_ID}/oauth2/v2.0/authorize?${query.toString()}`;
  const end = await walk(start, redirectUri, (page) => {
    if (page.includes('name="accept"')) return { [consent]: 'yes' };
    return { person: personNamed(person).oid };
  });
  const params = new URL(end).searchParams;
  return { code: params.get('code') ?? '', verifier, redirectUri, params };
}

/** Follows redirects and answers pages until the application's own address is reached. */
async function walk(start: string, goal: string, answer: (page: string) => Record<string, string>): Promise<string> {
  const cookies = new Map<string, string>();
  let step: { url: string; form?: URLSearchParams } = { url: start };
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(step.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(step.form ? { method: 'POST', body: step.form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) {
      const next = new URL(location, step.url).href;
      if (next.startsWith(goal)) return next;
      step = { url: next };
    } else {
      const page = await response.text();
      if (response.status !== 200) throw new Error(`The sign-in stopped with ${response.status}: ${plain(page)}`);
      step = { url: step.url, form: new URLSearchParams(answer(page)) };
    }
  }
  throw new Error('The sign-in went round in circles.');
}

function plain(page: string): string {
  const main = /<main>(.*)<\/main>/s.exec(page)?.[1] ?? page;
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
