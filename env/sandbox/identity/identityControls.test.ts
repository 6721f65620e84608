import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { startIdentity } from './identityServer.ts';
import { API_CLIENT_ID } from './registrations.ts';
import { onBehalfOfForm, startTestIdentity, redirectUris, type TestIdentity } from './testIdentity.ts';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});

afterAll(() => identity.close());

describe('the controls', () => {
  it('mint the token that Teams returns', async () => {
    const { body } = await identity.control('token', { person: 'ben' });
    expect(decodeJwt(String(body['token']))).toMatchObject({
      aud: API_CLIENT_ID,
      azp: '5e3ce6c0-2b1f-4285-8d4b-75ee78787346',
      scp: 'access_as_user',
      preferred_username: 'ben.okafor@northwind.example',
    });
  });

  it('reject an invalid request with the reason', async () => {
    expect(await identity.control('token', { person: 'nobody' })).toMatchObject({
      status: 400,
      body: { detail: 'There is no person "nobody" in the sandbox.' },
    });
    expect((await identity.control('token', { persn: 'ada' })).status).toBe(400);
    const withoutContentType = await fetch(`${identity.server.url}/_sandbox/token`, { method: 'POST', body: '{}' });
    expect(withoutContentType.status).toBe(400);
  });

  it('change the time at which tokens are minted', async () => {
    await identity.control('clock', { offsetSeconds: -7_200 });
    const { exp = 0 } = decodeJwt(await identity.server.mint({ person: 'ada' }));
    await identity.control('clock', { offsetSeconds: 0 });
    expect(exp).toBeLessThan(Date.now() / 1000 - 3_500);
  });

  it('rotate the key and publish the former one until it is withdrawn', async () => {
    const before = await identity.server.mint({ person: 'ada' });
    await identity.control('keys/rotate', {});
    const after = await identity.server.mint({ person: 'ada' });
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect((await identity.post(onBehalfOfForm(before))).status).toBe(200);
    await identity.control('keys/rotate', { forget: true });
    expect((await identity.post(onBehalfOfForm(before))).body.error_codes).toEqual([50013]);
  });
});

it('the server keeps its keys after a restart, in files that only their owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ava-keys-'));
  const first = await startIdentity({ port: 0, folder: folder, redirectUris });
  const published = first.getPublishedKeys();
  await first.close();
  const second = await startIdentity({ port: first.port, folder: folder, redirectUris });
  expect(second.getPublishedKeys()).toEqual(published);
  await second.close();
  for (const file of ['identity-keys.json', 'certificate/key.pem']) {
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0);
  }
  await rm(folder, { recursive: true });
});
