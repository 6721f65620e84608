import { callByName, makeExampleInput, personalCalls } from '#tests/harness/http/exampleCalls.ts';
import { encodeCall, send } from '#tests/harness/http/request.ts';
import { startApp, type TestApp, type TokenOptions } from '#tests/harness/app/startApp.ts';
import { createPersonData, readPersonData, type PersonData } from '#tests/harness/client/personData.ts';

let app: TestApp;
let adasData: PersonData;
let adaToken: string;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  adaToken = await app.getToken({ person: 'ada' });
  adasData = await createPersonData(app.as('ada'), 'Ada plans a picnic');
});
afterAll(() => app.close());

describe('a request without a valid sign-in', () => {
  const strangers: Record<string, TokenOptions> = {
    'of another tenant': { person: 'carl' },
    'of Ada, issued by another tenant': { person: 'ada', tenant: 'fabrikam' },
    'for another audience': { person: 'ada', audience: 'https://graph.microsoft.com' },
    'signed with a foreign key': { person: 'ada', key: 'foreign' },
    'that expired longer ago than clocks may differ': { person: 'ada', expiresIn: -400 },
    'of an application': { person: 'ada', kind: 'app', roles: ['AVA.Admin'] },
    'issued to an unknown client': { person: 'ada', azp: '99999999-9999-4999-8999-999999999999' },
    'without the scope': { person: 'ada', scp: 'User.Read' },
    'whose scope only begins alike': { person: 'ada', scp: 'access_as_user_too' },
  };

  const parts = (claims: object, header: object) =>
    [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');

  const headers: Record<string, (good: string) => Record<string, string>> = {
    'nothing at all': () => ({}),
    'an empty bearer': () => ({ authorization: 'Bearer ' }),
    'words instead of a token': () => ({ authorization: 'Bearer open.sesame.please' }),
    'a good token under another scheme': (good) => ({ authorization: `Basic ${good}` }),
    'a good token in headers of other names': (good) => ({
      'x-authorization': `Bearer ${good}`,
      'x-refresh-token': good,
    }),
    'a good token as a cookie': (good) => ({ cookie: `authorization=Bearer ${good}; token=${good}` }),
    'a token that says it needs no signature': (good) => {
      const claims = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString()) as object;
      return { authorization: `Bearer ${parts(claims, { alg: 'none', typ: 'JWT' })}.bm9uZQ` };
    },
    'a good token with other claims': (good) => {
      const [header, claims, signature] = good.split('.');
      const changed = {
        ...(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object),
        name: 'Dev Raman',
      };
      return {
        authorization: `Bearer ${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`,
      };
    },
  };

  async function expectRefused(bearing: (name: string) => Record<string, string>): Promise<void> {
    for (const [name, endpoint] of personalCalls) {
      const request = await encodeCall(endpoint, makeExampleInput(name, adasData));
      const reply = await send(app.url, { ...request, headers: { ...request.headers, ...bearing(name) } });
      expect({ name, status: reply.status, json: reply.json }).toMatchObject({
        name,
        status: 401,
        json: { code: 'not_signed_in' },
      });
      expect(reply.headers['www-authenticate']).toBe('Bearer');
    }
  }

  /** @proves threat:tokens */
  it.each(Object.entries(strangers))('is rejected by every call with a token %s', async (_, options) => {
    const before = await readPersonData(app.as('ada'), adasData);
    const token = await app.getToken(options);
    await expectRefused(() => ({ authorization: `Bearer ${token}` }));
    expect(await readPersonData(app.as('ada'), adasData)).toEqual(before);
  });

  /** @proves threat:tokens threat:token-elsewhere */
  it.each(Object.entries(headers))('is refused by every call with %s', async (_, bearing) => {
    await expectRefused(() => bearing(adaToken));
  });

  /** @proves threat:token-elsewhere */
  it('is rejected with a valid token in the URL', async () => {
    for (const [name, endpoint] of personalCalls) {
      const { path, ...request } = await encodeCall(endpoint, makeExampleInput(name, adasData));
      const joint = path.includes('?') ? '&' : '?';
      const reply = await send(app.url, {
        ...request,
        path: `${path}${joint}access_token=${adaToken}&token=${adaToken}`,
      });
      expect({ name, status: reply.status }).toEqual({ name, status: 401 });
    }
  });

  /** @proves threat:expired-token */
  it('is accepted with a token that expired within the clock tolerance', async () => {
    const token = await app.getToken({ person: 'ada', expiresIn: -200 });
    expect((await callByName(app, 'getSettings', {}, token)).status).toBe(200);
  });
});
