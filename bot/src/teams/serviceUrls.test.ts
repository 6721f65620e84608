import { isServiceUrl } from './serviceUrls.ts';

const teams = ['https://smba.trafficmanager.net/', 'https://smba.infra.gov.teams.microsoft.us/teams'];
const sandbox = ['http://localhost:3984/teams/'];

it.each([
  'https://smba.trafficmanager.net/',
  'https://smba.trafficmanager.net',
  'https://smba.trafficmanager.net/emea/22222222-2222-4222-8222-222222222222/',
  'https://smba.infra.gov.teams.microsoft.us/teams',
  'https://smba.infra.gov.teams.microsoft.us/teams/',
  'https://smba.infra.gov.teams.microsoft.us/teams/v3/attachments/1/views/original',
])('accepts %s', (address) => {
  expect(isServiceUrl(address, teams)).toBe(true);
});

it.each([
  'https://smba.trafficmanager.net.evil.example/',
  'https://smba.trafficmanager.net@evil.example/',
  'https://evil.example@smba.trafficmanager.net/',
  'https://:@smba.trafficmanager.net/',
  'https://evil.example/https://smba.trafficmanager.net/',
  'https://smba.trafficmanager.net:8443/',
  'http://smba.trafficmanager.net/',
  'https://smba.trafficmanager.net\\@evil.example/',
  'https://smba.trafficmanager.net/\\evil.example/',
  'https:/smba.trafficmanager.net/',
  'https://smba.trafficmanager.net\t/',
  ' https://smba.trafficmanager.net/',
  'https://smba.trafficmanager.net/?to=evil.example',
  'https://smba.trafficmanager.net/#evil',
  'https://smba.infra.gov.teams.microsoft.us/teamsevil',
  'https://smba.infra.gov.teams.microsoft.us/teams/../evil',
  'https://smba.infra.gov.teams.microsoft.us/teams/%2e%2e/evil',
  'https://smba.infra.gov.teams.microsoft.us/',
  'ftp://smba.trafficmanager.net/',
  'smba.trafficmanager.net',
  '',
])('rejects %s', (address) => {
  expect(isServiceUrl(address, teams)).toBe(false);
});

it('accepts http on this machine only, and there only below the URL of the sandbox’s channel', () => {
  expect(isServiceUrl('http://localhost:3984/teams/', sandbox)).toBe(true);
  for (const path of ['teamsevil', 'teams%2f..%2fevil', ''])
    expect(isServiceUrl(`http://localhost:3984/${path}`, sandbox)).toBe(false);
  expect(isServiceUrl('http://localhost:3985/teams/', sandbox)).toBe(false);
  expect(isServiceUrl('http://ava.northwind.example/', ['http://ava.northwind.example/'])).toBe(false);
});

/** @proves threat:bot-sender */
it('accepts only this machine for a bot without a registration', () => {
  for (const address of ['http://127.0.0.1:56150/_connector', 'http://localhost:4000/', 'http://[::1]:4000/'])
    expect(isServiceUrl(address, 'this machine')).toBe(true);
  for (const address of [
    'https://smba.trafficmanager.net/',
    'http://localhost:@evil.example/',
    'http://localhost.evil.example:80/',
    'http://127.0.0.1.evil.example/',
    'http://0.0.0.0:4000/',
  ])
    expect(isServiceUrl(address, 'this machine')).toBe(false);
});
