import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { startIdentity, type Identity } from '#sandbox/identity/identityServer.ts';
import { BOT_FRAMEWORK_RESOURCE } from '#sandbox/identity/registrations.ts';
import { startChannel, type Channel } from './channelServer.ts';
import type { Message } from './conversations.ts';

/** The properties of an activity that tests read. */
export interface ReceivedActivity {
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

export interface ShownConversation {
  id: string;
  kind: string;
  name: string;
  messages: Message[];
}

export interface Reply {
  status: number;
  body: { id?: string; error?: { code: string; message: string } } & Record<string, unknown>;
  retryAfter: string | null;
}

/** A minimal bot that is connected to the sandbox's channel and identity. */
export interface TestBot {
  channel: Channel;
  identity: Identity;
  /** The activities with a valid token, in order. */
  received: ReceivedActivity[];
  getLatest(): ReceivedActivity | undefined;
  /** Gets a conversation of a person as their window shows it. */
  getConversation(person: string, kind?: string): Promise<ShownConversation>;
  /** Sets the reply to further invokes; initially 200 without a body. */
  setInvokeReply(reply: { status: number; body?: unknown }): void;
  /** Calls the connector, with the bot's token unless another is given. */
  call(method: string, path: string, body?: unknown, token?: string): Promise<Reply>;
  control<T = unknown>(name: string, body?: unknown): Promise<T>;
  get<T>(name: string): Promise<T>;
  close(): Promise<void>;
}

export async function startTestBot(timeoutMs?: number): Promise<TestBot> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-channel-'));
  const identity = await startIdentity({ port: 0, folder, redirectUris: ['http://localhost:3980/'] });
  const received: ReceivedActivity[] = [];
  let invokeReply: { status: number; body?: unknown } = { status: 200 };
  const server = createServer((request, response) => {
    void readActivity(request, channel.env).then((activity) => {
      if (!activity) {
        response.writeHead(401);
        return response.end();
      }
      received.push(activity);
      if (activity.text === 'sleep') return undefined;
      const status = activity.type === 'invoke' ? invokeReply.status : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(activity.type === 'invoke' ? JSON.stringify(invokeReply.body ?? {}) : '');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const botUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const timeout = timeoutMs === undefined ? {} : { timeoutMs };
  const channel: Channel = await startChannel({ port: 0, folder, botUrl, identity, ...timeout });
  const botToken = await identity.mint({ kind: 'app', audience: BOT_FRAMEWORK_RESOURCE });

  const get = async <T>(name: string) => (await (await fetch(`${channel.url}/_sandbox/${name}`)).json()) as T;

  return {
    channel,
    identity,
    received,
    getLatest: () => received.at(-1),
    async getConversation(person, kind = 'personal') {
      const { conversations } = await get<{ conversations: ShownConversation[] }>(`conversations?person=${person}`);
      const conversation = conversations.find((candidate) => candidate.kind === kind);
      if (!conversation) throw new Error(`${person} has no ${kind}.`);
      return conversation;
    },
    setInvokeReply: (reply) => (invokeReply = reply),
    async call(method, path, body, token = botToken) {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
      const content = body === undefined ? {} : { body: JSON.stringify(body) };
      const reply = await fetch(`${channel.url}/teams/v3/${path}`, { method, headers, ...content });
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
    get,
    async close() {
      await channel.close();
      await identity.close();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function getActivitiesPath({ id }: { id: string }): string {
  return `conversations/${encodeURIComponent(id)}/activities`;
}

/** Reads an activity. Returns null unless the channel signed its token for this bot and the activity's service URL. */
async function readActivity(request: IncomingMessage, env: Record<string, string>): Promise<ReceivedActivity | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const activity = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ReceivedActivity;
  const metadata = (await (await fetch(env['BOT_OPENID_METADATA_URL'] ?? '')).json()) as {
    issuer: string;
    jwks_uri: string;
  };
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const expected = { issuer: metadata.issuer, audience: env['BOT_ID'] ?? '' };
  const verified = await jwtVerify(token, createRemoteJWKSet(new URL(metadata.jwks_uri)), expected).catch(() => null);
  return verified?.payload['serviceurl'] === activity.serviceUrl ? activity : null;
}
