import { ConfidentialClientApplication, InteractionRequiredAuthError } from '@azure/msal-node';
import { decodeJwt } from 'jose';
import { NORTHWIND_TENANT_ID, getPerson } from '#sandbox/people.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET } from '#sandbox/identity/registrations.ts';
import { claimNames, onBehalfOfForm, startTestIdentity, type TestIdentity } from '#sandbox/identity/testIdentity.ts';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});

afterAll(() => identity.close());

describe('the on-behalf-of exchange', () => {
  const teamsToken = (request = {}) => identity.server.mint({ person: 'ada', ...request });

  it('returns a token for Graph with the ids of Ada and AVA', async () => {
    const { status, body } = await identity.post(onBehalfOfForm(await teamsToken()));
    expect(status).toBe(200);
    const claims = decodeJwt(String(body['access_token']));
    expect(claims).toMatchObject({
      aud: 'https://graph.microsoft.com',
      azp: API_CLIENT_ID,
      scp: 'User.Read',
      oid: getPerson('ada').oid,
      ver: '2.0',
    });
    expect(claims).not.toHaveProperty('roles');
    expect(body['scope']).toBe('https://graph.microsoft.com/User.Read');
  });

  it('returns all consented scopes for .default', async () => {
    const { body } = await identity.post(
      onBehalfOfForm(await teamsToken(), { scope: 'https://graph.microsoft.com/.default' }),
    );
    expect(decodeJwt(String(body['access_token']))['scp']).toBe(
      'User.Read User.ReadBasic.All People.Read Sites.Read.All Files.ReadWrite.All GroupMember.Read.All ' +
        'Mail.Read Mail.ReadWrite Chat.Read Calendars.Read OnlineMeetings.Read OnlineMeetingTranscript.Read.All',
    );
  });

  it.each([
    ['expired', { expiresIn: -10 }, 500133],
    ['signed by a foreign key with the published kid', { key: 'foreign' }, 50013],
    ['signed by an unpublished key', { key: 'unknown' }, 50013],
    ['for another audience', { audience: 'https://graph.microsoft.com' }, 500131],
    ['of another tenant', { person: 'carl' }, 50013],
  ])('rejects an assertion that is %s', async (_name, request, code) => {
    const { status, body } = await identity.post(onBehalfOfForm(await teamsToken(request)));
    expect([status, body['error'], body.error_codes]).toEqual([400, 'invalid_grant', [code]]);
  });

  it.each([
    ['an invalid assertion', { assertion: 'nonsense' }, 400, 'invalid_grant', 50027],
    ['no assertion', { assertion: '' }, 400, 'invalid_request', 900144],
    ['a wrong secret', { client_secret: 'guessed' }, 401, 'invalid_client', 7000215],
    ['no secret', { client_secret: '' }, 401, 'invalid_client', 7000218],
    [
      'a permission that AVA is not registered for',
      { scope: 'https://graph.microsoft.com/Mail.Send' },
      400,
      'invalid_grant',
      65001,
    ],
    ['an unregistered resource', { scope: 'https://unknown.example/.default' }, 400, 'invalid_resource', 500011],
  ])('rejects %s', async (_name, change, status, error, code) => {
    const reply = await identity.post(onBehalfOfForm(await teamsToken(), change));
    expect([reply.status, reply.body['error'], reply.body.error_codes]).toEqual([status, error, [code]]);
  });

  it('requires consent until the person accepts on the page', async () => {
    const greta = await identity.server.mint({ person: 'greta' });
    await identity.control('consent', { person: 'greta', granted: false });
    expect((await identity.post(onBehalfOfForm(greta))).body).toMatchObject({
      error: 'invalid_grant',
      suberror: 'consent_required',
      error_codes: [65001],
    });
    await identity.signIn('greta', { change: { prompt: 'consent' }, consent: 'accept' });
    expect((await identity.post(onBehalfOfForm(greta))).status).toBe(200);
  });

  it('requires consent for a single missing scope', async () => {
    await identity.control('consent', { person: 'farid', granted: false, scope: 'People.Read' });
    const farid = await identity.server.mint({ person: 'farid' });
    expect((await identity.post(onBehalfOfForm(farid))).status).toBe(200);
    const people = await identity.post(onBehalfOfForm(farid, { scope: 'https://graph.microsoft.com/People.Read' }));
    expect(people.body.error_codes).toEqual([65001]);
  });
});

describe('MSAL', () => {
  const application = () => {
    const { url, port } = identity.server;
    return new ConfidentialClientApplication({
      auth: {
        clientId: API_CLIENT_ID,
        clientSecret: API_CLIENT_SECRET,
        authority: `${url}/${NORTHWIND_TENANT_ID}`,
        knownAuthorities: [`localhost:${port}`],
      },
    });
  };
  const scopes = ['https://graph.microsoft.com/User.Read', 'https://graph.microsoft.com/People.Read'];

  it('returns a token for Graph, the second time from its cache', async () => {
    const client = application();
    const oboAssertion = await identity.server.mint({ person: 'ben' });
    const first = await client.acquireTokenOnBehalfOf({ oboAssertion, scopes });
    expect(decodeJwt(first?.accessToken ?? '')).toMatchObject({ scp: 'User.Read People.Read', name: 'Ben Okafor' });
    expect(first?.account?.homeAccountId).toBe(`${getPerson('ben').oid}.${NORTHWIND_TENANT_ID}`);
    const second = await client.acquireTokenOnBehalfOf({ oboAssertion, scopes });
    expect([first?.fromCache, second?.fromCache]).toEqual([false, true]);
  });

  it('reports that Cleo has to consent', async () => {
    await identity.control('consent', { person: 'cleo', granted: false });
    const oboAssertion = await identity.server.mint({ person: 'cleo' });
    const failure = await application()
      .acquireTokenOnBehalfOf({ oboAssertion, scopes })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(InteractionRequiredAuthError);
    expect(failure).toMatchObject({ subError: 'consent_required', errorNo: 65001 });
  });

  it('returns an application token', async () => {
    const reply = await application().acquireTokenByClientCredential({
      scopes: ['https://graph.microsoft.com/.default'],
    });
    expect(decodeJwt(reply?.accessToken ?? '')['roles']).toEqual(['Sites.Selected']);
  });
});

describe('client credentials', () => {
  const form = { grant_type: 'client_credentials', client_id: API_CLIENT_ID, client_secret: API_CLIENT_SECRET };

  it('return a token with roles and without a person', async () => {
    const { body } = await identity.post({ ...form, scope: 'https://graph.microsoft.com/.default' });
    const claims = decodeJwt(String(body['access_token']));
    expect(claims).toMatchObject({ aud: 'https://graph.microsoft.com', roles: ['Sites.Selected'], azp: API_CLIENT_ID });
    expect(claimNames(claims)).toEqual([
      'aud',
      'azp',
      'exp',
      'iat',
      'iss',
      'nbf',
      'oid',
      'roles',
      'sub',
      'tid',
      'uti',
      'ver',
    ]);
  });

  it('require .default', async () => {
    expect((await identity.post({ ...form, scope: 'https://graph.microsoft.com/User.Read' })).body.error_codes).toEqual(
      [1002012],
    );
  });

  it('cannot be exchanged on behalf of a person', async () => {
    const { body } = await identity.post(onBehalfOfForm(await identity.server.mint({ kind: 'app' })));
    expect(body['error']).toBe('invalid_request');
  });
});
