import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { API_CLIENT_ID, startIdentity } from './index.ts';
import { exchange, openDesk, redirectUris, type TestDesk } from './testDesk.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

describe('the controls', () => {
  it('mint what Teams hands out', async () => {
    const { body } = await desk.control('token', { person: 'ben' });
    expect(decodeJwt(String(body['token']))).toMatchObject({
      aud: API_CLIENT_ID,
      azp: '5e3ce6c0-2b1f-4285-8d4b-75ee78787346',
      scp: 'access_as_user',
      preferred_username: 'ben.okafor@northwind.example',
    });
  });

  it('say what is wrong with a request', async () => {
    expect(await desk.control('token', { person: 'nobody' })).toMatchObject({
      status: 400,
      body: { detail: 'Nobody in the sandbox is called "nobody".' },
    });
    expect((await desk.control('token', { persn: 'ada' })).status).toBe(400);
    const simple = await fetch(`${desk.identity.url}/_sandbox/token`, { method: 'POST', body: '{}' });
    expect(simple.status).toBe(400);
  });

  it('move the clock of what is minted', async () => {
    await desk.control('clock', { offsetSeconds: -7_200 });
    const { exp = 0 } = decodeJwt(await desk.identity.mint({ person: 'ada' }));
    await desk.control('clock', { offsetSeconds: 0 });
    expect(exp).toBeLessThan(Date.now() / 1000 - 3_500);
  });

  it('sign with a new key and go on publishing the former, until told to forget it', async () => {
    const before = await desk.identity.mint({ person: 'ada' });
    await desk.control('keys/rotate', {});
    const after = await desk.identity.mint({ person: 'ada' });
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect((await desk.post(exchange(before))).status).toBe(200);
    await desk.control('keys/rotate', { forget: true });
    expect((await desk.post(exchange(before))).body.error_codes).toEqual([50013]);
  });
});

it('keeps its keys over a restart, readable by their owner alone', async () => {
  const kept = await mkdtemp(join(tmpdir(), 'ava-keys-'));
  const first = await startIdentity({ port: 0, folder: kept, redirectUris });
  const published = first.publishedKeys();
  await first.close();
  const second = await startIdentity({ port: first.port, folder: kept, redirectUris });
  expect(second.publishedKeys()).toEqual(published);
  await second.close();
  for (const file of ['identity-keys.json', 'certificate/key.pem']) {
    expect((await stat(join(kept, file))).mode & 0o077).toBe(0);
  }
  await rm(kept, { recursive: true });
});
