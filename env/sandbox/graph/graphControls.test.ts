import type { RecordedCall } from './graphControls.ts';
import { startTestGraph, type Reply, type TestGraph } from './testGraph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

const getResponses = ({ body }: Reply) =>
  (
    body as unknown as {
      responses: Array<{ id: string; status: number; headers: Record<string, string>; body: unknown }>;
    }
  ).responses;

describe('a batch', () => {
  it('replies to each call by its id, in another order', async () => {
    const reply = await graph.batch('ada', [
      { id: 'who', method: 'GET', url: '/me?$select=displayName' },
      { id: 'face', method: 'GET', url: '/users/ben.okafor@northwind.example/photos/48x48/$value' },
      { id: 'none', method: 'GET', url: '/users/nobody@northwind.example' },
    ]);
    const responses = getResponses(reply);
    expect(responses.map(({ id, status }) => [id, status])).toEqual([
      ['none', 404],
      ['face', 200],
      ['who', 200],
    ]);
    expect(responses[2]?.body).toMatchObject({ displayName: 'Ada Moreau' });
    expect(Buffer.from(String(responses[1]?.body), 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  it('skips calls that depend on a failed one', async () => {
    const reply = await graph.batch('ada', [
      { id: '1', method: 'GET', url: '/users/nobody@northwind.example' },
      { id: '2', method: 'GET', url: '/me', dependsOn: ['1'] },
    ]);
    expect(getResponses(reply).find(({ id }) => id === '2')?.status).toBe(424);
  });

  it('accepts up to twenty calls with unique ids', async () => {
    const calls = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: String(index), method: 'GET', url: '/me' }));
    expect(getResponses(await graph.batch('ada', calls(20)))).toHaveLength(20);
    expect((await graph.batch('ada', calls(21))).status).toBe(400);
    expect((await graph.batch('ada', [...calls(1), ...calls(1)])).status).toBe(400);
    expect((await graph.batch('ada', [{ id: '1', url: '/me' }])).status).toBe(400);
  });
});

describe('injected faults', () => {
  it('reject the next calls with 429 and Retry-After', async () => {
    await graph.control('POST', 'throttle', { count: 2, retryAfter: 7 });
    const throttled = [await graph.askAs('ada', '/me'), await graph.askAs('ben', '/me')];
    for (const { status, headers, body } of throttled) {
      expect([status, headers.get('retry-after'), body.error?.code]).toEqual([429, '7', 'TooManyRequests']);
    }
    expect((await graph.askAs('ada', '/me')).status).toBe(200);
  });

  it('can be limited to a path, even in a batch', async () => {
    await graph.control('POST', 'throttle', { count: 1, retryAfter: 0, path: '/me/photo', status: 503 });
    const reply = await graph.batch('ada', [
      { id: 'who', method: 'GET', url: '/me' },
      { id: 'face', method: 'GET', url: '/me/photo/$value' },
    ]);
    const [face, who] = getResponses(reply);
    expect([who?.status, face?.status, face?.headers['retry-after']]).toEqual([200, 503, '0']);
  });

  it('can be canceled, and are validated', async () => {
    await graph.control('POST', 'throttle', { count: 9, retryAfter: 1 });
    await graph.control('DELETE', 'throttle');
    expect((await graph.askAs('ada', '/me')).status).toBe(200);
    expect((await graph.control('POST', 'throttle', { count: 0, retryAfter: 1 })).status).toBe(400);
    expect((await graph.control('GET', 'weather')).status).toBe(404);
  });
});

it('records calls with their callers, but without tokens', async () => {
  await graph.control('DELETE', 'requests');
  const token = await graph.tokenOf('ben');
  await graph.ask('/me?$select=id', token);
  await graph.batch('ben', [{ id: '1', method: 'GET', url: '/users/nobody@northwind.example' }]);
  await graph.ask('/me', 'nonsense');
  const { body } = await graph.control('GET', 'requests');
  const requests = body['requests'] as RecordedCall[];
  expect(requests.map(({ path, status, person, inBatch }) => [path, status, person, inBatch])).toEqual([
    ['/me', 200, 'ben.okafor@northwind.example', false],
    ['/users/nobody@northwind.example', 404, 'ben.okafor@northwind.example', true],
    ['/$batch', 200, 'ben.okafor@northwind.example', false],
    ['/me', 401, null, false],
  ]);
  expect(requests[0]?.query).toEqual({ $select: 'id' });
  expect(JSON.stringify(requests)).not.toContain(token.slice(0, 20));
});
