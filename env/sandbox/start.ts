import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readFile, writeFile } from 'node:fs/promises';
import { startApi, startBot, type AvaProcess } from './launcher/avaProcess.ts';
import { buildChildProcesses } from '../../api/buildChildProcesses.ts';
import { buildTab, isTabStale } from './launcher/buildTab.ts';
import { StartError } from './launcher/startError.ts';
import { writeOrganizationFolder } from './organizationFolder.ts';
import { isAvaError } from '../../api/contract/errors.ts';
import { isBundleCurrent } from '../../api/platform/childProcess/bundledProgram.ts';
import { splitList } from '../../api/platform/environment.ts';
import { preparePrompts } from './launcher/preparePrompts.ts';
import { prepareSites } from './launcher/prepareSites.ts';
import { startPlayground } from './playground/startPlayground.ts';
import { readPorts, checkPorts, type Ports } from './launcher/ports.ts';
import { findNeededStandIns, startStandIns, type StandInNeeds, type StandIns } from './standIns.ts';

type Variables = Record<string, string | undefined>;

const root = fileURLToPath(new URL('../../', import.meta.url));
/** `npm run playground`: Microsoft's Agents Playground replaces the channel. It calls the bot without tokens. */
const usesPlayground = process.argv.includes('--playground');
const closers: (() => Promise<unknown>)[] = [];
let stopping: Promise<never> | undefined;

/** Stops what was started, the latest first, and then this process. A second call waits for the first. */
function stop(code: number): Promise<never> {
  stopping ??= (async () => {
    for (const close of closers.reverse()) await close();
    return process.exit(code);
  })();
  return stopping;
}

/** The variables of env/.env.local and of this process, which override them; empty ones are left out. */
function readEnvironment(): NodeJS.ProcessEnv {
  const file = join(root, 'env/.env.local');
  const all = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function listNeededPorts(needed: StandInNeeds): (keyof Ports)[] {
  return [
    'api',
    'bot',
    ...(needed.identity ? (['teams', 'identity', 'graph'] as const) : []),
    ...(needed.identity && !usesPlayground ? (['channel'] as const) : []),
    ...(usesPlayground ? (['playground'] as const) : []),
    ...(needed.models ? (['models'] as const) : []),
    ...(needed.mcp ? (['mcp'] as const) : []),
  ];
}

async function start(): Promise<void> {
  const env = readEnvironment();
  if (env['NODE_ENV'] === 'production') {
    throw new StartError(
      'npm start runs the sandbox, which is not for production. Start the API instead: node api/src/index.ts',
    );
  }
  const ports = readPorts(env);
  const needed = findNeededStandIns(env);
  await checkPorts(ports, listNeededPorts(needed), env['HOST']);

  const apiUrl = env['PUBLIC_URL'] ?? `http://localhost:${ports.api}`;
  const dataDir = resolve(root, env['DATA_DIR'] ?? '.data');
  const botUrl = `http://127.0.0.1:${ports.bot}`;
  const standIns = await startStandIns({
    needed,
    ports,
    dataDir,
    apiUrl,
    botUrl: usesPlayground ? undefined : botUrl,
    modelProvider: env['SANDBOX_MODELS_AS'],
    modelCase: env['SANDBOX_MODELS_CASE'],
    graphCases: splitList(env['SANDBOX_GRAPH_AS'] ?? ''),
  });
  closers.push(() => standIns.close());

  if (!isBundleCurrent())
    console.log('Building the programs that read files. This takes a few seconds after a change…');
  await buildChildProcesses();
  if (await isTabStale(root)) {
    console.log('Building the tab. This takes a few seconds after a change…');
    await buildTab(root);
  }

  const trust = await mergeTrustedCertificates(dataDir, env, standIns.env);
  const api = startApi(root, {
    ...getDefaults(ports),
    ORGANIZATION_FILE:
      env['ORGANIZATION_FILE'] ?? (await writeOrganizationFolder(join(dataDir, 'sandbox', 'organization'))),
    ...env,
    ...standIns.env,
    ...trust,
    DATA_DIR: dataDir,
  });
  const apiAddress = `http://${toReachableHost(env['HOST'])}:${ports.api}`;
  console.log('Starting the API and the bot…');
  await superviseProcess('The API', api, apiAddress);
  const botEnv = usesPlayground ? createPlaygroundEnv(standIns) : standIns.botEnv;
  const bot = startBot(root, { ...getDefaults(ports), API_URL: apiAddress, ...env, ...botEnv, ...trust });
  await superviseProcess('The bot', bot, botUrl);
  if (usesPlayground) await openPlayground(ports, dataDir, botUrl);
  if (!usesPlayground) console.log('Preparing the sites and the prompt library…');
  const addFiles = usesPlayground ? undefined : await createCorpora(standIns, apiAddress, dataDir);
  if (!usesPlayground) await createPrompts(standIns, apiAddress, dataDir);
  console.log(`\n  AVA is ready: ${standIns.teams?.url ?? apiUrl}\n  Press Ctrl+C to stop it.\n`);
  void addFiles?.();
}

/**
 * Creates the sandbox's corpora and returns a function that adds their files. People can use AVA while it runs;
 * searches use the files that are ready.
 */
async function createCorpora(
  { identity }: StandIns,
  apiUrl: string,
  dataDir: string,
): Promise<(() => Promise<void>) | undefined> {
  if (!identity) return undefined;
  const report = (error: unknown) => {
    const isOff = isAvaError(error) && error.code === 'switched_off';
    if (!stopping && !isOff) console.error('The sites could not be prepared for Knowledge Search:', error);
  };
  try {
    const markerFolder = join(dataDir, 'sandbox');
    const mintToken = (person: string) => identity.mint({ person });
    const preparations = await prepareSites({ apiUrl, mintToken, markerFolder });
    const addFiles = async ({ name, addFiles: add }: (typeof preparations)[number]) =>
      console.log(`  Knowledge Search: ${name} is ready, with ${await add()} files.\n`);
    return () => Promise.all(preparations.map(addFiles)).then(() => undefined, report);
  } catch (error) {
    return void report(error);
  }
}

/** Fills the prompt library. AVA works without it, so an error is only reported. */
async function createPrompts({ identity }: StandIns, apiUrl: string, dataDir: string): Promise<void> {
  if (!identity) return;
  const mintToken = (person: string) => identity.mint({ person });
  await preparePrompts({ apiUrl, mintToken, markerFolder: join(dataDir, 'sandbox') }).catch((error: unknown) => {
    if (!stopping) console.error('The prompt library could not be filled:', error);
  });
}

/** The playground has no sign-in, so the bot gets people's tokens from the sandbox's identity. */
function createPlaygroundEnv({ identity }: StandIns): Record<string, string> {
  if (!identity) throw new StartError("The Agents Playground needs the sandbox's people: leave ENTRA_… empty.");
  return { BOT_SANDBOX_TOKEN_URL: `${identity.url}/_sandbox/token` };
}

async function openPlayground(ports: Ports, dataDir: string, botUrl: string): Promise<void> {
  const folder = join(dataDir, 'sandbox', 'playground');
  const playground = await startPlayground({ port: ports.playground, folder, botUrl });
  closers.push(() => playground.close());
  console.log(`\n  Agents Playground: ${playground.url}`);
}

/** Waits until a process is ready. If it ends after that, everything else is stopped. */
async function superviseProcess(name: string, child: AvaProcess, address: string): Promise<void> {
  closers.push(async () => {
    if (!(await child.stop())) console.error(`${name} did not stop in time and was killed.`);
  });
  await child.waitUntilHealthy(address);
  void child.ended.then((code) => stopping ?? stopAfterCrash(name, code));
}

/** Default variables of the API and the bot, which the environment can override. */
function getDefaults(ports: Ports): NodeJS.ProcessEnv {
  return {
    PORT: String(ports.api),
    BOT_PORT: String(ports.bot),
    PUBLIC_URL: `http://localhost:${ports.api}`,
  };
}

function stopAfterCrash(name: string, code: number | null): Promise<never> {
  console.error(
    `${name} stopped unexpectedly (${code === null ? 'killed by a signal' : `exit code ${code}`}). Run npm start again.`,
  );
  return stop(1);
}

/** A server that listens on all network interfaces is called on loopback. */
function toReachableHost(host = '127.0.0.1'): string {
  return ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0));
try {
  await start();
} catch (error) {
  if (!stopping) console.error(error instanceof StartError ? error.message : error);
  await (stopping ?? stop(1));
}

/**
 * Returns NODE_EXTRA_CA_CERTS for the API and the bot. Node reads a single file: if the machine also sets one, for
 * example for a proxy, the contents of both are written to one file in the sandbox's folder.
 *
 * @param dataDir AVA's data folder.
 * @param machineEnv The machine's environment.
 * @param sandboxEnv The environment of the stand-ins.
 */
async function mergeTrustedCertificates(
  dataDir: string,
  machineEnv: Variables,
  sandboxEnv: Variables,
): Promise<Record<string, string>> {
  const files = [machineEnv['NODE_EXTRA_CA_CERTS'], sandboxEnv['NODE_EXTRA_CA_CERTS']].filter(
    (file) => file !== undefined,
  );
  const [first, second] = files;
  if (first === undefined) return {};
  if (second === undefined) return { NODE_EXTRA_CA_CERTS: first };
  const mergedFile = join(dataDir, 'sandbox', 'authorities.pem');
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  await writeFile(mergedFile, texts.join('\n'));
  return { NODE_EXTRA_CA_CERTS: mergedFile };
}
