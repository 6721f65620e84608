import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { FABRIKAM_TENANT_ID, NORTHWIND_TENANT_ID, getPerson } from '#sandbox/people.ts';
import { startIdentity } from './identityServer.ts';
import { API_CLIENT_ID, API_ID_URI, SPA_CLIENT_ID } from './registrations.ts';
import {
  claimNames,
  startTestIdentity,
  ORIGIN,
  redemptionForm,
  redirectUris,
  type TestIdentity,
} from './testIdentity.ts';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});

afterAll(() => identity.close());

describe('the endpoints', () => {
  it('are published at the addresses of Entra for each tenant', async () => {
    for (const tenant of [NORTHWIND_TENANT_ID, FABRIKAM_TENANT_ID]) {
      const reply = await fetch(`${identity.server.url}/${tenant}/v2.0/.well-known/openid-configuration`);
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
      expect(await reply.json()).toMatchObject({
        issuer: `${identity.server.url}/${tenant}/v2.0`,
        authorization_endpoint: `${identity.server.url}/${tenant}/oauth2/v2.0/authorize`,
        token_endpoint: `${identity.server.url}/${tenant}/oauth2/v2.0/token`,
        jwks_uri: `${identity.server.url}/${tenant}/discovery/v2.0/keys`,
      });
    }
  });

  it('reject an unknown tenant', async () => {
    const { status, body } = await identity.post({}, { tenant: '99999999-9999-4999-8999-999999999999' });
    expect([status, body.error_codes]).toEqual([400, [90002]]);
  });

  it('do not start in production', async () => {
    const nodeEnv = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      const start = startIdentity({ port: 0, folder: identity.folder, redirectUris });
      await expect(start).rejects.toThrow('does not start in production');
    } finally {
      process.env['NODE_ENV'] = nodeEnv;
    }
  });
});

describe('a sign-in from a page', () => {
  it('returns tokens with the claims of Entra version 2, and no others', async () => {
    const code = await identity.signIn('ada');
    expect(code.params.get('state')).toBe('test-state');
    const { status, body, headers } = await identity.post(redemptionForm(code));
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: `${API_ID_URI}/access_as_user`, expires_in: 3600 });

    const keys = createRemoteJWKSet(new URL(`${identity.server.url}/${NORTHWIND_TENANT_ID}/discovery/v2.0/keys`));
    const { payload, protectedHeader } = await jwtVerify(String(body['access_token']), keys, { algorithms: ['RS256'] });
    expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'RS256', kid: expect.any(String) });
    expect(payload).toMatchObject({
      iss: `${identity.server.url}/${NORTHWIND_TENANT_ID}/v2.0`,
      aud: API_CLIENT_ID,
      azp: SPA_CLIENT_ID,
      oid: getPerson('ada').oid,
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
      nonce: 'test-nonce',
      oid: getPerson('ada').oid,
    });
    const info = JSON.parse(Buffer.from(String(body['client_info']), 'base64url').toString()) as object;
    expect(info).toEqual({ uid: getPerson('ada').oid, utid: NORTHWIND_TENANT_ID });
  });

  it('is renewed with a refresh token, which stays valid after its use, as in Entra', async () => {
    const first = await identity.post(redemptionForm(await identity.signIn('ada')));
    const renew = (token: unknown) =>
      identity.post({
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

  it('is allowed by a CORS preflight', async () => {
    const reply = await fetch(`${identity.server.url}/${NORTHWIND_TENANT_ID}/oauth2/v2.0/token`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, ORIGIN]);
  });

  it('returns a token for Graph if the page requests a scope of Graph', async () => {
    const { body } = await identity.post(
      redemptionForm(await identity.signIn('ada', { change: { scope: 'User.Read openid profile' } })),
    );
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      aud: 'https://graph.microsoft.com',
      scp: 'User.Read',
    });
  });

  it('at Fabrikam is possible only for a person of Fabrikam', async () => {
    const code = await identity.signIn('carl', { tenantId: FABRIKAM_TENANT_ID });
    const { body } = await identity.post(redemptionForm(code), { tenant: FABRIKAM_TENANT_ID });
    expect(decodeJwt(String(body['access_token']))['tid']).toBe(FABRIKAM_TENANT_ID);
    await expect(identity.signIn('ada', { tenantId: FABRIKAM_TENANT_ID })).rejects.toThrow('No account selected');
  });

  it('returns an administrator’s role in the token', async () => {
    const { body } = await identity.post(redemptionForm(await identity.signIn('dev')));
    expect(decodeJwt(String(body['access_token']))['roles']).toEqual(['AVA.Admin']);
  });
});
