import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Activity } from 'botbuilder';
import { createAdapter } from './adapter.ts';

interface ConnectorRequest {
  method: string;
  body: { entities?: unknown[]; text?: string };
}

/** A minimal connector that records requests and answers with the given statuses. */
let connector: Server;
let serviceUrl: string;
let requests: ConnectorRequest[] = [];
let statuses: number[] = [];

beforeAll(async () => {
  connector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      requests.push({
        method: request.method ?? '',
        body: JSON.parse(Buffer.concat(parts).toString('utf8')) as ConnectorRequest['body'],
      });
      response.writeHead(statuses.shift() ?? 201, { 'content-type': 'application/json' });
      response.end('{"id":"m1"}');
    });
  });
  await new Promise<void>((done) => connector.listen(0, '127.0.0.1', done));
  serviceUrl = `http://127.0.0.1:${(connector.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => connector.close(done)));
beforeEach(() => {
  requests = [];
  statuses = [];
});

const channel = { openIdMetadataUrl: undefined, loginUrl: undefined, tokenIssuer: undefined, serviceUrls: [] };

function createActivity(): Activity {
  return {
    type: 'message',
    id: 'a1',
    channelId: 'msteams',
    serviceUrl,
    from: { id: '29:ada', name: 'Ada Moreau' },
    recipient: { id: '28:bot', name: 'AVA' },
    conversation: { id: 'a:ada', conversationType: 'personal', isGroup: false, name: '' },
  } as unknown as Activity;
}

async function send(activity: Partial<Activity>): Promise<string | undefined> {
  const adapter = createAdapter({ registration: null, channel });
  const incoming = createActivity();
  let id: string | undefined;
  await adapter.run(await adapter.authenticate(incoming, ''), incoming, async (context) => {
    id = (await context.sendActivity(activity))?.id;
  });
  return id;
}

const entities = [
  { type: 'streaminfo', streamType: 'final', streamId: 'm1' },
  {
    type: 'https://schema.org/Message',
    '@type': 'Message',
    '@context': 'https://schema.org',
    additionalType: ['AIGeneratedContent'],
    citation: [{ '@type': 'Claim', position: 1, appearance: { '@type': 'DigitalDocument', name: 'A', abstract: 'B' } }],
  },
];

it('sends streaming, AI label and citations with all their properties', async () => {
  await expect(send({ type: 'message', text: 'Four. [1]', entities })).resolves.toBe('m1');
  expect(requests).toHaveLength(1);
  expect(requests[0]?.body).toMatchObject({ text: 'Four. [1]', entities });
});

it.each([429, 502, 503, 504])('does not retry after the connector answers %s', async (status) => {
  statuses = [status, 201];
  await expect(send({ type: 'message', text: 'Once.' })).rejects.toMatchObject({ statusCode: status });
  expect(requests).toHaveLength(1);
});
