import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWTPayload } from 'jose';
import { sandboxCertificate, trustCertificate } from '../certificate.ts';
import { NORTHWIND_TENANT_ID } from '../people.ts';
import {
  API_CLIENT_ID,
  API_CLIENT_SECRET,
  SPA_CLIENT_ID,
  startIdentity,
  type Identity,
  type IdentityOptions,
} from './index.ts';
import { signInByHand, type CodeInHand, type SignIn } from './testBrowser.ts';

export const ORIGIN = 'http://localhost:3980';
export const HOME = `${ORIGIN}/`;
export const redirectUris = [HOME, `${ORIGIN}/auth-end.html`];

export type Answer = {
  status: number;
  body: Record<string, unknown> & { error_codes?: number[] };
  headers: Headers;
};

/** An identity server of its own for one test file, and the calls an application makes to it. */
export type TestDesk = {
  identity: Identity;
  folder: string;
  /** Posts a form to the token endpoint, as a page of `origin` would. */
  post(fields: Record<string, string>, at?: { origin?: string; tenant?: string }): Promise<Answer>;
  signIn(person: string, further?: Partial<SignIn>): Promise<CodeInHand>;
  control(name: string, body: unknown): Promise<Answer>;
  close(): Promise<void>;
};

export async function openDesk(lifetimes: IdentityOptions['lifetimes'] = {}): Promise<TestDesk> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-identity-'));
  trustCertificate(await sandboxCertificate(folder));
  const identity = await startIdentity({ port: 0, folder, redirectUris, lifetimes });
  return {
    identity,
    folder,
    post: (fields, { origin = ORIGIN, tenant = NORTHWIND_TENANT_ID } = {}) =>
      answerOf(`${identity.url}/${tenant}/oauth2/v2.0/token`, new URLSearchParams(fields), origin ? { origin } : {}),
    signIn: (person, further) => signInByHand({ url: identity.url, redirectUri: HOME, person, ...further }),
    control: (name, body) =>
      answerOf(`${identity.url}/_sandbox/${name}`, JSON.stringify(body), { 'content-type': 'application/json' }),
    close: async () => {
      await identity.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** The form with which a page redeems its code. */
export function redemption({ code, verifier, redirectUri }: CodeInHand): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    client_id: SPA_CLIENT_ID,
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
}

/** The form with which AVA exchanges a person's token for one for Graph. */
export function exchange(assertion: string, further: Record<string, string> = {}): Record<string, string> {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    requested_token_use: 'on_behalf_of',
    client_id: API_CLIENT_ID,
    client_secret: API_CLIENT_SECRET,
    scope: 'https://graph.microsoft.com/User.Read openid profile offline_access',
    assertion,
    ...further,
  };
}

export function claimNames(claims: JWTPayload): string[] {
  return Object.keys(claims).toSorted();
}

async function answerOf(url: string, body: URLSearchParams | string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body, headers });
  return { status: response.status, body: (await response.json()) as Answer['body'], headers: response.headers };
}
