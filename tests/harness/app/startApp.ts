import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as secureRequest } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient, type Client } from '../../../api/contract/client.ts';
import { createApiProcess } from './apiProcess.ts';
import { startBotProcess, type BotProcess } from './botProcess.ts';
import { giveStore } from '../storage/preparedDatabases.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface TokenWish {
  person: string;
  expiresIn?: number;
  audience?: string;
  tenant?: string;
  scp?: string;
  azp?: string;
  roles?: string[];
  kind?: 'user' | 'app';
  key?: 'foreign';
}

interface Urls {
  teams: string;
  identity: string;
  graph: string;
  models: string;
  /** Teams' channel; empty without the bot. */
  channel: string;
}

export interface TestApp {
  url: string;
  urls: Urls;
  dataDir: string;
  /** A client signed in as a person of the sandbox. */
  as(person: string): Client;
  token(wish: TokenWish): Promise<string>;
  /** Posts to a stand-in's controls: `control('models', 'scenario', {…})`. */
  control(server: keyof Urls, name: string, body?: unknown): Promise<unknown>;
  /** What a stand-in has recorded. */
  recorded<T>(server: keyof Urls): Promise<T[]>;
  /** Ends the API's process at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to end in order; gives its exit code. */
  terminate(): Promise<number | null>;
  /** Starts the API again on the same data and port. */
  restart(): Promise<void>;
  /** Starts a second API process beside it, with other values in its environment, and waits for its end. */
  second(changes?: Record<string, string>): Promise<{ code: number | null; said: string }>;
  pid(): number;
  /** What the API has logged so far. */
  logged(): string;
  /** Where the bot listens; empty without it. */
  botUrl: string;
  /** Ends the bot in order and starts another in its place. */
  restartBot(): Promise<void>;
  /** What the bot has logged since it was started. */
  botLogged(): string;
  close(): Promise<void>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** Changes of the organization's switches. */
  features?: Record<string, boolean>;
  /** The bot too, as a process of its own behind the stand-in of Teams' channel; switches `teamsBotEnabled` on. */
  bot?: boolean;
}

/** The whole of AVA on free ports, as real processes: the stand-ins, and the API over an embedded store of its own. */
export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-app-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const botPort = options.bot ? await freePort() : null;
  const [standIns] = await Promise.all([startStandIns(dataDir, url, botPort), giveStore(dataDir)]);
  const certificate = await readFile(standIns.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8');
  const organizationFile = join(dataDir, 'organization.json');
  await writeOrganization(organizationFile, { ...(options.bot && { teamsBotEnabled: true }), ...options.features });
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    LOG_LEVEL: 'warn',
    ...standIns.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ORGANIZATION_FILE: organizationFile,
    ...options.env,
  };
  const api = createApiProcess(url, env);
  let bot: BotProcess | undefined;

  async function token(wish: TokenWish): Promise<string> {
    const body = await postSecurely(`${standIns.urls.identity}/_sandbox/token`, wish, certificate);
    return (JSON.parse(body) as { token: string }).token;
  }

  async function cleanUp(): Promise<void> {
    await bot?.end();
    await api.end('SIGTERM');
    standIns.process.disconnect();
    await once(standIns.process, 'exit');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  async function startAll(): Promise<void> {
    await api.start();
    if (botPort !== null) await startBot(botPort);
  }

  async function startBot(at: number): Promise<void> {
    bot = await startBotProcess({
      ...env,
      ...standIns.botEnv,
      API_URL: url,
      PUBLIC_URL: url,
      BOT_PORT: String(at),
    });
  }

  await startAll().catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  const tokens = new Map<string, Promise<string>>();
  return {
    url,
    urls: standIns.urls,
    dataDir,
    token,
    as(person) {
      return createClient({
        baseUrl: url,
        token: () => {
          if (!tokens.has(person)) tokens.set(person, token({ person }));
          return tokens.get(person) ?? Promise.resolve(null);
        },
      });
    },
    async control(server, name, body = {}) {
      const address = `${standIns.urls[server]}/_sandbox/${name}`;
      if (address.startsWith('https:')) return JSON.parse((await postSecurely(address, body, certificate)) || 'null');
      const reply = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
      const text = await reply.text();
      return text === '' ? null : JSON.parse(text);
    },
    async recorded<T>(server: keyof Urls) {
      const reply = (await (await fetch(`${standIns.urls[server]}/_sandbox/requests`)).json()) as
        { requests: T[] } | T[];
      return Array.isArray(reply) ? reply : reply.requests;
    },
    async kill() {
      await api.end('SIGKILL');
    },
    terminate: () => api.end('SIGTERM'),
    restart: api.start,
    second: api.second,
    pid: api.pid,
    logged: api.logged,
    botUrl: botPort === null ? '' : `http://127.0.0.1:${botPort}`,
    async restartBot() {
      if (botPort === null) throw new Error('There is no bot to start again.');
      await bot?.end();
      await startBot(botPort);
    },
    botLogged: () => bot?.logged() ?? '',
    close: cleanUp,
  };
}

async function startStandIns(dataDir: string, apiUrl: string, botPort: number | null) {
  const botUrl = botPort === null ? [] : [`http://127.0.0.1:${botPort}`];
  const child = fork(join(root, 'tests/harness/app/standInsProcess.ts'), [dataDir, apiUrl, ...botUrl], {
    cwd: root,
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  type Told = { env: Record<string, string>; botEnv: Record<string, string>; urls: Urls };
  const told = new Promise<Told>((done, failed) => {
    child.once('message', (message) => done(message as Told));
    child.once('exit', (code) => failed(new Error(`The stand-ins ended with ${code}.`)));
  });
  return { ...(await told), process: child };
}

async function writeOrganization(path: string, features: Record<string, boolean>): Promise<void> {
  const given = JSON.parse(await readFile(join(root, 'env/sandbox/organization.json'), 'utf8')) as { features: object };
  await writeFile(path, JSON.stringify({ ...given, features: { ...given.features, ...features } }));
}

export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}

/** `fetch` cannot be told to trust one certificate for one call. */
export function postSecurely(url: string, body: unknown, ca: string): Promise<string> {
  return new Promise((done, failed) => {
    const call = secureRequest(
      url,
      { method: 'POST', ca, headers: { 'content-type': 'application/json' } },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part: string) => (text += part));
        reply.on('end', () =>
          reply.statusCode === 200 || reply.statusCode === 204
            ? done(text)
            : failed(new Error(`${url}: ${reply.statusCode} ${text}`)),
        );
      },
    );
    call.on('error', failed);
    call.end(JSON.stringify(body));
  });
}
