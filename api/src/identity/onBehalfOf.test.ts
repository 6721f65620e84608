import { mock } from 'node:test';
import { ConfidentialClientApplication } from '@azure/msal-node';
import { decodeJwt } from 'jose';
import { NORTHWIND_TENANT_ID, getPerson } from '#sandbox/people.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET } from '#sandbox/identity/registrations.ts';
import { startTestIdentity, type TestIdentity } from '#sandbox/identity/testIdentity.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import type { Identity } from './identity.ts';
import { createOnBehalfOf } from './onBehalfOf.ts';

const acquire = mock.method(ConfidentialClientApplication.prototype, 'acquireTokenOnBehalfOf');
let server: TestIdentity;
let getGraphToken: Identity['getGraphToken'];
let getSetupProblem: Identity['getSetupProblem'];
const log = createRecordingLog();

beforeAll(async () => {
  server = await startTestIdentity();
  ({ getGraphToken, getSetupProblem } = createOnBehalfOf(
    {
      authorityHost: server.server.url,
      tenantId: NORTHWIND_TENANT_ID,
      clientId: API_CLIENT_ID,
      clientSecret: API_CLIENT_SECRET,
      appIdUri: `api://${API_CLIENT_ID}`,
      allowedClients: [],
      graphAudience: 'https://graph.microsoft.com',
    },
    log,
  ));
});
afterAll(() => server.close());

async function makePerson(name: string) {
  const { oid, tenantId, displayName, mail } = getPerson(name);
  const bearer = await server.server.mint({ person: name });
  return { id: oid, tenantId, name: displayName, email: mail, isAdministrator: false, bearer };
}

/** Everything that MSAL keeps, as it would write it to a file. */
const readCache = () => (acquire.mock.calls.at(-1)!.this as ConfidentialClientApplication).getTokenCache().serialize();

it('exchanges each token of a person once', async () => {
  const ada = await makePerson('ada');
  const first = await getGraphToken(ada);
  expect(await getGraphToken(ada)).toBe(first);
  expect(await getGraphToken({ ...ada, bearer: (await makePerson('ada')).bearer })).not.toBe(first);
});

it('gets another token with the claims of a challenge, and caches that token', async () => {
  const ada = await makePerson('ada');
  const first = await getGraphToken(ada);
  const claims = JSON.stringify({ access_token: { nbf: { essential: true, value: '1700000000' } } });
  const second = await getGraphToken(ada, 'files', claims);
  expect(second).not.toBe(first);
  expect(acquire.mock.calls.at(-1)?.arguments[0]).toMatchObject({ claims });
  expect(await getGraphToken(ada)).toBe(second);
});

it('gives each person a separate token', async () => {
  const people = [await makePerson('ada'), await makePerson('ben')];
  const tokens = await Promise.all(people.map((person) => getGraphToken(person)));
  expect(tokens.map((token) => decodeJwt(token)['oid'])).toEqual(people.map(({ id }) => id));
});

/** @proves threat:graph-token-cache */
it('gives a changed token nothing that was cached for the original', async () => {
  const ada = await makePerson('ada');
  await getGraphToken(ada);
  await expect(getGraphToken({ ...ada, bearer: `${ada.bearer}x` })).rejects.toMatchObject({ code: 'not_signed_in' });
});

it('asks Ada to sign in again if her token expired after it was verified', async () => {
  const bearer = await server.server.mint({ person: 'ada', expiresIn: -10 });
  const ada = { ...(await makePerson('ada')), bearer };
  await expect(getGraphToken(ada)).rejects.toMatchObject({ code: 'not_signed_in' });
});

/** @proves threat:graph-token-cache */
it('caches Graph tokens under a hash: the person’s token is not in the cache', async () => {
  const ada = await makePerson('ada');
  const token = await getGraphToken(ada);
  expect(readCache()).toContain(token);
  expect(readCache()).not.toContain(ada.bearer);
});

it.each([
  ['wrong', 'AADSTS7000215', 'ENTRA_CLIENT_SECRET is wrong'],
  ['expired', 'AADSTS7000222', 'ENTRA_CLIENT_SECRET has expired'],
])(
  'tells Ada and the administrator about a client secret that is %s, until it is mended',
  async (state, code, cause) => {
    await server.control('secret', { state });
    const error = await getGraphToken(await makePerson('ada')).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'setup_refused', detail: expect.stringContaining('tell your administrator') });
    expect(getSetupProblem()).toMatchObject({ code, cause: expect.stringContaining(cause) });
    const count = log.lines.length;
    expect(log.lines.at(-1)).toContain('microsoft entra refuses the registration');
    await expect(getGraphToken(await makePerson('ben'))).rejects.toMatchObject({ code: 'setup_refused' });
    expect(log.lines).toHaveLength(count);

    await server.control('secret', { state: 'valid' });
    await getGraphToken(await makePerson('ada'));
    expect(getSetupProblem()).toBeNull();
  },
);
