import { indexFile } from '#api/search/indexing/indexFile.ts';
import { addSite, makeSiteId, openCorpus, TENANT, type BenchCorpus } from './benchCorpus.ts';
import { replayLooks, searchFirst, toPlace } from './lookupLoop.ts';
import { makeInventedSet } from './questionSet.ts';

const SITE = makeSiteId(1);
const OTHER_SITE = makeSiteId(2);
const scope = { siteIds: [SITE], itemIds: null };
const CHARTER = 'Project Heron Charter.pdf';
const CHART = 'Organization Chart.pdf';

let corpus: BenchCorpus;

beforeAll(async () => {
  corpus = await openCorpus(null);
  const { files } = await makeInventedSet();
  const few = files.filter(({ name }) => [CHARTER, CHART].includes(name));
  await addSite(
    corpus,
    SITE,
    few.map(({ name }) => name),
  );
  for (const { name, extraction } of few) {
    const file = { tenantId: TENANT, siteId: SITE, itemId: name, etag: 'v1', name, extraction };
    await indexFile(corpus.ctx, file, new AbortController().signal);
  }
});
afterAll(() => corpus.close());

it('a replayed look-up reads what the first round has not found, with the limits of an answer', async () => {
  const queries = ['Project Heron main supplier'];
  const inCharter = { siteIds: [SITE], itemIds: [CHARTER] };
  const first = await searchFirst(corpus, inCharter, queries, 1);
  expect(first.map(toPlace)).toEqual([{ filename: CHARTER, pagenumber: 1 }]);
  const looks = [
    { search: ['organization chart head of department'] },
    { open: CHART, from: 2, to: 2 },
    { find: 'Deputy', file: CHART },
  ];
  const read = await replayLooks(corpus, scope, { queries, looks });
  expect(read.passages.map(toPlace)).toContainEqual({ filename: CHART, pagenumber: 2 });
  expect(read).toMatchObject({ looks: 3 });
  expect(read.tokens).toBeGreaterThan(100);
});

it('a replayed look-up searches two sites', async () => {
  await addSite(corpus, OTHER_SITE, []);
  const both = { siteIds: [SITE, OTHER_SITE], itemIds: null };
  const read = await replayLooks(corpus, both, { queries: ['Heron'], looks: [{ search: ['head of department'] }] });
  expect(read.looks).toBe(1);
  expect(read.passages.map(({ fileName }) => fileName)).toContain(CHART);
});

it('a file that was not seen by then is not opened', async () => {
  const inCharter = { siteIds: [SITE], itemIds: [CHARTER] };
  const read = await replayLooks(corpus, inCharter, { queries: ['Heron'], looks: [{ open: CHART }] });
  expect(read.looks).toBe(0);
  expect(new Set(read.passages.map(({ fileName }) => fileName))).toEqual(new Set([CHARTER]));
});

it('the recordings are of at least sixty questions of the set, and name files that it has', async () => {
  const { questions, recorded, files } = await makeInventedSet();
  const ids = new Set(questions.map(({ id }) => id));
  const names = new Set(files.map(({ name }) => name));
  expect(recorded.size).toBeGreaterThanOrEqual(60);
  for (const [id, { queries, looks }] of recorded) {
    expect([id, ids.has(id)]).toEqual([id, true]);
    expect(queries.length).toBeGreaterThan(0);
    for (const look of looks) {
      const file = 'open' in look ? look.open : 'find' in look ? look.file : undefined;
      if (file !== undefined) expect(names).toContain(file);
    }
  }
});
