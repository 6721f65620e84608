import { getSampleDocument } from '../../sites/sampleSites.ts';
import { getBytes } from '../../documents/documentContent.ts';
import type { RecordedCall } from '../controls.ts';
import { openGraph, type TestGraph } from '../testGraph.ts';
import { fileIdsOf } from './ids.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await openGraph();
});

afterAll(() => graph.close());

const itemOf = (path: string) => {
  const { driveId, itemId } = fileIdsOf(path);
  return `/drives/${driveId}/items/${itemId}`;
};
const budget = 'finance/Documents/Planning/Budget 2027.pdf';

async function addressOf(person: string, path: string): Promise<string> {
  const { status, headers } = await graph.askAs(person, `${itemOf(path)}/content`);
  expect(status).toBe(302);
  return headers.get('location') ?? '';
}

it('Ben is sent to an address that opens without his token', async () => {
  const response = await fetch(await addressOf('ben', budget));
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(bytes.equals(await getBytes(getSampleDocument(budget)))).toBe(true);
});

it('the same address stands in what Graph says of the file, with its true size', async () => {
  const { body } = await graph.askAs('ben', itemOf(budget));
  const response = await fetch(String(body['@microsoft.graph.downloadUrl']));
  expect((await response.arrayBuffer()).byteLength).toBe(body['size']);
});

it.each([
  ['the beginning', 'bytes=0-4', 206, '%PDF-'],
  ['the end', 'bytes=-5', 206, '%%EOF'],
  ['beyond the end', 'bytes=99999999-', 416, undefined],
])('%s can be had alone', async (_what, range, status, text) => {
  const response = await fetch(await addressOf('ben', budget), { headers: { range } });
  const body = await response.text();
  expect(response.status).toBe(status);
  if (text) expect(body.trim()).toBe(text);
});

it('the largest files come in pieces, of exactly the size that was promised', async () => {
  const { body } = await graph.askAs('cleo', itemOf('operations/Documents/Harbour Survey.pdf'));
  expect(body['size']).toBe(73_400_320);
  const response = await fetch(String(body['@microsoft.graph.downloadUrl']));
  let bytes = 0;
  for await (const piece of response.body!) bytes += (piece as Uint8Array).length;
  expect(bytes).toBe(73_400_320);
});

it('a token that comes along is noticed', async () => {
  await graph.control('DELETE', 'requests');
  const address = await addressOf('ada', budget);
  await (await fetch(address, { headers: { authorization: 'Bearer ada' } })).arrayBuffer();
  await (await fetch(address)).arrayBuffer();
  const { body } = await graph.control('GET', 'requests');
  const downloads = (body['requests'] as RecordedCall[]).filter(({ path }) => path.startsWith('/_layouts/'));
  expect(downloads.map(({ carriedToken }) => carriedToken)).toEqual([true, undefined]);
});

it('an address that was tampered with, or whose file is gone or locked, opens nothing', async () => {
  const address = await addressOf('ada', 'finance/Documents/Audit/Audit Letter 2025.pdf');
  expect((await fetch(address.replace('tempauth=', 'tempauth=A'))).status).toBe(401);
  await graph.control('POST', 'files/lock', { file: 'finance/Documents/Audit/Audit Letter 2025.pdf', locked: true });
  expect((await fetch(address)).status).toBe(423);
  expect((await graph.askAs('ada', `${itemOf('finance/Documents/Audit/Audit Letter 2025.pdf')}/content`)).status).toBe(
    423,
  );
  await graph.control('POST', 'files/lock', { file: 'finance/Documents/Audit/Audit Letter 2025.pdf', locked: false });
  await graph.control('POST', 'files/delete', { file: 'finance/Documents/Audit/Audit Letter 2025.pdf' });
  expect((await fetch(address)).status).toBe(404);
});

it('downloads are busy on demand too, after some that pass', async () => {
  const address = await addressOf('ada', budget);
  await graph.control('POST', 'throttle', { count: 1, retryAfter: 3, path: '/_layouts', after: 1, status: 503 });
  const statuses = [];
  for (let call = 0; call < 3; call += 1) statuses.push((await fetch(address, { method: 'HEAD' })).status);
  expect(statuses).toEqual([200, 503, 200]);
});
