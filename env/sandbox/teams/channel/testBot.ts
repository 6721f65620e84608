import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { startIdentity, type Identity } from '../../identity/identityServer.ts';
import { BOT_FRAMEWORK_RESOURCE } from '../../identity/registrations.ts';
import { startChannel, type Channel } from './index.ts';

/** An activity as a test reads it. */
export interface Heard {
  type: string;
  id: string;
  name?: string;
  text?: string;
  value?: Record<string, unknown>;
  serviceUrl: string;
  replyToId?: string;
  from: { id: string; aadObjectId: string };
  conversation: { id: string; conversationType: string };
  attachments?: { contentType: string; content: { downloadUrl?: string } }[];
  entities?: { type: string }[];
}

export interface Reply {
  status: number;
  body: { id?: string; error?: { code: string; message: string } } & Record<string, unknown>;
  retryAfter: string | null;
}

/** The smallest bot there can be, in front of a real channel with a real identity. */
export interface TestBot {
  channel: Channel;
  identity: Identity;
  /** What it was told, in order; only activities whose token of the channel it could check. */
  heard: Heard[];
  /** What it answers to the next invokes; 200 without a body at first. */
  answer(reply: { status: number; body?: unknown }): void;
  /** Says something in a conversation, with a token of its own or a given one. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
  control<T = unknown>(name: string, body?: unknown): Promise<T>;
  look<T>(name: string): Promise<T>;
  close(): Promise<void>;
}

export async function startTestBot(patienceMs?: number): Promise<TestBot> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-channel-'));
  const identity = await startIdentity({ port: 0, folder, redirectUris: ['http://localhost:3980/'] });
  const heard: Heard[] = [];
  let answered: { status: number; body?: unknown } = { status: 200 };
  const server = createServer((request, response) => {
    void listen(request, channel.env).then((activity) => {
      if (!activity) return response.writeHead(401).end();
      heard.push(activity);
      if (activity.text === 'sleep') return undefined;
      const status = activity.type === 'invoke' ? answered.status : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(activity.type === 'invoke' ? JSON.stringify(answered.body ?? {}) : '');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const botUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const patience = patienceMs === undefined ? {} : { patienceMs };
  const channel: Channel = await startChannel({ port: 0, folder, botUrl, identity, ...patience });
  const own = await identity.mint({ kind: 'app', audience: BOT_FRAMEWORK_RESOURCE });

  return {
    channel,
    identity,
    heard,
    answer: (reply) => (answered = reply),
    async call(method, path, body, token = own) {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await fetch(`${channel.url}/teams/v3/${path}`, { method, headers, ...sent });
      const retryAfter = reply.headers.get('retry-after');
      return { status: reply.status, body: (await reply.json()) as Reply['body'], retryAfter };
    },
    async control<T>(name: string, body: unknown = {}) {
      const reply = await fetch(`${channel.url}/_sandbox/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${name}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as T;
    },
    look: async <T>(name: string) => (await (await fetch(`${channel.url}/_sandbox/${name}`)).json()) as T,
    async close() {
      await channel.close();
      await identity.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Checks the token as a bot must: by the channel's own metadata, keys, issuer, audience and service URL. */
async function listen(request: IncomingMessage, env: Record<string, string>): Promise<Heard | null> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  const activity = JSON.parse(Buffer.concat(pieces).toString('utf8')) as Heard;
  const metadata = (await (await fetch(env['BOT_OPENID_METADATA_URL'] ?? '')).json()) as {
    issuer: string;
    jwks_uri: string;
  };
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const wanted = { issuer: metadata.issuer, audience: env['BOT_ID'] ?? '' };
  const checked = await jwtVerify(token, createRemoteJWKSet(new URL(metadata.jwks_uri)), wanted).catch(() => null);
  return checked?.payload['serviceurl'] === activity.serviceUrl ? activity : null;
}
