import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '#contract/client.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { writeMcpFile } from '#sandbox/mcp/mcpFile.ts';
import { writeOrganizationFolder } from '#sandbox/organizationFolder.ts';
import type { Pace } from '#sandbox/models/serverContext.ts';
import { startStandIns } from '#sandbox/standIns.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { createApiHere } from './apiHere.ts';
import { createApiProcess } from './apiProcess.ts';
import { startBotProcess, type TestBot } from './botProcess.ts';
import { findFreePort } from './freePort.ts';
import { postWithCertificate } from './postWithCertificate.ts';
import { copySandboxKeys } from './sandboxKeys.ts';
import { trustCertificate } from './trustCertificate.ts';
import { copyMigratedDatabase } from '#tests/harness/storage/preparedDatabases.ts';
import { createSharedDatabase } from '#tests/harness/storage/sharedPostgres.ts';

export interface TokenOptions {
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
  /** The Teams channel; empty without the bot. */
  channel: string;
  /** The connected system; empty without the option `mcp`. */
  mcp: string;
}

export interface TestApp {
  url: string;
  urls: Urls;
  dataDir: string;
  /** Its database on the shared PostgreSQL server; undefined with the embedded engine. */
  databaseUrl: string | undefined;
  /** A client signed in as a person of the sandbox. */
  as(person: string): Client;
  getToken(options: TokenOptions): Promise<string>;
  /** Posts to a stand-in's controls: `control('models', 'scenario', {…})`. */
  control(server: keyof Urls, name: string, body?: unknown): Promise<unknown>;
  /** Returns the requests that a stand-in has recorded. */
  listRequests<T>(server: keyof Urls): Promise<T[]>;
  /** Kills the API with SIGKILL. One in the test's process cuts all connections and interrupts its runs instead. */
  kill(): Promise<void>;
  /** Stops the API as SIGTERM does and returns its exit code. */
  terminate(): Promise<number | null>;
  /** Starts the API again on the same data and port. */
  restart(): Promise<void>;
  /**
   * Runs a second API process with other environment variables until it exits. The first API must be a separate process
   * as well.
   */
  runSecond(changes?: Record<string, string>): Promise<{ code: number | null; output: string }>;
  getPid(): number;
  readLog(): string;
  /** Empty without the bot. */
  botUrl: string;
  /** Stops the bot and starts another one. */
  restartBot(): Promise<void>;
  /** Returns the log of the current bot. */
  readBotLog(): string;
  close(): Promise<void>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** Feature toggles that differ from those of the sandbox. */
  features?: Record<string, boolean>;
  /** Also starts the bot and the stand-in of the Teams channel, and turns `teamsBotEnabled` on. */
  bot?: boolean;
  /** Also starts the stand-in of a connected system. The object replaces fields of the sandbox's MCP_FILE. */
  mcp?: object;
  /** Uses the embedded engine even if `npm test` has started PostgreSQL, for tests of the data folder. */
  store?: 'embedded';
  /** Starts API and bot as separate processes, for tests that kill or measure it or fill its memory. */
  process?: 'own';
  /** Stores rows before the API starts, for rows that no call accepts, such as answers of a hostile model. */
  addRows?: (store: Store) => Promise<void>;
  /** Speed of the models' answers; by default so fast that streaming and drawing take little time. */
  pace?: Pace;
}

const FAST_PACE: Pace = { ms: 1, wordsPerDelta: 8 };

/**
 * Starts AVA on free ports with a new store. API, bot and stand-ins are servers of this process, which has loaded and
 * compiled their modules already. `npm test` uses PostgreSQL, which starts and answers faster; `npm test -- NAME` uses the embedded engine.
 */
export async function startApp(options: StartOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-app-'));
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const botPort = options.bot ? await findFreePort() : null;
  const database = options.store === 'embedded' ? null : await createSharedDatabase();
  await copySandboxKeys(dataDir);
  const [standIns] = await Promise.all([
    startStandIns({
      needed: { identity: true, models: true, mcp: options.mcp !== undefined },
      ports: { teams: 0, identity: 0, graph: 0, models: 0, channel: 0, mcp: 0 },
      dataDir,
      apiUrl: url,
      botUrl: botPort === null ? undefined : `http://127.0.0.1:${botPort}`,
      pace: options.pace ?? FAST_PACE,
    }),
    database ? undefined : copyMigratedDatabase(dataDir),
  ]);
  const getUrl = (server: keyof Urls) => standIns[server]?.url ?? '';
  const urls: Urls = {
    teams: getUrl('teams'),
    identity: getUrl('identity'),
    graph: getUrl('graph'),
    models: getUrl('models'),
    channel: getUrl('channel'),
    mcp: getUrl('mcp'),
  };
  const certificate = await readFile(standIns.env['NODE_EXTRA_CA_CERTS'] ?? '', 'utf8');
  trustCertificate(certificate);
  const organizationFile = await writeOrganizationFolder(dataDir, {
    ...(options.bot && { teamsBotEnabled: true }),
    ...options.features,
  });
  const mcpFile = options.mcp && (await writeMcpFile(dataDir, urls.mcp, options.mcp));
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    LOG_LEVEL: 'warn',
    ...standIns.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ORGANIZATION_FILE: organizationFile,
    MCP_FILE: mcpFile ?? '',
    ...(database && { DATABASE_URL: database.url }),
    ...options.env,
  };
  const api = options.process === 'own' ? createApiProcess(url, env) : createApiHere(env);
  let bot: TestBot | undefined;

  const tokens = new Map<string, Promise<string>>();

  /** Returns a cached token for the same options, except if the test sets when it expires. */
  function getToken(options: TokenOptions): Promise<string> {
    const key = JSON.stringify(options);
    const token = tokens.get(key) ?? requestToken(options);
    if (options.expiresIn === undefined) tokens.set(key, token);
    return token;
  }

  async function requestToken(options: TokenOptions): Promise<string> {
    const body = await postWithCertificate(`${urls.identity}/_sandbox/token`, options, certificate);
    return (JSON.parse(body) as { token: string }).token;
  }

  async function cleanUp(): Promise<void> {
    await bot?.stop();
    await api.stop('SIGTERM');
    await standIns.close();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }

  async function startAll(): Promise<void> {
    if (options.addRows) await addRows(options.addRows);
    await api.start();
    if (botPort !== null) await startBot(botPort);
  }

  async function addRows(add: (store: Store) => Promise<void>): Promise<void> {
    const { kysely, close } = await openDatabase({ databaseUrl: database?.url, dataDir, log: createRecordingLog() });
    await add(createStore(kysely)).finally(close);
  }

  async function startBot(port: number): Promise<void> {
    const publicUrl = options.env?.['PUBLIC_URL'] ?? url;
    const botEnv = { ...env, ...standIns.botEnv, API_URL: url, PUBLIC_URL: publicUrl, BOT_PORT: String(port) };
    if (options.process === 'own') bot = await startBotProcess(botEnv);
    // Loaded only when needed, because the Bot Framework takes a second to load.
    else bot = await (await import('./botHere.ts')).startBotHere(botEnv);
  }

  await startAll().catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  return {
    url,
    urls,
    dataDir,
    databaseUrl: database?.url,
    getToken,
    as(person) {
      return createClient({ baseUrl: url, token: () => getToken({ person }) });
    },
    async control(server, name, body = {}) {
      const address = `${urls[server]}/_sandbox/${name}`;
      if (address.startsWith('https:'))
        return JSON.parse((await postWithCertificate(address, body, certificate)) || 'null');
      const reply = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
      const text = await reply.text();
      return text === '' ? null : JSON.parse(text);
    },
    async listRequests<T>(server: keyof Urls) {
      const reply = (await (await fetch(`${urls[server]}/_sandbox/requests`)).json()) as { requests: T[] } | T[];
      return Array.isArray(reply) ? reply : reply.requests;
    },
    async kill() {
      await api.stop('SIGKILL');
    },
    terminate: () => api.stop('SIGTERM'),
    restart: api.start,
    runSecond: api.runSecond,
    getPid: api.getPid,
    readLog: api.readLog,
    botUrl: botPort === null ? '' : `http://127.0.0.1:${botPort}`,
    async restartBot() {
      if (botPort === null) throw new Error('There is no bot to restart.');
      await bot?.stop();
      await startBot(botPort);
    },
    readBotLog: () => bot?.readLog() ?? '',
    close: cleanUp,
  };
}
