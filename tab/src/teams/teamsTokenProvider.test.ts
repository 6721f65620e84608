import { createTeamsTokenProvider } from './teamsTokenProvider.ts';

const getAuthToken = jest.fn((_request?: { claims?: string[]; silent?: boolean }) => Promise.resolve('a token'));
jest.mock('./teamsSdk.ts', () => ({
  authentication: { getAuthToken: (request?: object) => getAuthToken(request) },
}));

const context = { tenantId: 't', personId: 'p', isPhone: false, loginHint: 'ada@northwind.example', subPageId: null };
const environment = { authority: '', clientId: 'c', scope: 's' } as Parameters<typeof createTeamsTokenProvider>[1];

beforeEach(() => getAuthToken.mockClear());

const getIssuedAfter = () => {
  const [claims = '{}'] = getAuthToken.mock.lastCall?.[0]?.claims ?? [];
  return (JSON.parse(claims) as { access_token?: { nbf?: { value: string } } }).access_token?.nbf?.value;
};

it('takes the token that Teams has cached', async () => {
  await expect(createTeamsTokenProvider(context, environment).getToken()).resolves.toBe('a token');
  expect(getAuthToken).toHaveBeenCalledWith(undefined);
});

it('asks for a fresh token with a claim that no cached token fulfills, without a prompt', async () => {
  const now = Math.floor(Date.now() / 1_000);
  await createTeamsTokenProvider(context, environment).getToken({ fresh: true });
  expect(getAuthToken.mock.lastCall?.[0]?.silent).toBe(true);
  expect(Number(getIssuedAfter())).toBeGreaterThanOrEqual(now);
});

it('signing in gets a fresh token, and Teams may ask the person for it', async () => {
  await createTeamsTokenProvider(context, environment).signIn();
  expect(getAuthToken.mock.lastCall?.[0]?.silent).toBe(false);
  expect(getIssuedAfter()).toBeDefined();
});
