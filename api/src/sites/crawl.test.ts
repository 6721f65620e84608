import { createFakeGraphLibrary, type FakeGraphLibrary } from '../../../tests/harness/fakes/graphLibrary.ts';
import { createManualClock, type ManualClock } from '../../../tests/harness/fakes/manualClock.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { Crawl } from './crawl.ts';
import { createRecordingLog } from '../../../tests/harness/fakes/recordingLog.ts';

const ada: Person = { tenantId: 't', id: 'ada', name: 'Ada Moreau', email: '', isAdministrator: false, bearer: 'a' };

let clock: ManualClock;
let library: FakeGraphLibrary;
beforeEach(() => {
  clock = createManualClock();
  library = createFakeGraphLibrary();
});

const crawlOf = (limits?: Partial<{ files: number; folders: number; unaskedMs: number }>) =>
  new Crawl({ graph: library.graph, clock, log: createRecordingLog() }, 'b!drive', {
    files: 50_000,
    folders: 50_000,
    unaskedMs: 60_000,
    ...limits,
  });

/** Lets a crawl go on to its end; the person asks again now and then. */
async function finish(crawl: Crawl): Promise<void> {
  void crawl.goOn(ada);
  for (let second = 0; second < 3_000 && crawl.state.name === 'running'; second += 1) {
    await clock.pass(1_000);
    if (crawl.state.name === 'running') void crawl.goOn(ada);
  }
}

it('opens five folders at once, a second between, and a second before the next page of one', async () => {
  for (let folder = 1; folder <= 7; folder += 1) library.putFolder(`f${folder}`);
  for (let file = 0; file < 450; file += 1) library.put(`note${file}`, { folder: 'f2' });
  const crawl = crawlOf();
  const at: [string, number][] = [];
  void crawl.goOn(ada);
  for (let second = 0; second < 8; second += 1) {
    await clock.pass(second === 0 ? 0 : 1_000);
    for (const call of library.asked.splice(0)) at.push([call, second]);
  }
  expect(at).toEqual([
    ['children root 0', 0],
    ...[1, 2, 3, 4, 5].map((folder) => [`children f${folder} 0`, 1]),
    ['children f2 200', 2],
    ['children f2 400', 3],
    ['children f6 0', 4],
    ['children f7 0', 4],
  ]);
  expect(crawl.state).toEqual({ name: 'complete', cut: false });
  expect([crawl.files.size, crawl.folders]).toEqual([450, 8]);
});

it('keeps files that could take part, and no folders, pictures or what is larger than 70 MB', async () => {
  library.put('a', { name: 'A.PDF' });
  library.put('b', { name: 'b.docx', size: 73_400_320 });
  library.put('c', { name: 'c.docx', size: 73_400_321 });
  library.put('d', { name: 'd.png' });
  library.put('e', { name: 'e.pptx', etag: null });
  library.putFolder('folder.txt');
  const crawl = crawlOf();
  await finish(crawl);
  expect([...crawl.files.keys()]).toEqual(['a', 'b', 'e']);
});

it('goes on with the very page that failed, and reads nothing twice', async () => {
  library.putFolder('f1');
  library.putFolder('f2');
  for (let file = 0; file < 450; file += 1) library.put(`note${file}`, { folder: 'f1' });
  library.put('last', { folder: 'f2' });
  library.failNext('children f1 200', new AvaError('graph_unavailable'));
  const crawl = crawlOf();
  await finish(crawl);
  expect(crawl.state).toEqual({
    name: 'failed',
    error: 'Microsoft 365 did not answer. Please try again in a few minutes.',
  });
  // What else was under way has been read.
  expect(crawl.files.has('last')).toBe(true);
  await finish(crawl);
  expect(crawl.state).toEqual({ name: 'complete', cut: false });
  expect(crawl.files.size).toBe(451);
  expect(library.asked.toSorted()).toEqual(
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

it('says of a library that is gone that it is, and of a folder that went meanwhile nothing', async () => {
  library.putFolder('f1');
  library.put('note');
  library.failNext('children f1', new AvaError('not_found'));
  const crawl = crawlOf();
  await finish(crawl);
  expect([crawl.state, crawl.files.size]).toEqual([{ name: 'complete', cut: false }, 1]);
  library.failNext('children root', new AvaError('not_found'), 2);
  const gone = crawlOf();
  await finish(gone);
  expect(gone.state).toEqual({
    name: 'failed',
    error: 'This library is no longer there, or you have no access to it.',
  });
});

it('pauses when nobody asks any more, and goes on when somebody does', async () => {
  for (let folder = 0; folder < 40; folder += 1) library.putFolder(`f${folder}`);
  const crawl = crawlOf({ unaskedMs: 3_000 });
  const paused = crawl.goOn(ada);
  await clock.pass(20_000);
  await paused;
  const before = crawl.folders;
  expect(before).toBeLessThan(41);
  await clock.pass(20_000);
  expect(crawl.folders).toBe(before);
  await finish(crawl);
  expect([crawl.state.name, crawl.folders]).toEqual(['complete', 41]);
});

it('ends when it is cancelled', async () => {
  for (let folder = 0; folder < 40; folder += 1) library.putFolder(`f${folder}`);
  const crawl = crawlOf();
  const ended = crawl.goOn(ada);
  await clock.pass(1_500);
  crawl.cancel();
  await clock.pass(60_000);
  await ended;
  expect(crawl.folders).toBeLessThan(12);
  await crawl.goOn(ada);
  expect(library.asked.length).toBeLessThan(12);
});

it('holds no more than its limit of a library of 200,000 files, and says so', async () => {
  let pages = 0;
  const endless: FakeGraphLibrary['graph']['listChildren'] = async (_person, _driveId, _folder, next) => {
    const from = Number(next ?? 0);
    pages += 1;
    const items = Array.from({ length: 200 }, (_, index) => library.put('x', { id: `n${from + index}` }));
    return { items, next: from + 200 < 200_000 ? String(from + 200) : null };
  };
  library.graph.listChildren = endless;
  const crawl = crawlOf({ files: 5_000 });
  await finish(crawl);
  expect(crawl.state).toEqual({ name: 'complete', cut: true });
  expect([crawl.files.size, pages]).toEqual([5_000, 25]);
});

describe('the age of what it lists', () => {
  /** Twenty folders: five batches, a second between. */
  const manyFolders = () => {
    for (let folder = 0; folder < 20; folder += 1) library.putFolder(`f${folder}`);
    library.put('note');
  };

  it('counts from its first page, not from its end', async () => {
    manyFolders();
    const crawl = crawlOf();
    await clock.pass(7_000);
    expect(crawl.age).toBe(0);
    await finish(crawl);
    await clock.pass(6_000);
    expect(crawl.age).toBeGreaterThanOrEqual(10_000);
    expect([crawl.isOld(9_000), crawl.isOld(60_000)]).toEqual([true, false]);
  });

  it('is not made less by going on after a halt, and a halted one grows old too', async () => {
    manyFolders();
    library.failNext('children f7', new AvaError('graph_unavailable'));
    const crawl = crawlOf();
    await finish(crawl);
    expect([crawl.state.name, crawl.isOld(10_000)]).toEqual(['failed', false]);
    await clock.pass(20_000);
    expect(crawl.isOld(10_000)).toBe(true);
    void crawl.goOn(ada);
    await clock.pass(0);
    // While somebody reads, nobody begins anew.
    expect([crawl.isOld(10_000), crawl.age > 20_000]).toEqual([false, true]);
  });

  it('grows while it pauses', async () => {
    manyFolders();
    const crawl = crawlOf({ unaskedMs: 1_500 });
    void crawl.goOn(ada);
    await clock.pass(40_000);
    expect([crawl.state.name, crawl.isOld(10_000)]).toEqual(['running', true]);
  });

  it('may be as long again as it took, or a large library would never be seen whole', async () => {
    manyFolders();
    const crawl = crawlOf();
    await finish(crawl);
    expect(crawl.isOld(1_000)).toBe(false);
    await clock.pass(10_000);
    expect(crawl.isOld(1_000)).toBe(true);
  });

  it('is each file’s own: what is confirmed is as young as that', async () => {
    library.put('one');
    library.put('other');
    const crawl = crawlOf();
    await finish(crawl);
    await clock.pass(60_000);
    const [before, now] = [crawl.files.get('other')?.seenAt, clock.monotonic()];
    crawl.confirm(['one', 'stranger'], now);
    expect([crawl.files.get('one')?.seenAt, crawl.files.get('other')?.seenAt]).toEqual([now, before]);
    expect(crawl.files.size).toBe(2);
  });
});

it('of a list without files is complete at once', async () => {
  const crawl = new Crawl({ graph: library.graph, clock, log: createRecordingLog() }, '');
  await crawl.goOn(ada);
  expect([crawl.state, library.asked]).toEqual([{ name: 'complete', cut: false }, []]);
});
