import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSandboxCertificate, trustCertificate } from '../server/certificate.ts';
import { GRAPH_RESOURCE, startIdentity, type Identity, type MintRequest } from '../identity/identityServer.ts';
import type { Entity } from './odata.ts';
import { startGraph, type GraphRoute } from './index.ts';

const EVERYTHING =
  'User.Read People.Read User.ReadBasic.All Sites.Read.All Files.Read.All Files.ReadWrite.All GroupMember.Read.All';

export type Reply = {
  status: number;
  headers: Headers;
  body: Entity & { value?: Entity[]; error?: { code: string; message: string; innerError: Entity } };
};

/** A Graph of its own for one test file, with an identity server whose tokens it takes. */
export type TestGraph = {
  url: string;
  identity: Identity;
  /** A token for Graph with every permission, unless told otherwise. */
  tokenOf(person: string, further?: MintRequest): Promise<string>;
  ask(path: string, token: string, init?: RequestInit): Promise<Reply>;
  askAs(person: string, path: string, init?: RequestInit): Promise<Reply>;
  batch(person: string, requests: Entity[]): Promise<Reply>;
  control(method: string, name: string, body?: unknown): Promise<Reply>;
  close(): Promise<void>;
};

export async function openGraph(routes: GraphRoute[] = []): Promise<TestGraph> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-graph-'));
  trustCertificate(await getSandboxCertificate(folder));
  const identity = await startIdentity({ port: 0, folder, redirectUris: ['http://localhost:3980/'] });
  const graph = await startGraph({ port: 0, folder, identity, routes });

  const tokenOf: TestGraph['tokenOf'] = (person, further) =>
    identity.mint({ person, audience: GRAPH_RESOURCE, scp: EVERYTHING, ...further });
  const ask: TestGraph['ask'] = (path, token, init = {}) =>
    replyOf(path.startsWith('https:') ? path : `${graph.url}/v1.0${path}`, {
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
    batch: (person, requests) => askAs(person, '/$batch', { method: 'POST', ...json({ requests }) }),
    control: (method, name, body) => replyOf(`${graph.url}/_sandbox/${name}`, { method, ...(body ? json(body) : {}) }),
    close: async () => {
      await Promise.all([graph.close(), identity.close()]);
      await rm(folder, { recursive: true });
    },
  };
}

export function namesIn({ body }: Reply, property = 'displayName'): unknown[] {
  return (body.value ?? []).map((each) => each[property]);
}

/** A request's body as JSON. */
export function json(body: unknown): RequestInit {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function replyOf(url: string, init: RequestInit): Promise<Reply> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Reply['body'] };
}
