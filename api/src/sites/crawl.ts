import { errors, isAvaError } from '#contract/errors.ts';
import { CRAWL_FOLDER_BATCH, CRAWL_PAUSE_MS } from '#contract/limits.ts';
import type { DriveItem } from '#api/graph/drives/driveItem.ts';
import type { DriveGraph } from '#api/graph/drives/drives.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';
import { isCandidate } from './fileVersion.ts';

type CrawlContext = Pick<AppContext, 'clock' | 'log'> & { graph: Pick<DriveGraph, 'listChildren'> };

/** A listed file. It takes about 400 bytes, so that the longest crawl takes 20 MB. */
export interface CrawledFile extends Omit<DriveItem, 'mimeType' | 'isFolder'> {
  /** When Graph last confirmed that the person can read it, by the monotonic clock. */
  readonly checkedAt: number;
}

interface CrawlLimits {
  /** Maximum number of listed files. */
  files: number;
  /** Maximum number of folders that wait to be read. */
  folders: number;
  /** A crawl without requests pauses after this time. */
  idleMs: number;
}

const crawlLimits: CrawlLimits = { files: 50_000, folders: 50_000, idleMs: 60_000 };

/** A folder to read, from its start or from the page that failed. */
interface PendingFolder {
  folderId: string | null;
  next: string | null;
  /** Whether it is read again from its start, because Graph no longer accepted the link to a page. */
  isRestarted?: boolean;
}

type CrawlState = { name: 'running' } | { name: 'complete'; isCut: boolean } | { name: 'failed'; error: string };

/**
 * Lists a library folder by folder with the permissions of one person: five folders at a time, a second between batches and
 * between the pages of a folder. After a failure it resumes with the page that failed. Reads nothing twice, except a
 * folder whose link to a page expired, and stays within its limits.
 */
export class Crawl {
  readonly files = new Map<string, CrawledFile>();
  folders = 0;
  state: CrawlState = { name: 'running' };
  readonly #ctx: CrawlContext;
  readonly #driveId: string;
  readonly #limits: CrawlLimits;
  readonly #canceled = new AbortController();
  #pending: PendingFolder[] = [{ folderId: null, next: null }];
  #requestedAt: number;
  #startedAt: number | null = null;
  #stoppedAt: number | null = null;
  #running: Promise<void> | null = null;
  #hasUnreportedFailure = false;

  constructor(ctx: CrawlContext, driveId: string, limits: CrawlLimits = crawlLimits) {
    this.#ctx = ctx;
    this.#driveId = driveId;
    this.#limits = limits;
    this.#requestedAt = ctx.clock.monotonic();
  }

  /** Milliseconds since the oldest entry of the list was read. */
  get age(): number {
    return this.#startedAt === null ? 0 : this.#ctx.clock.monotonic() - this.#startedAt;
  }

  /**
   * Whether the list must be replaced: the crawl is not running, and the oldest entry is older than `freshMs`. A list
   * stays fresh for at least as long as the crawl took; otherwise a large library would never be listed completely.
   */
  isOld(freshMs: number): boolean {
    if (this.#stoppedAt === null) return false;
    return this.age > Math.max(freshMs, 2 * (this.#stoppedAt - (this.#startedAt ?? this.#stoppedAt)));
  }

  /** Time of the last request. */
  get requestedAt(): number {
    return this.#requestedAt;
  }

  get hasUnreportedFailure(): boolean {
    return this.#hasUnreportedFailure;
  }

  /** Returns the state and marks a failure as reported. */
  reportState(): CrawlState {
    this.#hasUnreportedFailure = false;
    return this.state;
  }

  /** Continues with the permissions of the person who asks now. Settles when the crawl completes, fails or pauses. */
  resume(person: Person): Promise<void> {
    this.#requestedAt = this.#ctx.clock.monotonic();
    if (this.state.name === 'complete' || this.#canceled.signal.aborted) return Promise.resolve();
    if (this.#running) return this.#running;
    this.state = { name: 'running' };
    this.#startedAt ??= this.#requestedAt;
    this.#stoppedAt = null;
    this.#running = this.#run(person).finally(() => {
      this.#running = null;
      this.#stoppedAt = this.#ctx.clock.monotonic();
    });
    return this.#running;
  }

  /** Remembers that the person could read these files at `checkedAt`. */
  confirmAccess(ids: Iterable<string>, checkedAt: number): void {
    for (const id of ids) {
      const file = this.files.get(id);
      if (file) this.files.set(id, { ...file, checkedAt });
    }
  }

  /** Stops the crawl. It cannot be resumed. */
  cancel(): void {
    this.#canceled.abort();
  }

  async #run(person: Person): Promise<void> {
    const { clock } = this.#ctx;
    for (let batch = 0; this.#pending.length > 0; batch += 1) {
      if (batch > 0) await clock.sleep(CRAWL_PAUSE_MS, this.#canceled.signal);
      if (this.#canceled.signal.aborted || clock.monotonic() - this.#requestedAt > this.#limits.idleMs) return;
      if (this.files.size >= this.#limits.files) break;
      const folders = this.#pending.splice(0, CRAWL_FOLDER_BATCH);
      const results = await Promise.all(folders.map((folder) => this.#readFolder(person, folder)));
      const errors = results.filter((error) => error !== null);
      if (this.#canceled.signal.aborted) return;
      if (errors[0] !== undefined) return this.#fail(errors[0]);
    }
    this.state = { name: 'complete', isCut: this.files.size >= this.#limits.files };
  }

  /** Reads a folder to its end. If a page fails, returns the error; the folder is then pending again from that page. */
  async #readFolder(
    person: Person,
    { folderId, next: firstPage, isRestarted = false }: PendingFolder,
  ): Promise<unknown> {
    const { graph, clock } = this.#ctx;
    const { signal } = this.#canceled;
    let next = firstPage;
    try {
      do {
        if (next !== firstPage) await clock.sleep(CRAWL_PAUSE_MS, signal);
        if (signal.aborted) return null;
        const checkedAt = clock.monotonic();
        const page = await graph.listChildren(person, this.#driveId, folderId, next, signal);
        this.#addItems(page.items, checkedAt);
        next = page.next;
      } while (next !== null && this.files.size < this.#limits.files);
      this.folders += 1;
      return null;
    } catch (error) {
      const isRefused = isAvaError(error) && error.code === 'not_found';
      // A folder that was deleted during the crawl is empty; a deleted library is an error.
      if (isRefused && folderId !== null && next === null) return null;
      if (isRefused && next !== null && !isRestarted) {
        this.#pending.unshift({ folderId, next: null, isRestarted: true });
        return null;
      }
      this.#pending.unshift({ folderId, next, isRestarted });
      return error;
    }
  }

  #addItems(items: readonly DriveItem[], checkedAt: number): void {
    for (const item of items) {
      if (item.isFolder && this.#pending.length < this.#limits.folders)
        this.#pending.push({ folderId: item.id, next: null });
      if (!isCandidate(item) || this.files.size >= this.#limits.files) continue;
      const { mimeType: _, isFolder: __, ...file } = item;
      this.files.set(item.id, { ...file, checkedAt });
    }
  }

  #fail(error: unknown): void {
    this.#ctx.log.warn({ error }, 'crawl failed; resuming on the next request');
    this.#hasUnreportedFailure = true;
    const isGone = isAvaError(error) && error.code === 'not_found';
    const sentence = isAvaError(error) ? error.detail : errors.graph_unavailable.detail;
    this.state = {
      name: 'failed',
      error: isGone ? 'This library is no longer there, or you have no access to it.' : sentence,
    };
  }
}
