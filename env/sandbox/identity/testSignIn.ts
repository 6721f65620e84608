import { createHash, randomBytes } from 'node:crypto';
import { NORTHWIND_TENANT_ID, getPerson } from '#sandbox/people.ts';
import { API_ID_URI, API_SCOPE, SPA_CLIENT_ID } from './registrations.ts';

/** The authorization code that a page gets by a sign-in, with the values that it needs to redeem the code. */
export type AuthorizationCode = { code: string; verifier: string; redirectUri: string; params: URLSearchParams };

export type SignIn = {
  url: string;
  redirectUri: string;
  person: string;
  tenantId?: string;
  /** Parameters of the authorize request to replace, or to remove (null). */
  change?: Record<string, string | null>;
  /** The button to press if a consent page appears. */
  consent?: 'accept' | 'cancel';
};

/**
 * Signs a person in as a browser does, with cookies, redirects and forms.
 *
 * @returns the code, and all parameters that were sent to the application
 */
export async function signInWithoutBrowser({
  url,
  redirectUri,
  person,
  tenantId,
  change = {},
  consent = 'accept',
}: SignIn): Promise<AuthorizationCode> {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: SPA_CLIENT_ID,
    response_type: 'code',
    response_mode: 'query',
    redirect_uri: redirectUri,
    scope: `${API_ID_URI}/${API_SCOPE} openid profile offline_access`,
    state: 'test-state',
    nonce: 'test-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }

  const start = `${url}/${tenantId ?? NORTHWIND_TENANT_ID}/oauth2/v2.0/authorize?${query.toString()}`;
  const end = await followSignIn(start, redirectUri, (page) => {
    if (page.includes('name="accept"')) return { [consent]: 'yes' };
    return { person: getPerson(person).oid };
  });
  const params = new URL(end).searchParams;
  return { code: params.get('code') ?? '', verifier, redirectUri, params };
}

/** Follows redirects and submits forms until the application's redirect address is reached. */
async function followSignIn(
  start: string,
  redirectUri: string,
  fillForm: (page: string) => Record<string, string>,
): Promise<string> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: start };
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(next.form ? { method: 'POST', body: next.form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location) {
      const target = new URL(location, next.url).href;
      if (target.startsWith(redirectUri)) return target;
      next = { url: target };
    } else {
      const page = await response.text();
      if (response.status !== 200) throw new Error(`The sign-in stopped with ${response.status}: ${toPlainText(page)}`);
      next = { url: next.url, form: new URLSearchParams(fillForm(page)) };
    }
  }
  throw new Error('The sign-in did not end after 10 steps.');
}

function toPlainText(page: string): string {
  const main = /<main>(.*)<\/main>/s.exec(page)?.[1] ?? page;
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
