import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Activity } from 'botbuilder';
import { createAdapter } from './adapter.ts';

interface Got {
  method: string;
  body: { entities?: unknown[]; text?: string };
}

/** The smallest connector there can be: keeps what it is sent, and answers as it is told. */
let connector: Server;
let serviceUrl: string;
let got: Got[] = [];
let statuses: number[] = [];

beforeAll(async () => {
  connector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({
        method: request.method ?? '',
        body: JSON.parse(Buffer.concat(parts).toString('utf8')) as Got['body'],
      });
      response.writeHead(statuses.shift() ?? 201, { 'content-type': 'application/json' }).end('{"id":"m1"}');
    });
  });
  await new Promise<void>((done) => connector.listen(0, '127.0.0.1', done));
  serviceUrl = `http://127.0.0.1:${(connector.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => connector.close(done)));
beforeEach(() => {
  got = [];
  statuses = [];
});

const channel = { openIdMetadataUrl: undefined, loginUrl: undefined, tokenIssuer: undefined, serviceUrls: [] };

function incoming(): Activity {
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

async function sending(activity: Partial<Activity>): Promise<string | undefined> {
  const adapter = createAdapter({ registration: null, channel });
  const message = incoming();
  let id: string | undefined;
  await adapter.run(await adapter.authenticate(message, ''), message, async (context) => {
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

it('what Teams is to know of streaming, label and citations arrives whole', async () => {
  await expect(sending({ type: 'message', text: 'Four. [1]', entities })).resolves.toBe('m1');
  expect(got).toHaveLength(1);
  expect(got[0]?.body).toMatchObject({ text: 'Four. [1]', entities });
});

it.each([429, 502, 503, 504])('what the connector answered with %s is not sent again by itself', async (status) => {
  statuses = [status, 201];
  await expect(sending({ type: 'message', text: 'Once.' })).rejects.toMatchObject({ statusCode: status });
  expect(got).toHaveLength(1);
});
