import { API_ID_URI, SPA_CLIENT_ID } from './index.ts';
import { openDesk, ORIGIN, redemption, type TestDesk } from './testDesk.ts';

let desk: TestDesk;

beforeAll(async () => {
  desk = await openDesk();
});

afterAll(() => desk.close());

const renewal = (token: unknown) => ({
  grant_type: 'refresh_token',
  client_id: SPA_CLIENT_ID,
  refresh_token: String(token),
});

describe('what the authorize endpoint refuses', () => {
  it('an address that is not registered, without going there', async () => {
    await expect(desk.signIn('ada', { change: { redirect_uri: 'http://localhost:3980/elsewhere' } })).rejects.toThrow(
      'AADSTS50011',
    );
  });

  it('an application that is not registered', async () => {
    const change = { client_id: '99999999-9999-4999-8999-999999999999' };
    await expect(desk.signIn('ada', { change })).rejects.toThrow('AADSTS700016');
  });

  it.each([
    ['a request without PKCE', { code_challenge: null, code_challenge_method: null }, 'AADSTS9002325'],
    ['a sign-in without a page when nobody is signed in', { prompt: 'none' }, 'End-User authentication is required'],
  ])('%s', async (_what, change: Record<string, string | null>, description) => {
    const { code, params } = await desk.signIn('ada', { change });
    expect(code).toBe('');
    expect(params.get('error_description')).toContain(description);
  });

  it.each([
    ['a resource nobody registered', 'api://unheard-of/read', 500011],
    ['two resources at once', `User.Read ${API_ID_URI}/access_as_user`, 70011],
  ])('%s', async (_what, scope, code) => {
    await expect(desk.signIn('ada', { change: { scope } })).rejects.toThrow(`AADSTS${code}`);
  });

  it('a person who presses Cancel', async () => {
    await desk.control('consent', { person: 'hugo', granted: false });
    const { params } = await desk.signIn('hugo', { consent: 'cancel' });
    await desk.control('consent', { person: 'hugo', granted: true });
    expect(params.get('error')).toBe('access_denied');
    expect(params.get('error_description')).toContain('AADSTS65004');
  });
});

describe('what the token endpoint refuses', () => {
  it.each([
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant', 501481],
    ['a verifier too short to be one', { code_verifier: 'short' }, 'invalid_grant', 501481],
    ['no verifier', { code_verifier: '' }, 'invalid_grant', 50148],
    ['another redirect address', { redirect_uri: `${ORIGIN}/auth-end.html` }, 'invalid_client', 500112],
    ['a made-up code', { code: 'made-up' }, 'invalid_grant', 70000],
    ['a missing code', { code: '' }, 'invalid_request', 900144],
    ['an unknown application', { client_id: '99999999-9999-4999-8999-999999999999' }, 'unauthorized_client', 700016],
    ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type', 70003],
  ])('%s', async (_what, change, error, code) => {
    const { status, body } = await desk.post({ ...redemption(await desk.signIn('ada')), ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error,
      error_codes: [code],
      error_description: expect.stringMatching(`^AADSTS${code}: `),
    });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['timestamp', 'trace_id', 'correlation_id', 'error_uri']));
  });

  it('a code that was used, and what it had given with it', async () => {
    const hand = await desk.signIn('ada');
    const { body } = await desk.post(redemption(hand));
    expect((await desk.post(redemption(hand))).body).toMatchObject({ error: 'invalid_grant', error_codes: [54005] });
    expect((await desk.post(renewal(body['refresh_token']))).body.error_codes).toEqual([50173]);
  });

  it('codes and refresh tokens that are over', async () => {
    const brief = await openDesk({ code: 1, refreshToken: 1 });
    try {
      const late = await brief.signIn('ada');
      const inTime = await brief.post(redemption(await brief.signIn('ada')));
      await new Promise((wake) => setTimeout(wake, 1_600));
      expect((await brief.post(redemption(late))).body.error_codes).toEqual([70008]);
      expect((await brief.post(renewal(inTime.body['refresh_token']))).body.error_codes).toEqual([700084]);
    } finally {
      await brief.close();
    }
  });

  it("a page's code that comes from no page, or from a page of another origin", async () => {
    const outside = await desk.post(redemption(await desk.signIn('ada')), { origin: '' });
    expect(outside.body.error_codes).toEqual([9002327]);
    const elsewhere = await desk.post(redemption(await desk.signIn('ada')), { origin: 'http://localhost:9999' });
    expect(elsewhere.body.error_codes).toEqual([9002326]);
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });
});
