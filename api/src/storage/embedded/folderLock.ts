import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '../errors.ts';
import type { StoreLog } from '../log.ts';
import { livenessOf, ownIdentity, type ProcessIdentity } from '../processIdentity.ts';

export interface LockOptions {
  /** What the lock guards, for the sentence a person reads. */
  folder: string;
  log: StoreLog;
  /** How long to wait for a living holder to let go (rolling restarts). Default 0: refuse at once. */
  waitMs?: number;
  /** Called once when another process has taken the lock away; the folder must not be written any more. */
  onLost?: () => void;
  heartbeatMs?: number;
  /** A holder that cannot be looked up is dead when its heartbeat stands still for this long. */
  staleMs?: number;
}

export interface FolderLock {
  release(): Promise<void>;
}

interface Holder {
  text: string;
  mtimeMs: number;
  identity: (ProcessIdentity & { token: string; since: string }) | undefined;
}

const HEARTBEAT_MS = 2_000;
const STALE_MS = 20_000;
/** No pair of clocks is that far apart: an older heartbeat of another machine needs no watching. */
const LONG_DEAD_MS = 15 * 60_000;
const POLL_MS = 200;
const CONTENTION_MS = 10;
/** A taker that dies while taking leaves its own lock, which is taken in the same way. */
const MAX_DEPTH = 4;

/**
 * Takes the lock file at `path` (created only if absent, so one of many contenders wins).
 * The lock of a dead process is replaced under a second lock, so two contenders cannot both replace it.
 * It is not removed when the process merely exits: the database's thread may outlive the main thread by a
 * moment, and a dead holder is recognised at once anyway.
 *
 * @throws StoreError data_folder_in_use when a living process holds it after `waitMs`.
 */
export async function acquireLock(path: string, options: LockOptions): Promise<FolderLock> {
  const token = randomUUID();
  await claim(path, token, options, Date.now() + (options.waitMs ?? 0));
  return hold(path, token, options);
}

async function claim(path: string, token: string, options: LockOptions, deadline: number): Promise<void> {
  for (;;) {
    const holder = await attempt(path, token, options, 0);
    if (holder === undefined) return;
    if (Date.now() >= deadline) throw inUse(options.folder, holder);
    await sleep(POLL_MS);
  }
}

/** Takes the lock (undefined) or says who holds it. */
async function attempt(path: string, token: string, options: LockOptions, depth: number): Promise<Holder | undefined> {
  for (;;) {
    if (await create(path, token)) return undefined;
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (depth > MAX_DEPTH || !(await isStale(path, holder, options))) return holder;
    if (await replace(path, token, holder, options, depth)) return undefined;
    await sleep(CONTENTION_MS);
  }
}

async function create(path: string, token: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(contentOf(token)).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const contentOf = (token: string) => JSON.stringify({ ...ownIdentity(), token, since: new Date().toISOString() });

/** Replaces a dead holder's file, unless somebody else does so or has just done so. */
async function replace(
  path: string,
  token: string,
  dead: Holder,
  options: LockOptions,
  depth: number,
): Promise<boolean> {
  const guard = `${path}.takeover`;
  if ((await attempt(guard, token, options, depth + 1)) !== undefined) return false;
  try {
    const now = await readHolder(path);
    if (now === undefined || now.text !== dead.text || now.mtimeMs !== dead.mtimeMs) return false;
    const fresh = `${path}.${token}`;
    await create(fresh, token);
    await rename(fresh, path);
    options.log.warn({ folder: options.folder, pid: dead.identity?.pid }, 'took over the lock of a dead process');
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

async function isStale(path: string, holder: Holder, options: LockOptions): Promise<boolean> {
  const liveness = holder.identity === undefined ? 'unsure' : livenessOf(holder.identity);
  if (liveness === 'alive') return false;
  if (liveness === 'dead') return true;
  if (liveness === 'foreign' && Date.now() - holder.mtimeMs > LONG_DEAD_MS) return true;
  options.log.info({ folder: options.folder, host: holder.identity?.host }, 'watching the heartbeat of the lock');
  const end = Date.now() + (options.staleMs ?? STALE_MS);
  while (Date.now() < end) {
    await sleep(POLL_MS);
    const now = await readHolder(path);
    if (now === undefined || now.text !== holder.text || now.mtimeMs !== holder.mtimeMs) return false;
  }
  return true;
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const [text, { mtimeMs }] = [await readFile(path, 'utf8'), await stat(path)];
    return { text, mtimeMs, identity: parseIdentity(text) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A holder killed between creating and writing leaves an empty file: its heartbeat decides. */
function parseIdentity(text: string): Holder['identity'] {
  try {
    const holder = JSON.parse(text) as Holder['identity'] | null;
    return typeof holder?.pid === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}

function hold(
  path: string,
  token: string,
  { heartbeatMs = HEARTBEAT_MS, log, folder, onLost }: LockOptions,
): FolderLock {
  let held = true;
  const isOurs = async () => {
    const holder = await readHolder(path);
    // Deleted by hand: put it back, unless somebody was quicker.
    return holder === undefined ? create(path, token) : holder.identity?.token === token;
  };
  const beat = async () => {
    if (held && !(await isOurs()) && held) {
      held = false;
      clearInterval(timer);
      log.error({ folder }, 'the lock of the data folder was taken by another process');
      onLost?.();
    } else if (held) await utimes(path, new Date(), new Date());
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error, folder }, 'the heartbeat of the data folder failed'));
  }, heartbeatMs).unref();
  return {
    release: async () => {
      clearInterval(timer);
      if (held && (await readHolder(path))?.identity?.token === token) await rm(path, { force: true });
      held = false;
    },
  };
}

function inUse(folder: string, { identity }: Holder): StoreError {
  const who = identity ? `process ${identity.pid} on ${identity.host} since ${identity.since}` : 'another process';
  return new StoreError(
    'data_folder_in_use',
    `The data folder ${folder} is in use by ${who}. Only one AVA process can work on a data folder: ` +
      'stop that process, choose another folder with DATA_DIR, or set DATABASE_URL to run several processes.',
  );
}
