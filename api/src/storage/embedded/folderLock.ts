import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from '#api/storage/errors.ts';
import type { StoreLog } from '#api/storage/storeLog.ts';
import { getLiveness, getOwnIdentity, type ProcessIdentity } from '#api/storage/processIdentity.ts';

export interface LockOptions {
  /** The locked folder, for the error message. */
  folder: string;
  log: StoreLog;
  /** How long to wait for a running holder to release the lock (rolling restarts). Default 0: fail immediately. */
  waitMs?: number;
  /** Called once when another process has taken the lock; the folder must not be written from then on. */
  onLost?: () => void;
  heartbeatMs?: number;
  /** A holder whose process cannot be checked is dead after this long without a heartbeat. */
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
/** The clocks of two machines differ by less than this, so an older heartbeat proves that its holder is dead. */
const CERTAINLY_STALE_MS = 15 * 60_000;
const POLL_MS = 200;
const CONTENTION_MS = 10;
/** Maximum depth of takeovers: a process that dies during one leaves a second lock, which is taken over in turn. */
const MAX_DEPTH = 4;

/**
 * Acquires the lock file at `path`, which is created only if absent, so that one of many contenders wins. The lock of a
 * dead process is replaced under a second lock, so that two contenders cannot both replace it. The file is not removed
 * on process exit: the database's thread can outlive the main thread, and a dead holder is detected anyway.
 *
 * @throws StoreError data_folder_in_use when a running process holds it after `waitMs`.
 */
export async function acquireFolderLock(path: string, options: LockOptions): Promise<FolderLock> {
  const token = randomUUID();
  await acquire(path, token, options, Date.now() + (options.waitMs ?? 0));
  return keepLock(path, token, options);
}

async function acquire(path: string, token: string, options: LockOptions, deadline: number): Promise<void> {
  for (;;) {
    const holder = await tryAcquire(path, token, options, 0);
    if (holder === undefined) return;
    if (Date.now() >= deadline) throw inUse(options.folder, holder);
    await sleep(POLL_MS);
  }
}

/** Tries to acquire the lock. Returns undefined if this succeeds, otherwise the holder. */
async function tryAcquire(
  path: string,
  token: string,
  options: LockOptions,
  depth: number,
): Promise<Holder | undefined> {
  for (;;) {
    if (await create(path, token)) return undefined;
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (depth > MAX_DEPTH || !(await isStale(path, holder, options))) return holder;
    if (await takeOver(path, token, holder, options, depth)) return undefined;
    await sleep(CONTENTION_MS);
  }
}

async function create(path: string, token: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    await file.writeFile(createContent(token)).finally(() => file.close());
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const createContent = (token: string) =>
  JSON.stringify({ ...getOwnIdentity(), token, since: new Date().toISOString() });

/** Replaces a dead holder's file, unless another process does so or has just done so. */
async function takeOver(
  path: string,
  token: string,
  dead: Holder,
  options: LockOptions,
  depth: number,
): Promise<boolean> {
  const guard = `${path}.takeover`;
  if ((await tryAcquire(guard, token, options, depth + 1)) !== undefined) return false;
  try {
    const current = await readHolder(path);
    if (current === undefined || current.text !== dead.text || current.mtimeMs !== dead.mtimeMs) return false;
    const fresh = `${path}.${token}`;
    await create(fresh, token);
    await rename(fresh, path);
    options.log.warn({ folder: options.folder, pid: dead.identity?.pid }, 'lock of dead process taken over');
    return true;
  } finally {
    await rm(guard, { force: true });
  }
}

async function isStale(path: string, holder: Holder, options: LockOptions): Promise<boolean> {
  const liveness = holder.identity === undefined ? 'unsure' : getLiveness(holder.identity);
  if (liveness === 'alive') return false;
  if (liveness === 'dead') return true;
  if (liveness === 'foreign' && Date.now() - holder.mtimeMs > CERTAINLY_STALE_MS) return true;
  options.log.info({ folder: options.folder, host: holder.identity?.host }, 'watching heartbeat of lock holder');
  const end = Date.now() + (options.staleMs ?? STALE_MS);
  while (Date.now() < end) {
    await sleep(POLL_MS);
    const current = await readHolder(path);
    if (current === undefined || current.text !== holder.text || current.mtimeMs !== holder.mtimeMs) return false;
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

/** Returns undefined for the empty file of a process that was killed before it wrote. Then its heartbeat decides. */
function parseIdentity(text: string): Holder['identity'] {
  try {
    const holder = JSON.parse(text) as Holder['identity'] | null;
    return typeof holder?.pid === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}

function keepLock(
  path: string,
  token: string,
  { heartbeatMs = HEARTBEAT_MS, log, folder, onLost }: LockOptions,
): FolderLock {
  let held = true;
  const isOurs = async () => {
    const holder = await readHolder(path);
    // The file was deleted by hand: restore it, unless another process was faster.
    return holder === undefined ? create(path, token) : holder.identity?.token === token;
  };
  const beat = async () => {
    if (held && !(await isOurs()) && held) {
      held = false;
      clearInterval(timer);
      log.error({ folder }, 'data folder lock lost');
      onLost?.();
    } else if (held) await utimes(path, new Date(), new Date());
  };
  const timer = setInterval(() => {
    beat().catch((error: unknown) => log.warn({ err: error, folder }, 'data folder heartbeat failed'));
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
