import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { FABRIKAM_TENANT_ID, NORTHWIND_TENANT_ID, personNamed } from '../people.ts';
import { API_CLIENT_ID, API_ID_URI, SPA_CLIENT_ID, startIdentity } from './index.ts';
import { claimNames, openDesk, ORIGIN, redemption, redirectUris, type TestDesk } from './testDesk.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

describe('where things are', () => {
  it('describes itself at the addresses of Entra, per tenant', async () => {
    for (const tenant of [NORTHWIND_TENANT_ID, FABRIKAM_TENANT_ID]) {
      const reply = await fetch(`${desk.identity.url}/${tenant}/v2.0/.well-known/openid-configuration`);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(await reply.json()).toMatchObject({
        issuer: `${desk.identity.url}/${tenant}/v2.0`,
        authorization_endpoint: `${desk.identity.url}/${tenant}/oauth2/v2.0/authorize`,
        token_endpoint: `${desk.identity.url}/${tenant}/oauth2/v2.0/token`,
        jwks_uri: `${desk.identity.url}/${tenant}/discovery/v2.0/keys`,
      });
    }
  });

  it('does not know a tenant that nobody registered', async () => {
    const { status, body } = await desk.post({}, { tenant: '99999999-9999-4999-8999-999999999999' });
    expect([status, body.error_codes]).toEqual([400, [90002]]);
  });

  it('refuses to start in production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      const start = startIdentity({ port: 0, folder: desk.folder, redirectUris });
      await expect(start).rejects.toThrow('does not start in production');
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });
});

describe('Ada signs in from a page', () => {
  it('gets tokens that carry what Entra version 2 tokens carry, and nothing else', async () => {
    const hand = await desk.signIn('ada');
    expect(hand.params.get('state')).toBe('where-i-was');
    const { status, body, headers } = await desk.post(redemption(hand));
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: `${API_ID_URI}/access_as_user`, expires_in: 3600 });

    const keys = createRemoteJWKSet(new URL(`${desk.identity.url}/${NORTHWIND_TENANT_ID}/discovery/v2.0/keys`));
    const { payload, protectedHeader } = await jwtVerify(String(body['access_token']), keys, { algorithms: ['RS256'] });
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'RS256', kid: expect.any(String) });
    expect(payload).toMatchObject({
      iss: `${desk.identity.url}/${NORTHWIND_TENANT_ID}/v2.0`,
      aud: API_CLIENT_ID,
      azp: SPA_CLIENT_ID,
      oid: personNamed('ada').oid,
      tid: NORTHWIND_TENANT_ID,
      name: 'Ada Moreau',
      preferred_username: 'ada.moreau@northwind.example',
      scp: 'access_as_user',
      ver: '2.0',
    });
    expect(claimNames(payload)).toEqual([
      'aud',
      'azp',
      'exp',
      'iat',
      'iss',
      'name',
      'nbf',
      'oid',
      'preferred_username',
      'scp',
      'sub',
      'tid',
      'uti',
      'ver',
    ]);
    expect(decodeJwt(String(body['id_token']))).toMatchObject({
      aud: SPA_CLIENT_ID,
      nonce: 'said-once',
      oid: personNamed('ada').oid,
    });
    const info = JSON.parse(Buffer.from(String(body['client_info']), 'base64url').toString()) as object;
    expect(info).toEqual({ uid: personNamed('ada').oid, utid: NORTHWIND_TENANT_ID });
  });

  it('renews by refresh token, and both the new and the former one go on, as in Entra', async () => {
    const first = await desk.post(redemption(await desk.signIn('ada')));
    const renew = (token: unknown) =>
      desk.post({
        grant_type: 'refresh_token',
        client_id: SPA_CLIENT_ID,
        refresh_token: String(token),
        scope: `${API_ID_URI}/access_as_user openid profile offline_access`,
      });
    const second = await renew(first.body['refresh_token']);
    expect(second.status).toBe(200);
    expect(second.body['refresh_token']).not.toBe(first.body['refresh_token']);
    expect(decodeJwt(String(second.body['access_token']))['scp']).toBe('access_as_user');
    expect((await renew(first.body['refresh_token'])).status).toBe(200);
    expect((await renew(second.body['refresh_token'])).status).toBe(200);
    expect((await renew('made-up')).body).toMatchObject({ error: 'invalid_grant', error_codes: [9002313] });
  });

  it('may ask first, as browsers do, whether a page may redeem', async () => {
    const reply = await fetch(`${desk.identity.url}/${NORTHWIND_TENANT_ID}/oauth2/v2.0/token`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
  });

  it('is recognised at Graph too when the page asks for a scope of Graph', async () => {
    const { body } = await desk.post(
      redemption(await desk.signIn('ada', { change: { scope: 'User.Read openid profile' } })),
    );
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      aud: 'https://graph.microsoft.com',
      scp: 'User.Read',
    });
  });

  it('may sign in at Fabrikam only as somebody of Fabrikam', async () => {
    const hand = await desk.signIn('carl', { tenantId: FABRIKAM_TENANT_ID });
    const { body } = await desk.post(redemption(hand), { tenant: FABRIKAM_TENANT_ID });
    expect(decodeJwt(String(body['access_token']))['tid']).toBe(FABRIKAM_TENANT_ID);
    await expect(desk.signIn('ada', { tenantId: FABRIKAM_TENANT_ID })).rejects.toThrow('Nobody was picked');
  });

  it('tells an administrator by the role in the token', async () => {
    const { body } = await desk.post(redemption(await desk.signIn('dev')));
    expect(decodeJwt(String(body['access_token']))['roles']).toEqual(['AVA.Admin']);
  });
});
