import { EnvironmentError, readEnvironment } from './env.ts';

const registered = {
  BOT_ID: '33333333-3333-4333-8333-333333333333',
  BOT_PASSWORD: 'not-a-secret',
  BOT_TENANT_ID: '22222222-2222-4222-8222-222222222222',
};

it('believes nobody in production without knowing who it is itself', () => {
  expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow(/BOT_ID is missing/);
  expect(readEnvironment({ NODE_ENV: 'production', ...registered }).registration?.id).toBe(registered.BOT_ID);
});

it.each(['0.0.0.0', '10.0.0.4', 'bot.northwind.example'])('does not listen at %s without a registration', (host) => {
  expect(() => readEnvironment({ BOT_HOST: host })).toThrow(/loopback/);
  expect(readEnvironment({ ...registered, BOT_HOST: host }).host).toBe(host);
});

it('speaks to this machine alone without a registration, and to Teams with one', () => {
  expect(readEnvironment({}).channel.serviceUrls).toEqual(['http://127.0.0.1:', 'http://localhost:']);
  expect(readEnvironment(registered).channel.serviceUrls).toContain('https://smba.trafficmanager.net/');
  expect(() => readEnvironment({ BOT_SERVICE_URLS: 'https://smba.trafficmanager.net/' })).toThrow(/loopback/);
});

it('refuses what belongs to the sandbox in production', () => {
  for (const variable of ['BOT_SERVICE_URLS', 'BOT_LOGIN_URL', 'BOT_OPENID_METADATA_URL'])
    expect(() =>
      readEnvironment({ NODE_ENV: 'production', ...registered, [variable]: 'http://127.0.0.1:3984/teams/' }),
    ).toThrow(variable);
  expect(() => readEnvironment({ ...registered, BOT_SANDBOX_TOKEN_URL: 'https://localhost:3981/x' })).toThrow(
    /without BOT_ID/,
  );
});

it('says all that is wrong at once', () => {
  const read = () => readEnvironment({ BOT_ID: 'me', API_URL: 'somewhere', LOG_LEVEL: 'loud' });
  expect(read).toThrow(EnvironmentError);
  for (const words of [/BOT_ID/, /API_URL/, /LOG_LEVEL/, /BOT_PASSWORD/, /BOT_TENANT_ID/]) expect(read).toThrow(words);
});
