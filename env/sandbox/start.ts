import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { startApi, startBot, type AvaProcess } from './apiProcess.ts';
import { buildTab, tabIsStale } from './buildTab.ts';
import { CannotStart } from './cannotStart.ts';
import { startPlayground } from './playground/index.ts';
import { portsOf, refuseTakenPorts, type Ports } from './ports.ts';
import { neededStandIns, startStandIns, type Needed, type StandIns } from './standIns.ts';
import { trustedAuthorities } from './trustedAuthorities.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** `npm run playground`: Microsoft's Agents Playground in Teams' place, and no sign-in between it and the bot. */
const inPlayground = process.argv.includes('--playground');
const closers: (() => Promise<unknown>)[] = [];
let ending: Promise<never> | undefined;

/** Ends everything in the opposite order of its start, then the process. A second call waits for the first. */
function end(code: number): Promise<never> {
  ending ??= (async () => {
    for (const close of closers.reverse()) await close();
    return process.exit(code);
  })();
  return ending;
}

/** env/.env.local below what the process was started with. A name without a value counts as not there. */
function readEnvironment(): NodeJS.ProcessEnv {
  const file = join(root, 'env/.env.local');
  const all = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

function usedPorts(needed: Needed): (keyof Ports)[] {
  return [
    'api',
    'bot',
    ...(needed.identity ? (['teams', 'identity', 'graph'] as const) : []),
    ...(needed.identity && !inPlayground ? (['channel'] as const) : []),
    ...(inPlayground ? (['playground'] as const) : []),
    ...(needed.models ? (['models'] as const) : []),
  ];
}

async function start(): Promise<void> {
  const env = readEnvironment();
  if (env['NODE_ENV'] === 'production') {
    throw new CannotStart(
      'npm start brings a sandbox, which is not for production. Start the API itself: node api/src/index.ts',
    );
  }
  const ports = portsOf(env);
  const needed = neededStandIns(env);
  await refuseTakenPorts(ports, usedPorts(needed), env['HOST']);

  const apiUrl = env['PUBLIC_URL'] ?? `http://localhost:${ports.api}`;
  const dataDir = resolve(root, env['DATA_DIR'] ?? '.data');
  const botUrl = `http://127.0.0.1:${ports.bot}`;
  const standIns = await startStandIns({ needed, ports, dataDir, apiUrl, botUrl: inPlayground ? undefined : botUrl });
  closers.push(() => standIns.close());

  if (await tabIsStale(root)) {
    console.log('Building the tab, which takes a few seconds after a change …');
    await buildTab(root);
  }

  const trust = await trustedAuthorities(dataDir, env, standIns.env);
  const api = startApi(root, {
    ...usual(ports),
    ...env,
    ...standIns.env,
    ...trust,
    DATA_DIR: dataDir,
  });
  const apiAddress = `http://${reachable(env['HOST'])}:${ports.api}`;
  await watch('The API', api, apiAddress);
  const botEnv = inPlayground ? playgroundEnv(standIns) : standIns.botEnv;
  const bot = startBot(root, { ...usual(ports), API_URL: apiAddress, ...env, ...botEnv, ...trust });
  await watch('The bot', bot, botUrl);
  if (inPlayground) await openPlayground(ports, dataDir, botUrl);
  console.log(`\n  AVA is ready: ${standIns.teams?.url ?? apiUrl}\n  Ctrl+C ends it.\n`);
}

/** The tool signs nobody in, so the sandbox's identity is asked for the token of whoever writes. */
function playgroundEnv({ identity }: StandIns): Record<string, string> {
  if (!identity) throw new CannotStart("The Agents Playground needs the sandbox's people: leave ENTRA_… empty.");
  return { BOT_SANDBOX_TOKEN_URL: `${identity.url}/_sandbox/token` };
}

async function openPlayground(ports: Ports, dataDir: string, botUrl: string): Promise<void> {
  const folder = join(dataDir, 'sandbox', 'playground');
  const playground = await startPlayground({ port: ports.playground, folder, botUrl });
  closers.push(() => playground.close());
  console.log(`\n  The Agents Playground is at ${playground.url}`);
}

/** Waits until a process is ready, and sees to its end: it ends with this one, and this one with it. */
async function watch(name: string, child: AvaProcess, address: string): Promise<void> {
  closers.push(async () => {
    if (!(await child.stop())) console.error(`${name} did not end in time and was killed.`);
  });
  await child.healthy(address);
  void child.ended.then((code) => ending ?? isGone(name, code));
}

/** What the processes are told unless the environment says otherwise. */
function usual(ports: Ports): NodeJS.ProcessEnv {
  return {
    PORT: String(ports.api),
    BOT_PORT: String(ports.bot),
    PUBLIC_URL: `http://localhost:${ports.api}`,
    ORGANIZATION_FILE: join(root, 'env/sandbox/organization.json'),
  };
}

function isGone(name: string, code: number | null): Promise<never> {
  console.error(
    `${name} has ended by itself (${code === null ? 'killed by a signal' : `exit code ${code}`}). Start again with npm start.`,
  );
  return end(1);
}

/** An address that listens on every network card is asked at its own machine. */
function reachable(host = '127.0.0.1'): string {
  return ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
try {
  await start();
} catch (error) {
  if (!ending) console.error(error instanceof CannotStart ? error.message : error);
  await (ending ?? end(1));
}
