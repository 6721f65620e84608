import { getSampleDocument } from '#sandbox/sites/sampleSites.ts';
import { getBytes } from '#sandbox/documents/documentContent.ts';
import type { RecordedCall } from '#sandbox/graph/graphControls.ts';
import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { fileIdsOf } from './store/sharePointIds.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const itemOf = (path: string) => {
  const { driveId, itemId } = fileIdsOf(path);
  return `/drives/${driveId}/items/${itemId}`;
};
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

async function getDownloadUrl(person: string, path: string): Promise<string> {
  const { status, headers } = await graph.askAs(person, `${itemOf(path)}/content`);
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

it('redirects Ben to an address that needs no token', async () => {
  const response = await fetch(await getDownloadUrl('ben', budget));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(bytes.equals(await getBytes(getSampleDocument(budget)))).toBe(true);
});

it('includes a download address and the correct size in an item', async () => {
  const { body } = await graph.askAs('ben', itemOf(budget));
  const response = await fetch(String(body['@microsoft.graph.downloadUrl']));
  expect((await response.arrayBuffer()).byteLength).toBe(body['size']);
});

it.each([
  ['the beginning', 'bytes=0-4', 206, '%PDF-'],
  ['the end', 'bytes=-5', 206, '%%EOF'],
  ['beyond the end', 'bytes=99999999-', 416, undefined],
])('serves a range: %s', async (_name, range, status, text) => {
  const response = await fetch(await getDownloadUrl('ben', budget), { headers: { range } });
  const body = await response.text();
  expect(response.status).toBe(status);
  if (text) expect(body.trim()).toBe(text);
});

it('streams exactly the bytes of a file of the largest size', async () => {
  const { body } = await graph.askAs('cleo', itemOf('operations/Documents/Harbour Survey.pdf'));
  expect(body['size']).toBe(73_400_320);
  const response = await fetch(String(body['@microsoft.graph.downloadUrl']));
  let bytes = 0;
  for await (const chunk of response.body!) bytes += (chunk as Uint8Array).length;
  expect(bytes).toBe(73_400_320);
});

it('records that a token was sent to a download address', async () => {
  await graph.control('DELETE', 'requests');
  const downloadUrl = await getDownloadUrl('ada', budget);
  await (await fetch(downloadUrl, { headers: { authorization: 'Bearer ada' } })).arrayBuffer();
  await (await fetch(downloadUrl)).arrayBuffer();
  const { body } = await graph.control('GET', 'requests');
  const downloads = (body['requests'] as RecordedCall[]).filter(({ path }) => path.startsWith('/_layouts/'));
  expect(downloads.map(({ carriedToken }) => carriedToken)).toEqual([true, undefined]);
});

it('rejects a modified download address, and the address of a deleted or locked file', async () => {
  const downloadUrl = await getDownloadUrl('ada', 'finance/Documents/Audit/Audit Letter 2025.pdf');
  expect((await fetch(downloadUrl.replace('tempauth=', 'tempauth=A'))).status).toBe(401);
  await graph.control('POST', 'files/lock', { file: 'finance/Documents/Audit/Audit Letter 2025.pdf', locked: true });
  expect((await fetch(downloadUrl)).status).toBe(423);
  expect((await graph.askAs('ada', `${itemOf('finance/Documents/Audit/Audit Letter 2025.pdf')}/content`)).status).toBe(
    423,
  );
  await graph.control('POST', 'files/lock', { file: 'finance/Documents/Audit/Audit Letter 2025.pdf', locked: false });
  await graph.control('POST', 'files/delete', { file: 'finance/Documents/Audit/Audit Letter 2025.pdf' });
  expect((await fetch(downloadUrl)).status).toBe(404);
});

it('throttles one download after a successful one, as the control requests', async () => {
  const downloadUrl = await getDownloadUrl('ada', budget);
  await graph.control('POST', 'throttle', { count: 1, retryAfter: 3, path: '/_layouts', after: 1, status: 503 });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await fetch(downloadUrl, { method: 'HEAD' })).status);
  expect(statuses).toEqual([200, 503, 200]);
});
