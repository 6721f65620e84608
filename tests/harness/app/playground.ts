import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '../../../api/contract/client.ts';
import { sandboxCertificate } from '../../../env/sandbox/certificate.ts';
import { PERSONAL_CHAT_ID } from '../../../env/sandbox/playground/configuration.ts';
import { eventually } from '../eventually.ts';
import { freePort, postSecurely } from './startApp.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const READY_MS = 90_000;

/** A message as the tool shows it: the newest state of it. */
export interface Shown {
  messageId: string;
  text?: string;
  from?: { id: string };
  attachments?: {
    contentType: string;
    content: { actions?: { type: string; title: string; verb?: string; data?: unknown }[] };
  }[];
  streamEntity?: { streamType: string; streamSequence?: number };
  aiEntity?: {
    additionalType?: string[];
    citation?: { position: number; appearance: { name: string; abstract: string } }[];
  };
  feedbackLoopEnabled?: boolean;
}

export interface Playground {
  /** The API, in the hands of who sits in front of the tool. */
  ada: Client;
  /** What it has drawn, in order: every state of every message. */
  drawn: Shown[];
  say(text: string): Promise<void>;
  /** Presses a button of a card; gives what the bot answered. */
  press(
    message: Shown,
    action: { verb?: string | undefined; data?: unknown },
  ): Promise<{ status: number; body: unknown }>;
  react(message: Shown, reaction: 'like' | 'dislike', text: string): Promise<number>;
  /** The newest whole message of the bot that says something like `words`; with `from`, of those drawn after so many. */
  answered(words: RegExp, from?: number): Promise<Shown>;
  close(): Promise<void>;
}

/** `npm run playground` on free ports, driven as its own page drives it: over HTTP and WebSocket. */
export async function openPlayground(): Promise<Playground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-playground-'));
  const organization = join(dataDir, 'organization.json');
  const given = JSON.parse(await readFile(join(root, 'env/sandbox/organization.json'), 'utf8')) as { features: object };
  await writeFile(organization, JSON.stringify({ ...given, features: { ...given.features, teamsBotEnabled: true } }));
  const names = [
    'PORT',
    'BOT_PORT',
    ...['TEAMS', 'IDENTITY', 'GRAPH', 'MODELS', 'PLAYGROUND'].map((name) => `SANDBOX_${name}_PORT`),
  ];
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await freePort())] as const)),
  );
  const child = spawn(process.execPath, ['env/sandbox/start.ts', '--playground'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      ORGANIZATION_FILE: organization,
      ...ports,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString('utf8')));
  async function end(): Promise<void> {
    child.kill('SIGTERM');
    await closed;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
  try {
    await eventually(
      () => {
        if (!said.includes('AVA is ready') && child.exitCode === null) throw new Error(`It is not ready:\n${said}`);
      },
      { withinMs: READY_MS, everyMs: 100 },
    );
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${said}`);
    const { token } = await tokenOfAda(`https://localhost:${ports['SANDBOX_IDENTITY_PORT']}`, dataDir);
    const ada = createClient({ baseUrl: `http://localhost:${ports['PORT']}`, token: () => Promise.resolve(token) });
    return await drive(`localhost:${ports['SANDBOX_PLAYGROUND_PORT']}`, ada, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function tokenOfAda(identity: string, dataDir: string): Promise<{ token: string }> {
  const { cert } = await sandboxCertificate(join(dataDir, 'sandbox'));
  return JSON.parse(await postSecurely(`${identity}/_sandbox/token`, { person: 'ada' }, cert)) as { token: string };
}

async function drive(host: string, ada: Client, end: () => Promise<void>): Promise<Playground> {
  const drawn: Shown[] = [];
  const socket = new WebSocket(`ws://${host}/_ws_conversation/v1/conversations/stream`);
  socket.addEventListener('message', ({ data }) => {
    const { message } = JSON.parse(String(data)) as { message?: Shown };
    if (message) drawn.push(message);
  });
  await once(socket, 'open');
  const from = { id: 'user-ada' };
  async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
    const reply = await fetch(`http://${host}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    return { status: reply.status, body: text === '' ? null : JSON.parse(text) };
  }
  const invoke = (message: Shown, name: string, value: object) =>
    post('/_conversation/v1/invoke', {
      name,
      value,
      from,
      conversation: { id: PERSONAL_CHAT_ID },
      replyToId: message.messageId,
    });

  return {
    ada,
    drawn,
    async say(text) {
      const words = { type: 'text', text, textFormat: 'plain', from };
      const { status, body } = await post(`/_conversation/v1/conversations/${PERSONAL_CHAT_ID}/messages`, words);
      if (status >= 300) throw new Error(`The playground answered ${status}: ${JSON.stringify(body)}`);
    },
    press: (message, action) =>
      invoke(message, 'adaptiveCard/action', { action: { type: 'Action.Execute', ...action }, trigger: 'manual' }),
    async react(message, reaction, text) {
      const feedback = JSON.stringify({ feedbackText: text });
      const value = { actionName: 'feedback', actionValue: { reaction, feedback } };
      return (await invoke(message, 'message/submitAction', value)).status;
    },
    answered: (words, after = 0) =>
      eventually(
        () => {
          const found = drawn
            .slice(after)
            .findLast(({ text, aiEntity }) => aiEntity !== undefined && words.test(text ?? ''));
          if (!found) throw new Error(`Nothing like ${words} was drawn: ${JSON.stringify(drawn).slice(0, 2_000)}`);
          return found;
        },
        { withinMs: 30_000, everyMs: 100 },
      ),
    async close() {
      socket.close();
      await end();
    },
  };
}
