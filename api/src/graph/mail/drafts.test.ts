import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { systemClock } from '#platform/clock.ts';
import type { Person } from '#api/identity/person.ts';
import { createDrafts, type DraftGraph, type InlineImage } from './drafts.ts';
import { createGraphClient } from '#api/graph/client/graphClient.ts';

let graph: TestGraph;
let drafts: DraftGraph;
const ada: Person = { tenantId: 't', id: 'ada', name: 'Ada Moreau', email: '', isAdministrator: false, bearer: 'b' };

beforeAll(async () => {
  graph = await startTestGraph();
  const identity = { getGraphToken: () => graph.tokenOf('ada', { scp: 'Mail.ReadWrite' }) };
  drafts = createDrafts(createGraphClient({ baseUrl: graph.url, identity, clock: systemClock }));
});
afterAll(() => graph.close());

const makeImage = (name: string, bytes: number): InlineImage => ({
  name: `${name}.png`,
  contentType: 'image/png',
  contentId: name,
  bytes: Buffer.alloc(bytes, name),
});
const listDrafts = async () => (await graph.askAs('ada', '/me/mailFolders/drafts/messages')).body.value ?? [];

it('a draft with 5 MB of images has all of them, although no call to Graph is larger than 4 MB', async () => {
  const images = ['first', 'second', 'third'].map((name) => makeImage(name, 1_700_000));
  const { webLink } = await drafts.createDraft(ada, { subject: 'Plan', html: '<p>Plan</p>', images });
  const [draft] = await listDrafts();
  expect(draft).toMatchObject({ subject: 'Plan', isDraft: true, webLink, body: { contentType: 'html' } });
  const { body } = await graph.askAs('ada', `/me/messages/${String(draft?.['id'])}/attachments`);
  expect(body.value).toMatchObject(images.map(({ contentId }) => ({ contentId, isInline: true, size: 1_700_000 })));
});

/** @proves threat:one-draft */
it('an image that Graph refuses leaves no half-written draft', async () => {
  const before = await listDrafts();
  await graph.control('POST', 'throttle', { count: 1, retryAfter: 0, containing: '/attachments', status: 500 });
  const images = [makeImage('first', 2_000_000), makeImage('second', 2_000_000)];
  const draft = { subject: 'Never', html: '<p></p>', images };
  await expect(drafts.createDraft(ada, draft)).rejects.toMatchObject({ code: 'graph_unavailable' });
  expect(await listDrafts()).toEqual(before);
});

it('a full mailbox and a missing one have their own errors', async () => {
  const draft = { subject: '', html: '', images: [] };
  await graph.control('POST', 'mailbox', { person: 'ada', full: true });
  await expect(drafts.createDraft(ada, draft)).rejects.toMatchObject({ code: 'mailbox_full' });
  await graph.control('POST', 'mailbox', { person: 'ada', exists: false });
  await expect(drafts.createDraft(ada, draft)).rejects.toMatchObject({ code: 'no_mailbox' });
});

it('creates a draft again after 429, but not after 504, because Graph may have created it already', async () => {
  await graph.control('POST', 'mailbox', { person: 'ada', exists: true, full: false });
  const draft = { subject: 'Once', html: '<p></p>', images: [] };
  const control = { retryAfter: 0, containing: '/me/messages' };
  const before = await listDrafts();
  await graph.control('POST', 'throttle', { ...control, count: 1, status: 504 });
  await expect(drafts.createDraft(ada, draft)).rejects.toMatchObject({ code: 'graph_unavailable' });
  expect(await listDrafts()).toEqual(before);
  await graph.control('POST', 'throttle', { ...control, count: 1, retryAfter: 1, status: 429 });
  await drafts.createDraft(ada, draft);
  expect(await listDrafts()).toHaveLength(before.length + 1);
});
