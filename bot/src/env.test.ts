import { EnvironmentError } from '#platform/environment.ts';
import { readEnvironment } from './env.ts';

const registration = {
  BOT_ID: '33333333-3333-4333-8333-333333333333',
  BOT_PASSWORD: 'not-a-secret',
  BOT_TENANT_ID: '22222222-2222-4222-8222-222222222222',
};
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://ava.northwind.example', ...registration };

/** @proves threat:unregistered-bot */
it('requires a registration in production', () => {
  expect(() => readEnvironment({ NODE_ENV: 'production' })).toThrow(/BOT_ID is missing/);
  expect(readEnvironment(production).registration?.id).toBe(registration.BOT_ID);
});

/** @proves threat:https */
it.each([
  ['http://ava.northwind.example', /PUBLIC_URL must be https in production/],
  ['', /PUBLIC_URL is missing; production needs the https address/],
])('does not start in production with PUBLIC_URL=%s', (address, sentence) => {
  expect(() => readEnvironment({ ...production, PUBLIC_URL: address })).toThrow(sentence);
});

it.each(['0.0.0.0', '::', '10.0.0.4', 'bot.northwind.example', 'localhost.evil.example'])(
  'does not listen on %s without a registration',
  (host) => {
    expect(() => readEnvironment({ BOT_HOST: host })).toThrow(/BOT_HOST must be loopback/);
    expect(readEnvironment({ ...registration, BOT_HOST: host }).host).toBe(host);
  },
);

it.each(['127.0.0.1', '127.0.0.5', 'localhost', '::1', '[::1]'])('listens on %s without a registration', (host) => {
  expect(readEnvironment({ BOT_HOST: host }).host).toBe(host.replace(/[[\]]/g, ''));
});

it.each(['\\\\.\\pipe\\bot', '/run/bot.sock'])('does not listen on the pipe %s without a registration', (pipe) => {
  expect(() => readEnvironment({ BOT_PORT: pipe })).toThrow(/BOT_PORT must be a number/);
  expect(readEnvironment({ ...registration, BOT_PORT: pipe }).port).toBe(pipe);
});

it('refuses a port above 65535', () => {
  expect(() => readEnvironment({ BOT_PORT: '65536' })).toThrow(/BOT_PORT/);
});

it('connects only to this machine if it has no registration, and to Teams if it has one', () => {
  expect(readEnvironment({}).channel.serviceUrls).toBe('this machine');
  expect(readEnvironment(registration).channel.serviceUrls).toContain('https://smba.trafficmanager.net/');
  for (const address of ['https://smba.trafficmanager.net/', 'http://localhost:@evil.example/', 'http://0.0.0.0:4000/'])
    expect(() => readEnvironment({ BOT_SERVICE_URLS: address })).toThrow(/BOT_SERVICE_URLS must be/);
  expect(readEnvironment({ BOT_SERVICE_URLS: 'http://[::1]:4000/' }).channel.serviceUrls).toHaveLength(1);
});

it.each([
  ['API_URL', 'http://api.northwind.example'],
  ['API_URL', 'http://0.0.0.0:3980'],
  ['BOT_OPENID_METADATA_URL', 'http://keys.northwind.example/v1/.well-known/openidconfiguration'],
  ['BOT_LOGIN_URL', 'http://login.northwind.example/tenant'],
  ['BOT_TOKEN_ISSUER', 'http://api.botframework.us'],
  ['BOT_SERVICE_URLS', 'http://smba.northwind.example/'],
  ['BOT_SERVICE_URLS', 'https://smba.trafficmanager.net@evil.example/'],
  ['BOT_SERVICE_URLS', 'smba.trafficmanager.net'],
  ['BOT_FILE_HOSTS', '.'],
  ['BOT_FILE_HOSTS', 'https://northwind-my.sharepoint.com/'],
])('refuses %s=%s', (variable, value) => {
  const problems = getProblems({ ...registration, [variable]: value });
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^ {2}- ${variable}`))]);
});

it('allows http to the API on this machine, and https anywhere', () => {
  for (const apiUrl of ['http://127.0.0.1:3980', 'http://[::1]:3980', 'http://localhost:3980', 'https://ava.example'])
    expect(readEnvironment({ ...registration, API_URL: apiUrl }).apiUrl).toBe(apiUrl);
});

it.each(['localhost:3984', '127.0.0.1:3984', '127.8.8.8', '[::1]:3984', '0.0.0.0'])(
  'refuses addresses of the sandbox in production: %s',
  (host) => {
    for (const variable of [
      'BOT_SERVICE_URLS',
      'BOT_LOGIN_URL',
      'BOT_OPENID_METADATA_URL',
      'BOT_TOKEN_ISSUER',
      'BOT_SANDBOX_TOKEN_URL',
    ])
      expect(() => readEnvironment({ ...production, [variable]: `https://${host}/teams/` })).toThrow(
        new RegExp(`${variable}.*production`),
      );
  },
);

it('refuses file hosts and token servers of the sandbox in production', () => {
  expect(() => readEnvironment({ ...production, BOT_FILE_HOSTS: '.sharepoint.com, localhost' })).toThrow(
    /BOT_FILE_HOSTS names the sandbox/,
  );
  expect(() => readEnvironment({ ...registration, BOT_SANDBOX_TOKEN_URL: 'https://localhost:3981/x' })).toThrow(
    /without BOT_ID/,
  );
  expect(() => readEnvironment({ BOT_SANDBOX_TOKEN_URL: 'https://identity.northwind.example/x' })).toThrow(/loopback/);
});

it('accepts the addresses of a sovereign cloud', () => {
  const sovereign = {
    BOT_OPENID_METADATA_URL: 'https://login.botframework.azure.us/v1/.well-known/openidconfiguration',
    BOT_LOGIN_URL: 'https://login.microsoftonline.us/botframework.com',
    BOT_TOKEN_ISSUER: 'https://api.botframework.us',
    BOT_SERVICE_URLS: 'https://smba.infra.gov.teams.microsoft.us/teams/',
    BOT_FILE_HOSTS: '.sharepoint.us',
  };
  expect(readEnvironment({ ...production, ...sovereign }).channel.tokenIssuer).toBe(sovereign.BOT_TOKEN_ISSUER);
});

it('reports all problems at once', () => {
  const read = () => readEnvironment({ BOT_ID: 'me', API_URL: 'somewhere', LOG_LEVEL: 'loud' });
  expect(read).toThrow(EnvironmentError);
  for (const variable of [/BOT_ID/, /API_URL/, /LOG_LEVEL/, /BOT_PASSWORD/, /BOT_TENANT_ID/])
    expect(read).toThrow(variable);
});

function getProblems(variables: Record<string, string>): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1);
  }
}
