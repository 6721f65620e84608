import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '#contract/client.ts';
import { writeOrganizationFolder } from '#sandbox/organizationFolder.ts';
import { getSandboxCertificate } from '#sandbox/server/certificate.ts';
import { PERSONAL_CHAT_ID } from '#sandbox/playground/playgroundConfiguration.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { findFreePort } from './freePort.ts';
import { postWithCertificate } from './postWithCertificate.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** One version of a message, as the playground displays it. */
export interface DrawnMessage {
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
  /** A client of the API, signed in as the person who uses the playground. */
  ada: Client;
  /** Every version of every message that the playground has displayed, oldest first. */
  drawn: DrawnMessage[];
  send(text: string): Promise<void>;
  /** Presses a button of a card and returns the bot's response. */
  pressButton(
    message: DrawnMessage,
    action: { verb?: string | undefined; data?: unknown },
  ): Promise<{ status: number; body: unknown }>;
  react(message: DrawnMessage, reaction: 'like' | 'dislike', text: string): Promise<number>;
  /** Waits for the latest complete message of the bot that matches; ignores the first `from` entries of `drawn`. */
  waitForAnswer(pattern: RegExp, from?: number): Promise<DrawnMessage>;
  close(): Promise<void>;
}

/** Starts `npm run playground` on free ports and controls it over HTTP and WebSocket, as its page does. */
export async function openPlayground(): Promise<Playground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-playground-'));
  const organization = await writeOrganizationFolder(dataDir, { teamsBotEnabled: true });
  const names = [
    'PORT',
    'BOT_PORT',
    ...['TEAMS', 'IDENTITY', 'GRAPH', 'MODELS', 'MCP', 'PLAYGROUND'].map((name) => `SANDBOX_${name}_PORT`),
  ];
  const ports = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, String(await findFreePort())] as const)),
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
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  async function end(): Promise<void> {
    child.kill('SIGTERM');
    await closed;
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
  try {
    await eventually(
      () => {
        if (!output.includes('AVA is ready') && child.exitCode === null)
          throw new Error(`The playground is not ready:\n${output}`);
      },
      { everyMs: 100 },
    );
    if (child.exitCode !== null) throw new Error(`The playground exited with ${child.exitCode}:\n${output}`);
    const { token } = await getTokenOfAda(`https://localhost:${ports['SANDBOX_IDENTITY_PORT']}`, dataDir);
    const ada = createClient({ baseUrl: `http://localhost:${ports['PORT']}`, token: () => Promise.resolve(token) });
    return await connect(`localhost:${ports['SANDBOX_PLAYGROUND_PORT']}`, ada, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function getTokenOfAda(identity: string, dataDir: string): Promise<{ token: string }> {
  const { cert } = await getSandboxCertificate(join(dataDir, 'sandbox'));
  return JSON.parse(await postWithCertificate(`${identity}/_sandbox/token`, { person: 'ada' }, cert)) as {
    token: string;
  };
}

async function connect(host: string, ada: Client, end: () => Promise<void>): Promise<Playground> {
  const drawn: DrawnMessage[] = [];
  const socket = new WebSocket(`ws://${host}/_ws_conversation/v1/conversations/stream`);
  socket.addEventListener('message', ({ data }) => {
    const { message } = JSON.parse(String(data)) as { message?: DrawnMessage };
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
  const invoke = (message: DrawnMessage, name: string, value: object) =>
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
    async send(text) {
      const message = { type: 'text', text, textFormat: 'plain', from };
      const { status, body } = await post(`/_conversation/v1/conversations/${PERSONAL_CHAT_ID}/messages`, message);
      if (status >= 300) throw new Error(`The playground answered ${status}: ${JSON.stringify(body)}`);
    },
    pressButton: (message, action) =>
      invoke(message, 'adaptiveCard/action', { action: { type: 'Action.Execute', ...action }, trigger: 'manual' }),
    async react(message, reaction, text) {
      const feedback = JSON.stringify({ feedbackText: text });
      const value = { actionName: 'feedback', actionValue: { reaction, feedback } };
      return (await invoke(message, 'message/submitAction', value)).status;
    },
    waitForAnswer: (pattern, skipped = 0) =>
      eventually(
        () => {
          const answer = drawn
            .slice(skipped)
            .findLast(({ text, aiEntity }) => aiEntity !== undefined && pattern.test(text ?? ''));
          if (!answer) throw new Error(`No message matches ${pattern}: ${JSON.stringify(drawn).slice(0, 2_000)}`);
          return answer;
        },
        { everyMs: 100 },
      ),
    async close() {
      socket.close();
      await end();
    },
  };
}
