import { ConfidentialClientApplication, InteractionRequiredAuthError } from '@azure/msal-node';
import { decodeJwt } from 'jose';
import { NORTHWIND_TENANT_ID, personNamed } from '../people.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET } from './index.ts';
import { claimNames, exchange, openDesk, type TestDesk } from './testDesk.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

describe("AVA acts on Ada's behalf", () => {
  const teamsToken = (request = {}) => desk.identity.mint({ person: 'ada', ...request });

  it('gets a token for Graph that names Ada and AVA', async () => {
    const { status, body } = await desk.post(exchange(await teamsToken()));
    expect(status).toBe(200);
    const claims = decodeJwt(String(body['access_token']));
    expect(claims).toMatchObject({
      aud: 'https://graph.microsoft.com',
      azp: API_CLIENT_ID,
      scp: 'User.Read',
      oid: personNamed('ada').oid,
      ver: '2.0',
    });
    expect(claims).not.toHaveProperty('roles');
    expect(body['scope']).toBe('https://graph.microsoft.com/User.Read');
  });

  it('gets all that was agreed when it asks for .default', async () => {
    const { body } = await desk.post(exchange(await teamsToken(), { scope: 'https://graph.microsoft.com/.default' }));
    expect(decodeJwt(String(body['access_token']))['scp']).toBe(
      'User.Read User.ReadBasic.All People.Read Sites.Read.All Files.Read.All Files.ReadWrite.All GroupMember.Read.All',
    );
  });

  it.each([
    ['over', { expiresIn: -10 }, 500133],
    ['signed by a foreign key under our kid', { key: 'foreign' }, 50013],
    ['signed by a key nobody published', { key: 'unknown' }, 50013],
    ['meant for somebody else', { audience: 'https://graph.microsoft.com' }, 500131],
    ['of another tenant', { person: 'carl' }, 50013],
  ])('is refused with an assertion that is %s', async (_what, request, code) => {
    const { status, body } = await desk.post(exchange(await teamsToken(request)));
    expect([status, body['error'], body.error_codes]).toEqual([400, 'invalid_grant', [code]]);
  });

  it.each([
    ['an assertion that is no token', { assertion: 'nonsense' }, 400, 'invalid_grant', 50027],
    ['no assertion', { assertion: '' }, 400, 'invalid_request', 900144],
    ['a wrong secret', { client_secret: 'guessed' }, 401, 'invalid_client', 7000215],
    ['no secret', { client_secret: '' }, 401, 'invalid_client', 7000218],
    [
      'a permission that AVA never asked for',
      { scope: 'https://graph.microsoft.com/Mail.Send' },
      400,
      'invalid_grant',
      65001,
    ],
    ['a resource nobody registered', { scope: 'https://unheard-of.example/.default' }, 400, 'invalid_resource', 500011],
  ])('is refused with %s', async (_what, change, status, error, code) => {
    const answer = await desk.post(exchange(await teamsToken(), change));
    expect([answer.status, answer.body['error'], answer.body.error_codes]).toEqual([status, error, [code]]);
  });

  it('is refused without consent until the person accepts on the page', async () => {
    const greta = await desk.identity.mint({ person: 'greta' });
    await desk.control('consent', { person: 'greta', granted: false });
    expect((await desk.post(exchange(greta))).body).toMatchObject({
      error: 'invalid_grant',
      suberror: 'consent_required',
      error_codes: [65001],
    });
    await desk.signIn('greta', { change: { prompt: 'consent' }, consent: 'accept' });
    expect((await desk.post(exchange(greta))).status).toBe(200);
  });

  it('can lack one scope alone', async () => {
    await desk.control('consent', { person: 'farid', granted: false, scope: 'People.Read' });
    const farid = await desk.identity.mint({ person: 'farid' });
    expect((await desk.post(exchange(farid))).status).toBe(200);
    const people = await desk.post(exchange(farid, { scope: 'https://graph.microsoft.com/People.Read' }));
    expect(people.body.error_codes).toEqual([65001]);
  });
});

describe('through MSAL', () => {
  const application = () => {
    const { url, port } = desk.identity;
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

  it('AVA gets a token for Graph, and the second one from its cache', async () => {
    const client = application();
    const oboAssertion = await desk.identity.mint({ person: 'ben' });
    const first = await client.acquireTokenOnBehalfOf({ oboAssertion, scopes });
    expect(decodeJwt(first?.accessToken ?? '')).toMatchObject({ scp: 'User.Read People.Read', name: 'Ben Okafor' });
    expect(first?.account?.homeAccountId).toBe(`${personNamed('ben').oid}.${NORTHWIND_TENANT_ID}`);
    const second = await client.acquireTokenOnBehalfOf({ oboAssertion, scopes });
    expect([first?.fromCache, second?.fromCache]).toEqual([false, true]);
  });

  it('AVA learns that Cleo has to consent', async () => {
    await desk.control('consent', { person: 'cleo', granted: false });
    const oboAssertion = await desk.identity.mint({ person: 'cleo' });
    const refused = await application()
      .acquireTokenOnBehalfOf({ oboAssertion, scopes })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(InteractionRequiredAuthError);
    expect(refused).toMatchObject({ subError: 'consent_required', errorNo: 65001 });
  });

  it('AVA gets a token in its own name', async () => {
    const reply = await application().acquireTokenByClientCredential({
      scopes: ['https://graph.microsoft.com/.default'],
    });
    expect(decodeJwt(reply?.accessToken ?? '')['roles']).toEqual(['Sites.Selected']);
  });
});

describe('AVA in its own name', () => {
  const asked = { grant_type: 'client_credentials', client_id: API_CLIENT_ID, client_secret: API_CLIENT_SECRET };

  it('gets roles and nobody’s name', async () => {
    const { body } = await desk.post({ ...asked, scope: 'https://graph.microsoft.com/.default' });
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

  it('must ask for .default', async () => {
    expect((await desk.post({ ...asked, scope: 'https://graph.microsoft.com/User.Read' })).body.error_codes).toEqual([
      1002012,
    ]);
  });

  it('cannot act for a person with an application’s token', async () => {
    const { body } = await desk.post(exchange(await desk.identity.mint({ kind: 'app' })));
    expect(body['error']).toBe('invalid_request');
  });
});
