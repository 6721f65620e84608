import { API_ID_URI, SPA_CLIENT_ID } from './registrations.ts';
import { startTestIdentity, ORIGIN, redemptionForm, type TestIdentity } from './testIdentity.ts';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startTestIdentity();
});

afterAll(() => identity.close());

const renewalForm = (token: unknown) => ({
  grant_type: 'refresh_token',
  client_id: SPA_CLIENT_ID,
  refresh_token: String(token),
});

describe('the authorize endpoint rejects', () => {
  it('an unregistered redirect address without redirecting', async () => {
    await expect(
      identity.signIn('ada', { change: { redirect_uri: 'http://localhost:3980/elsewhere' } }),
    ).rejects.toThrow('AADSTS50011');
  });

  it('an unregistered application', async () => {
    const change = { client_id: '99999999-9999-4999-8999-999999999999' };
    await expect(identity.signIn('ada', { change })).rejects.toThrow('AADSTS700016');
  });

  it.each([
    ['a request without PKCE', { code_challenge: null, code_challenge_method: null }, 'AADSTS9002325'],
    ['a silent sign-in without a session', { prompt: 'none' }, 'End-User authentication is required'],
  ])('%s', async (_name, change: Record<string, string | null>, description) => {
    const { code, params } = await identity.signIn('ada', { change });
    expect(code).toBe('');
    expect(params.get('error_description')).toContain(description);
  });

  it.each([
    ['an unregistered resource', 'api://unknown/read', 500011],
    ['two resources at once', `User.Read ${API_ID_URI}/access_as_user`, 70011],
  ])('%s', async (_name, scope, code) => {
    await expect(identity.signIn('ada', { change: { scope } })).rejects.toThrow(`AADSTS${code}`);
  });

  it('a person who presses Cancel', async () => {
    await identity.control('consent', { person: 'hugo', granted: false });
    const { params } = await identity.signIn('hugo', { consent: 'cancel' });
    await identity.control('consent', { person: 'hugo', granted: true });
    expect(params.get('error')).toBe('access_denied');
    expect(params.get('error_description')).toContain('AADSTS65004');
  });
});

describe('the token endpoint rejects', () => {
  it.each([
    ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant', 501481],
    ['a verifier that is too short', { code_verifier: 'short' }, 'invalid_grant', 501481],
    ['no verifier', { code_verifier: '' }, 'invalid_grant', 50148],
    ['another redirect address', { redirect_uri: `${ORIGIN}/auth-end.html` }, 'invalid_client', 500112],
    ['a made-up code', { code: 'made-up' }, 'invalid_grant', 70000],
    ['a missing code', { code: '' }, 'invalid_request', 900144],
    ['an unknown application', { client_id: '99999999-9999-4999-8999-999999999999' }, 'unauthorized_client', 700016],
    ['an unknown grant', { grant_type: 'password' }, 'unsupported_grant_type', 70003],
  ])('%s', async (_name, change, error, code) => {
    const { status, body } = await identity.post({ ...redemptionForm(await identity.signIn('ada')), ...change });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error,
      error_codes: [code],
      error_description: expect.stringMatching(`^AADSTS${code}: `),
    });
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['timestamp', 'trace_id', 'correlation_id', 'error_uri']));
  });

  it('a used code, and the refresh token that was issued for it', async () => {
    const code = await identity.signIn('ada');
    const { body } = await identity.post(redemptionForm(code));
    expect((await identity.post(redemptionForm(code))).body).toMatchObject({
      error: 'invalid_grant',
      error_codes: [54005],
    });
    expect((await identity.post(renewalForm(body['refresh_token']))).body.error_codes).toEqual([50173]);
  });

  it('expired codes and refresh tokens', async () => {
    const shortLived = await startTestIdentity({ code: 1, refreshToken: 1 });
    try {
      const expiredCode = await shortLived.signIn('ada');
      const redeemed = await shortLived.post(redemptionForm(await shortLived.signIn('ada')));
      await new Promise((resolve) => setTimeout(resolve, 1_600));
      expect((await shortLived.post(redemptionForm(expiredCode))).body.error_codes).toEqual([70008]);
      const renewed = await shortLived.post(renewalForm(redeemed.body['refresh_token']));
      expect(renewed.body.error_codes).toEqual([700084]);
    } finally {
      await shortLived.close();
    }
  });

  it("a page's code without an origin, or from another origin", async () => {
    const outside = await identity.post(redemptionForm(await identity.signIn('ada')), { origin: '' });
    expect(outside.body.error_codes).toEqual([9002327]);
    const elsewhere = await identity.post(redemptionForm(await identity.signIn('ada')), {
      origin: 'http://localhost:9999',
    });
    expect(elsewhere.body.error_codes).toEqual([9002326]);
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });
});
