import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { createReranker } from './reranker.ts';

interface Received {
  authorization: string | undefined;
  body: { model?: string; query: string; documents: string[]; top_n: number };
}

let server: Server;
let url: string;
let received: Received[] = [];
/** What the server answers; it never answers if it is null. */
let reply: { status: number; body: string } | null = null;
const never = new AbortController().signal;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push({ authorization: request.headers.authorization, body: (await json(request)) as Received['body'] });
    if (reply === null) return;
    response.statusCode = reply.status;
    response.setHeader('location', '/elsewhere');
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/rerank`;
});
beforeEach(() => (received = []));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const answer = (results: readonly object[]) => ({ status: 200, body: JSON.stringify({ id: '1', results }) });
/** @param timeoutMs by default so long that a slow machine does not reach it */
const create = (timeoutMs = 60_000) => {
  const log = createRecordingLog();
  return { log, reranker: createReranker({ url, apiKey: 'secret', model: 'rerank-1', timeoutMs }, log) };
};

it('sends query and texts with the key, and orders the texts by their scores', async () => {
  reply = answer([
    { index: 0, relevance_score: 0.2, document: { text: 'Trains' } },
    { index: 2, relevance_score: 0.9 },
  ]);
  const { reranker } = create();
  expect(await reranker.rerank('hotels in Lyon', ['Trains', 'Menus', 'Hotels'], never)).toEqual([2, 0, 1]);
  expect(received).toEqual([
    {
      authorization: 'Bearer secret',
      body: { model: 'rerank-1', query: 'hotels in Lyon', documents: ['Trains', 'Menus', 'Hotels'], top_n: 3 },
    },
  ]);
});

it('cuts texts to what common models read', async () => {
  reply = answer([]);
  await create().reranker.rerank('q'.repeat(5_000), ['a'.repeat(50_000), ''], never);
  expect(received[0]?.body.query.length).toBeLessThanOrEqual(300);
  expect(received[0]?.body.documents.map(({ length }) => length)).toEqual([1_200, 1]);
});

it.each([
  ['fails', { status: 500, body: '{"message":"out of memory"}' }],
  ['refuses the key', { status: 401, body: '{"message":"invalid api token"}' }],
  ['redirects', { status: 307, body: '' }],
  ['sends no JSON', { status: 200, body: '<html>' }],
  ['sends no results', { status: 200, body: '{"data":[]}' }],
  ['names a text that was not sent', answer([{ index: 7, relevance_score: 1 }])],
  ['sends too much', { status: 200, body: `{"results":[],"more":"${'x'.repeat(5_000_000)}"}` }],
])('gives no order and logs it if the server %s', async (_, response) => {
  reply = response;
  const { reranker, log } = create();
  expect(await reranker.rerank('hotel', ['Trains', 'Hotels'], never)).toBeNull();
  expect(log.lines).toEqual(['warn failed to rerank; keeping the order of the search']);
});

it('gives no order if the server does not answer in time', async () => {
  reply = null;
  const { reranker, log } = create(20);
  expect(await reranker.rerank('hotel', ['Trains', 'Hotels'], never)).toBeNull();
  expect(log.lines).toHaveLength(1);
});

it('throws if the answer is stopped, and logs nothing', async () => {
  reply = null;
  const { reranker, log } = create();
  const stop = new AbortController();
  const reranking = reranker.rerank('hotel', ['Trains', 'Hotels'], stop.signal);
  stop.abort();
  await expect(reranking).rejects.toThrow();
  expect(log.lines).toEqual([]);
});
