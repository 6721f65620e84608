import { createFakeGraphLibrary, type FakeGraphLibrary } from '#tests/harness/fakes/graphLibrary.ts';
import { createManualClock, type ManualClock } from '#tests/harness/fakes/manualClock.ts';
import { AvaError, errors } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import { Crawl } from './crawl.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const ada: Person = { tenantId: 't', id: 'ada', name: 'Ada Moreau', email: '', isAdministrator: false, bearer: 'a' };

let clock: ManualClock;
let library: FakeGraphLibrary;
beforeEach(() => {
  clock = createManualClock();
  library = createFakeGraphLibrary();
});

const createCrawl = (limits?: Partial<{ files: number; folders: number; idleMs: number }>) =>
  new Crawl({ graph: library.graph, clock, log: createRecordingLog() }, 'b!drive', {
    files: 50_000,
    folders: 50_000,
    idleMs: 60_000,
    ...limits,
  });

/** Lets a crawl finish; the person asks again every second. */
async function finish(crawl: Crawl): Promise<void> {
  void crawl.resume(ada);
  for (let second = 0; second < 3_000 && crawl.state.name === 'running'; second += 1) {
    await clock.advance(1_000);
    if (crawl.state.name === 'running') void crawl.resume(ada);
  }
}

/** @proves limit:CRAWL_FOLDER_BATCH limit:CRAWL_PAUSE_MS */
it('reads five folders at a time, with a second between batches and between pages of a folder', async () => {
  for (let folder = 1; folder <= 7; folder += 1) library.putFolder(`f${folder}`);
  for (let file = 0; file < 450; file += 1) library.put(`note${file}`, { folder: 'f2' });
  const crawl = createCrawl();
  const calls: [string, number][] = [];
  void crawl.resume(ada);
  for (let second = 0; second < 8; second += 1) {
    await clock.advance(second === 0 ? 0 : 1_000);
    for (const call of library.calls.splice(0)) calls.push([call, second]);
  }
  expect(calls).toEqual([
    ['children root 0', 0],
    ...[1, 2, 3, 4, 5].map((folder) => [`children f${folder} 0`, 1]),
    ['children f2 200', 2],
    ['children f2 400', 3],
    ['children f6 0', 4],
    ['children f7 0', 4],
  ]);
  expect(crawl.state).toEqual({ name: 'complete', isCut: false });
  expect([crawl.files.size, crawl.folders]).toEqual([450, 8]);
});

it('lists files that can be added, without folders, images and files over 70 MB', async () => {
  library.put('a', { name: 'A.PDF' });
  library.put('b', { name: 'b.docx', size: 73_400_320 });
  library.put('c', { name: 'c.docx', size: 73_400_321 });
  library.put('d', { name: 'd.png' });
  library.put('e', { name: 'e.pptx', etag: null });
  library.putFolder('folder.txt');
  const crawl = createCrawl();
  await finish(crawl);
  expect([...crawl.files.keys()]).toEqual(['a', 'b', 'e']);
});

it('resumes with the page that failed and reads nothing twice', async () => {
  library.putFolder('f1');
  library.putFolder('f2');
  for (let file = 0; file < 450; file += 1) library.put(`note${file}`, { folder: 'f1' });
  library.put('last', { folder: 'f2' });
  library.failNext('children f1 200', new AvaError('graph_unavailable'));
  const crawl = createCrawl();
  await finish(crawl);
  expect(crawl.state).toEqual({
    name: 'failed',
    error: errors.graph_unavailable.detail,
  });
  // The other folder of the batch was read, although the first one failed.
  expect(crawl.files.has('last')).toBe(true);
  await finish(crawl);
  expect(crawl.state).toEqual({ name: 'complete', isCut: false });
  expect(crawl.files.size).toBe(451);
  expect(library.calls.toSorted()).toEqual(
    [
      'children root 0',
      'children f1 0',
      'children f1 200',
      'children f1 200',
      'children f1 400',
      'children f2 0',
    ].toSorted(),
  );
});

it('reads a folder again from its start, once, if Graph no longer accepts the link to a page', async () => {
  library.putFolder('f1');
  for (let file = 0; file < 450; file += 1) library.put(`note${file}`, { folder: 'f1' });
  library.failNext('children f1 200', new AvaError('not_found'));
  const crawl = createCrawl();
  await finish(crawl);
  expect([crawl.state, crawl.files.size]).toEqual([{ name: 'complete', isCut: false }, 450]);
  library.failNext('children f1 200', new AvaError('not_found'), 2);
  const refused = createCrawl();
  await finish(refused);
  expect(refused.state.name).toBe('failed');
});

it('reports a deleted library and ignores a deleted folder', async () => {
  library.putFolder('f1');
  library.put('note');
  library.failNext('children f1', new AvaError('not_found'));
  const crawl = createCrawl();
  await finish(crawl);
  expect([crawl.state, crawl.files.size]).toEqual([{ name: 'complete', isCut: false }, 1]);
  library.failNext('children root', new AvaError('not_found'), 2);
  const gone = createCrawl();
  await finish(gone);
  expect(gone.state).toEqual({
    name: 'failed',
    error: 'This library is no longer there, or you have no access to it.',
  });
});

it('pauses when requests stop, and resumes with the next request', async () => {
  for (let folder = 0; folder < 40; folder += 1) library.putFolder(`f${folder}`);
  const crawl = createCrawl({ idleMs: 3_000 });
  const paused = crawl.resume(ada);
  await clock.advance(20_000);
  await paused;
  const before = crawl.folders;
  expect(before).toBeLessThan(41);
  await clock.advance(20_000);
  expect(crawl.folders).toBe(before);
  await finish(crawl);
  expect([crawl.state.name, crawl.folders]).toEqual(['complete', 41]);
});

it('stops when it is canceled', async () => {
  for (let folder = 0; folder < 40; folder += 1) library.putFolder(`f${folder}`);
  const crawl = createCrawl();
  const ended = crawl.resume(ada);
  await clock.advance(1_500);
  crawl.cancel();
  await clock.advance(60_000);
  await ended;
  expect(crawl.folders).toBeLessThan(12);
  await crawl.resume(ada);
  expect(library.calls.length).toBeLessThan(12);
});

it('lists 5,000 files of a library of 200,000 if that is the limit, and reports that the list is incomplete', async () => {
  let pages = 0;
  const endless: FakeGraphLibrary['graph']['listChildren'] = async (_person, _driveId, _folder, next) => {
    const start = Number(next ?? 0);
    pages += 1;
    const items = Array.from({ length: 200 }, (_, index) => library.put('x', { id: `n${start + index}` }));
    return { items, next: start + 200 < 200_000 ? String(start + 200) : null };
  };
  library.graph.listChildren = endless;
  const crawl = createCrawl({ files: 5_000 });
  await finish(crawl);
  expect(crawl.state).toEqual({ name: 'complete', isCut: true });
  expect([crawl.files.size, pages]).toEqual([5_000, 25]);
});

describe('the age of a list', () => {
  /** Twenty folders: five batches with a second between. */
  const putManyFolders = () => {
    for (let folder = 0; folder < 20; folder += 1) library.putFolder(`f${folder}`);
    library.put('note');
  };

  it('counts from the first page', async () => {
    putManyFolders();
    const crawl = createCrawl();
    await clock.advance(7_000);
    expect(crawl.age).toBe(0);
    await finish(crawl);
    await clock.advance(6_000);
    expect(crawl.age).toBeGreaterThanOrEqual(10_000);
    expect([crawl.isOld(9_000), crawl.isOld(60_000)]).toEqual([true, false]);
  });

  it('grows after a failure and is not reset by resuming', async () => {
    putManyFolders();
    library.failNext('children f7', new AvaError('graph_unavailable'));
    const crawl = createCrawl();
    await finish(crawl);
    expect([crawl.state.name, crawl.isOld(10_000)]).toEqual(['failed', false]);
    await clock.advance(20_000);
    expect(crawl.isOld(10_000)).toBe(true);
    void crawl.resume(ada);
    await clock.advance(0);
    // A running crawl is not replaced, however old its list is.
    expect([crawl.isOld(10_000), crawl.age > 20_000]).toEqual([false, true]);
  });

  it('grows while the crawl pauses', async () => {
    putManyFolders();
    const crawl = createCrawl({ idleMs: 1_500 });
    void crawl.resume(ada);
    await clock.advance(40_000);
    expect([crawl.state.name, crawl.isOld(10_000)]).toEqual(['running', true]);
  });

  it('exceeds twice the duration of the crawl before the list counts as old', async () => {
    putManyFolders();
    const crawl = createCrawl();
    await finish(crawl);
    expect(crawl.isOld(1_000)).toBe(false);
    await clock.advance(10_000);
    expect(crawl.isOld(1_000)).toBe(true);
  });

  it('is not the age of the access checks, which is saved for each file', async () => {
    library.put('one');
    library.put('two');
    const crawl = createCrawl();
    await finish(crawl);
    await clock.advance(60_000);
    const [earlier, now] = [crawl.files.get('two')?.checkedAt, clock.monotonic()];
    crawl.confirmAccess(['one', 'unknown'], now);
    expect([crawl.files.get('one')?.checkedAt, crawl.files.get('two')?.checkedAt]).toEqual([now, earlier]);
    expect(crawl.files.size).toBe(2);
  });
});
