import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { eventually } from '#tests/harness/eventually.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { CLOCK_TOLERANCE_S, createTokenVerifier } from './tokenVerifier.ts';

const TENANT = '11111111-1111-4111-8111-111111111111';
const CLIENT = '22222222-2222-4222-8222-222222222222';
const TEAMS = '33333333-3333-4333-8333-333333333333';
const ADA = '44444444-4444-4444-8444-444444444444';
const HOUR_S = 3_600;

const servers: Server[] = [];
const verifiers: { close(): void }[] = [];
afterEach(async () => {
  for (const verifier of verifiers.splice(0)) verifier.close();
  for (const server of servers.splice(0)) await stop(server);
});

async function createKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}
type Key = Awaited<ReturnType<typeof createKey>>;

/** Starts a server of signing keys that counts its requests. */
async function startKeyService(jwks: JWK[]) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: jwks }));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests: () => requests, stop: () => stop(server) };
}

function stop(server: Server): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

function createVerifier(authorityHost: string) {
  const log = createRecordingLog();
  const verifier = createTokenVerifier(
    {
      authorityHost,
      tenantId: TENANT,
      clientId: CLIENT,
      clientSecret: '',
      appIdUri: `api://ava/${CLIENT}`,
      allowedClients: [TEAMS],
      graphAudience: '',
    },
    log,
  );
  verifiers.push(verifier);
  return { verify: (token: string) => verifier.verifyToken(token), log };
}

function sign(authorityHost: string, key: Key, claims: object = {}, issuedAt = Math.floor(Date.now() / 1_000)) {
  const all = { oid: ADA, tid: TENANT, ver: '2.0', scp: 'access_as_user', azp: TEAMS, name: 'Ada', ...claims };
  return new SignJWT(all)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .setIssuer(`${authorityHost}/${TENANT}/v2.0`)
    .setAudience(CLIENT)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + HOUR_S)
    .sign(key.privateKey);
}

describe('signing keys', () => {
  /** @proves threat:signing-keys */
  it('reload for an unknown key id at most once a minute', async () => {
    const [known, unknown] = await Promise.all([createKey('known'), createKey('unknown')]);
    const service = await startKeyService([known.jwk]);
    const { verify } = createVerifier(service.url);
    await verify(await sign(service.url, known));

    for (let count = 0; count < 20; count += 1)
      await expect(verify(await sign(service.url, unknown))).rejects.toMatchObject({ code: 'not_signed_in' });
    expect(service.requests()).toBeLessThanOrEqual(2);
  });

  /** @proves threat:signing-keys */
  it('remain valid while the key service is down', async () => {
    const key = await createKey('known');
    const service = await startKeyService([key.jwk]);
    const { verify } = createVerifier(service.url);
    await verify(await sign(service.url, key));
    await service.stop();

    expect(await verify(await sign(service.url, key))).toMatchObject({ id: ADA, tenantId: TENANT });
  });
});

it('a token that was verified is refused as soon as it expires', async () => {
  const key = await createKey('known');
  const service = await startKeyService([key.jwk]);
  const { verify } = createVerifier(service.url);
  const almostExpired = Math.floor(Date.now() / 1_000) - HOUR_S - CLOCK_TOLERANCE_S + 2;
  const token = await sign(service.url, key, {}, almostExpired);
  expect(await verify(token)).toMatchObject({ id: ADA, bearer: token });
  expect(await verify(token)).toMatchObject({ id: ADA, bearer: token });
  await eventually(() => expect(verify(token)).rejects.toMatchObject({ code: 'not_signed_in' }), { everyMs: 100 });
});

describe('the administrator flag of a token', () => {
  /** @proves threat:administrator-role */
  it.each<[string, object, boolean]>([
    ['the role AVA.Admin', { roles: ['AVA.Admin'] }, true],
    ['no role', {}, false],
    ['the role in other letters', { roles: ['ava.admin'] }, false],
    ['a longer role', { roles: ['AVA.Administrator', 'AVA.Admin '] }, false],
    ['the role as a scope', { scp: 'access_as_user AVA.Admin' }, false],
    ['the role as a group', { groups: ['AVA.Admin'], wids: ['AVA.Admin'] }, false],
    ['claims that say so', { isAdministrator: true, admin: true }, false],
  ])('with %s', async (_, claims, isAdministrator) => {
    const key = await createKey('known');
    const service = await startKeyService([key.jwk]);
    const { verify } = createVerifier(service.url);
    expect(await verify(await sign(service.url, key, claims))).toMatchObject({ isAdministrator });
  });
});

describe('a verifier whose clock is ten minutes off', () => {
  /** @proves threat:wrong-clock */
  it('refuses tokens that seem to come from the future, and says why in the log', async () => {
    const key = await createKey('known');
    const service = await startKeyService([key.jwk]);
    const { verify, log } = createVerifier(service.url);
    const inTenMinutes = Math.floor(Date.now() / 1_000) + 600;

    await expect(verify(await sign(service.url, key, {}, inTenMinutes))).rejects.toMatchObject({
      code: 'not_signed_in',
    });
    expect(JSON.stringify(log.lines)).toContain('token is not valid yet; check the clock of this machine');
  });

  /** @proves threat:wrong-clock */
  it('accepts tokens that are still valid', async () => {
    const key = await createKey('known');
    const service = await startKeyService([key.jwk]);
    const { verify } = createVerifier(service.url);
    const tenMinutesAgo = Math.floor(Date.now() / 1_000) - 600;
    expect(await verify(await sign(service.url, key, {}, tenMinutesAgo))).toMatchObject({ id: ADA });
  });
});
