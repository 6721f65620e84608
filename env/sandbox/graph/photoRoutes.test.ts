import { startTestGraph, type TestGraph } from './testGraph.ts';

let graph: TestGraph;

beforeAll(async () => {
  graph = await startTestGraph();
});

afterAll(() => graph.close());

describe('photos', () => {
  const fetchPhoto = async (url: string) => {
    const response = await fetch(`${graph.url}/v1.0${url}`, {
      headers: { authorization: `Bearer ${await graph.tokenOf('ada')}` },
    });
    return {
      type: response.headers.get('content-type'),
      bytes: Buffer.from(await response.arrayBuffer()),
      status: response.status,
    };
  };

  it.each(['/me/photos/48x48/$value', '/users/ben.okafor@northwind.example/photos/48x48/$value'])(
    'at %s are PNGs of 48 pixels',
    async (url) => {
      const { type, bytes } = await fetchPhoto(url);
      expect(type).toBe('image/png');
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([48, 48]);
      expect(bytes.length).toBeLessThan(8_000);
    },
  );

  it('have 240 pixels by default, and only the sizes that Graph offers', async () => {
    expect((await fetchPhoto('/me/photo/$value')).bytes.readUInt32BE(16)).toBe(240);
    expect((await graph.askAs('ada', '/me/photo')).body).toMatchObject({
      width: 240,
      '@odata.mediaContentType': 'image/png',
    });
    expect((await fetchPhoto('/me/photos/50x50/$value')).status).toBe(400);
  });

  it('are missing for Jonas', async () => {
    const { status, body } = await graph.askAs('jonas', '/me/photos/48x48/$value');
    expect([status, body.error?.code]).toEqual([404, 'ImageNotFound']);
  });
});
