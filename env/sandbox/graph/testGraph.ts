import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSandboxCertificate, trustCertificate } from '#sandbox/server/certificate.ts';
import { startIdentity, type Identity } from '#sandbox/identity/identityServer.ts';
import type { MintRequest } from '#sandbox/identity/identityControls.ts';
import { GRAPH_RESOURCE } from '#sandbox/identity/registrations.ts';
import type { Entity } from './odata.ts';
import { startGraph } from './graphServer.ts';
import type { GraphRoute } from './graphRoute.ts';

const ALL_SCOPES =
  'User.Read People.Read User.ReadBasic.All Sites.Read.All Files.Read.All Files.ReadWrite.All GroupMember.Read.All Mail.Read Mail.ReadWrite Chat.Read Calendars.Read OnlineMeetings.Read OnlineMeetingTranscript.Read.All';

export type Reply = {
  status: number;
  headers: Headers;
  body: Entity & { value?: Entity[]; error?: { code: string; message: string; innerError: Entity } };
};

/** A Graph server for one test file, with the identity server that issues its tokens. */
export type TestGraph = {
  url: string;
  identity: Identity;
  /** Mints a token for Graph; by default with all permissions that AVA is registered for. */
  tokenOf(person: string, options?: MintRequest): Promise<string>;
  ask(path: string, token: string, init?: RequestInit): Promise<Reply>;
  askAs(person: string, path: string, init?: RequestInit): Promise<Reply>;
  batch(person: string, requests: Entity[]): Promise<Reply>;
  control(method: string, name: string, body?: unknown): Promise<Reply>;
  close(): Promise<void>;
};

export async function startTestGraph(routes: GraphRoute[] = []): Promise<TestGraph> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-graph-'));
  trustCertificate(await getSandboxCertificate(folder));
  const identity = await startIdentity({ port: 0, folder, redirectUris: ['http://localhost:3980/'] });
  const graph = await startGraph({ port: 0, folder, identity, routes });

  const tokenOf: TestGraph['tokenOf'] = (person, options) =>
    identity.mint({ person, audience: GRAPH_RESOURCE, scp: ALL_SCOPES, ...options });
  const ask: TestGraph['ask'] = (path, token, init = {}) =>
    sendRequest(path.startsWith('https:') ? path : `${graph.url}/v1.0${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
  const askAs: TestGraph['askAs'] = async (person, path, init) => ask(path, await tokenOf(person), init);
  return {
    url: graph.url,
    identity,
    tokenOf,
    ask,
    askAs,
    batch: (person, requests) => askAs(person, '/$batch', { method: 'POST', ...jsonBody({ requests }) }),
    control: (method, name, body) =>
      sendRequest(`${graph.url}/_sandbox/${name}`, { method, ...(body ? jsonBody(body) : {}) }),
    close: async () => {
      await Promise.all([graph.close(), identity.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

export function getNames({ body }: Reply, property = 'displayName'): unknown[] {
  return (body.value ?? []).map((entity) => entity[property]);
}

export function jsonBody(body: unknown): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function sendRequest(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Reply['body'] };
}
