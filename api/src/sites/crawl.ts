import { isAvaError } from '../../contract/errors.ts';
import { CRAWL_FOLDER_BATCH, CRAWL_PAUSE_MS } from '../../contract/limits.ts';
import type { DriveGraph, DriveItem } from '../graph/drives.ts';
import type { Person } from '../identity/person.ts';
import type { AppContext } from '../context.ts';
import { canTakePart } from './fileVersion.ts';

type CrawlContext = Pick<AppContext, 'clock' | 'log'> & { graph: Pick<DriveGraph, 'listChildren'> };

/** What is kept of a file: some 400 bytes, so that a crawl at its longest holds 20 MB. */
export interface CrawledFile extends Omit<DriveItem, 'mimeType' | 'isFolder'> {
  /** When Graph was last asked for it with the person's right, by the clock that only goes on. */
  readonly seenAt: number;
}

export interface CrawlLimits {
  /** Files that could take part; of a longer library, the first so many are listed. */
  files: number;
  /** Folders that wait to be opened. */
  folders: number;
  /** A crawl that nobody asks about for so long pauses until somebody does. */
  unaskedMs: number;
}

export const crawlLimits: CrawlLimits = { files: 50_000, folders: 50_000, unaskedMs: 60_000 };

/** A folder that is to be read, from its beginning or from the page that failed. */
interface Place {
  folderId: string | null;
  next: string | null;
}

type State = { name: 'running' } | { name: 'complete'; cut: boolean } | { name: 'failed'; error: string };

/**
 * Reads a library folder by folder with the right of one person: five folders at once, a second between, a second before
 * the next page of one. A page that fails is where it goes on. Nothing is read twice, and no more than the limits is kept.
 */
export class Crawl {
  readonly files = new Map<string, CrawledFile>();
  folders = 0;
  state: State = { name: 'running' };
  readonly #ctx: CrawlContext;
  readonly #driveId: string;
  readonly #limits: CrawlLimits;
  readonly #over = new AbortController();
  #open: Place[] = [{ folderId: null, next: null }];
  #asked: number;
  #began: number | null = null;
  #halted: number | null = null;
  #running: Promise<void> | null = null;
  #untold = false;

  constructor(ctx: CrawlContext, driveId: string, limits: CrawlLimits = crawlLimits) {
    this.#ctx = ctx;
    this.#driveId = driveId;
    this.#limits = limits;
    this.#asked = ctx.clock.monotonic();
    if (driveId === '') this.state = { name: 'complete', cut: false };
  }

  /** Milliseconds since the oldest of what it lists was read. */
  get age(): number {
    return this.#began === null ? 0 : this.#ctx.clock.monotonic() - this.#began;
  }

  /**
   * Whether its list is to be read anew: nobody is reading, however it came to that, and the oldest of it was read longer
   * ago than `keptMs`. A list that took long is shown for as long again, or a large library would never be seen whole.
   */
  isOld(keptMs: number): boolean {
    if (this.#halted === null) return false;
    return this.age > Math.max(keptMs, 2 * (this.#halted - (this.#began ?? this.#halted)));
  }

  get asked(): number {
    return this.#asked;
  }

  /** Whether it came to a halt of which nobody has been told. */
  get untold(): boolean {
    return this.#untold;
  }

  /** How it stands, for somebody who is told so. */
  tell(): State {
    this.#untold = false;
    return this.state;
  }

  /** Goes on where it stands, with the right of the person who asks now. Settles when it has ended or paused. */
  goOn(person: Person): Promise<void> {
    this.#asked = this.#ctx.clock.monotonic();
    if (this.state.name === 'complete' || this.#over.signal.aborted) return Promise.resolve();
    if (this.#running) return this.#running;
    this.state = { name: 'running' };
    this.#began ??= this.#asked;
    this.#halted = null;
    this.#running = this.#read(person).finally(() => {
      this.#running = null;
      this.#halted = this.#ctx.clock.monotonic();
    });
    return this.#running;
  }

  /** Keeps that the person may read files, as of that time. */
  confirm(ids: Iterable<string>, at: number): void {
    for (const id of ids) {
      const file = this.files.get(id);
      if (file) this.files.set(id, { ...file, seenAt: at });
    }
  }

  /** Ends it for good. */
  cancel(): void {
    this.#over.abort();
  }

  async #read(person: Person): Promise<void> {
    const { clock } = this.#ctx;
    for (let batch = 0; this.#open.length > 0; batch += 1) {
      if (batch > 0) await clock.sleep(CRAWL_PAUSE_MS, this.#over.signal);
      if (this.#over.signal.aborted || clock.monotonic() - this.#asked > this.#limits.unaskedMs) return;
      if (this.files.size >= this.#limits.files) break;
      const places = this.#open.splice(0, CRAWL_FOLDER_BATCH);
      const errors = (await Promise.all(places.map((place) => this.#folder(person, place)))).filter(
        (error) => error !== null,
      );
      if (this.#over.signal.aborted) return;
      if (errors[0] !== undefined) return this.#fail(errors[0]);
    }
    this.state = { name: 'complete', cut: this.files.size >= this.#limits.files };
  }

  /** Reads a folder to its end; what fails is put back with the page where it failed, and answered. */
  async #folder(person: Person, { folderId, next }: Place): Promise<unknown> {
    const { graph, clock } = this.#ctx;
    let at = next;
    try {
      do {
        if (at !== next) await clock.sleep(CRAWL_PAUSE_MS, this.#over.signal);
        if (this.#over.signal.aborted) return null;
        const askedAt = clock.monotonic();
        const page = await graph.listChildren(person, this.#driveId, folderId, at, this.#over.signal);
        this.#take(page.items, askedAt);
        at = page.next;
      } while (at !== null && this.files.size < this.#limits.files);
      this.folders += 1;
      return null;
    } catch (error) {
      // A folder that went away meanwhile holds nothing; a library that did has to be told.
      if (folderId !== null && at === null && isAvaError(error) && error.code === 'not_found') return null;
      this.#open.unshift({ folderId, next: at });
      return error;
    }
  }

  #take(items: readonly DriveItem[], seenAt: number): void {
    for (const item of items) {
      if (item.isFolder && this.#open.length < this.#limits.folders) this.#open.push({ folderId: item.id, next: null });
      if (!canTakePart(item) || this.files.size >= this.#limits.files) continue;
      const { mimeType: _, isFolder: __, ...file } = item;
      this.files.set(item.id, { ...file, seenAt });
    }
  }

  #fail(error: unknown): void {
    this.#ctx.log.warn({ error }, 'a crawl came to a halt and goes on when somebody asks');
    this.#untold = true;
    const gone = isAvaError(error) && error.code === 'not_found';
    const sentence = isAvaError(error)
      ? error.detail
      : 'Microsoft 365 did not answer. Please try again in a few minutes.';
    this.state = {
      name: 'failed',
      error: gone ? 'This library is no longer there, or you have no access to it.' : sentence,
    };
  }
}
