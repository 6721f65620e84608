import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import { getSandboxCertificate, trustCertificate } from '#sandbox/server/certificate.ts';
import { NORTHWIND_TENANT_ID } from '#sandbox/people.ts';
import { startIdentity, type Identity, type IdentityOptions } from './identityServer.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET, SPA_CLIENT_ID } from './registrations.ts';
import { signInWithoutBrowser, type AuthorizationCode, type SignIn } from './testSignIn.ts';

export const ORIGIN = 'http://localhost:3980';
export const HOME = `${ORIGIN}/`;
export const redirectUris = [HOME, `${ORIGIN}/auth-end.html`];

export type Reply = {
  status: number;
  body: Record<string, unknown> & { error_codes?: number[] };
  headers: Headers;
};

/** An identity server for one test file, with the calls that an application makes. */
export type TestIdentity = {
  server: Identity;
  folder: string;
  /** Posts a form to the token endpoint, as a page of `origin` does. */
  post(fields: Record<string, string>, options?: { origin?: string; tenant?: string }): Promise<Reply>;
  signIn(person: string, options?: Partial<SignIn>): Promise<AuthorizationCode>;
  control(name: string, body: unknown): Promise<Reply>;
  close(): Promise<void>;
};

export async function startTestIdentity(lifetimes: IdentityOptions['lifetimes'] = {}): Promise<TestIdentity> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-identity-'));
  trustCertificate(await getSandboxCertificate(folder));
  const server = await startIdentity({ port: 0, folder, redirectUris, lifetimes });
  return {
    server,
    folder,
    post: (fields, { origin = ORIGIN, tenant = NORTHWIND_TENANT_ID } = {}) =>
      post(`${server.url}/${tenant}/oauth2/v2.0/token`, new URLSearchParams(fields), origin ? { origin } : {}),
    signIn: (person, options) => signInWithoutBrowser({ url: server.url, redirectUri: HOME, person, ...options }),
    control: (name, body) =>
      post(`${server.url}/_sandbox/${name}`, JSON.stringify(body), { 'content-type': 'application/json' }),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The form that redeems an authorization code. */
export function redemptionForm({ code, verifier, redirectUri }: AuthorizationCode): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: SPA_CLIENT_ID,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
}

/** The form that exchanges a person's token for one for Graph. */
export function onBehalfOfForm(assertion: string, changes: Record<string, string> = {}): Record<string, string> {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    requested_token_use: 'on_behalf_of',
    client_id: API_CLIENT_ID,
    client_secret: API_CLIENT_SECRET,
    scope: 'https://graph.microsoft.com/User.Read openid profile offline_access',
    assertion,
    ...changes,
  };
}

export function claimNames(claims: JWTPayload): string[] {
  return Object.keys(claims).toSorted();
}

async function post(url: string, body: URLSearchParams | string, headers: Record<string, string>): Promise<Reply> {
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Reply['body'], headers: response.headers };
}
