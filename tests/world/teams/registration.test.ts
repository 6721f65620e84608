import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { fillPlaceholders } from '#appPackage/package.ts';
import { HOST_APPLICATIONS, HOST_CLIENT_IDS, HOST_PAGES } from '#contract/microsoft365.ts';
import { API_CLIENT_ID, API_ID_URI, PREAUTHORIZED_CLIENT_IDS } from '#sandbox/identity/registrations.ts';
import { readInstalledApp, readRegistration } from '#sandbox/provisioning.ts';
import { isBotResource, isTabResource, toTabReason } from '#sandbox/teams/appResource.ts';

/**
 * Teams, Entra, the API and the bot each compare a part of these files. If they differ, each fails at another time with
 * another symptom.
 * Sources: https://learn.microsoft.com/microsoftteams/platform/tabs/how-to/authentication/tab-sso-register-aad ("Application ID
 * URI for app with multiple capabilities") and https://microsoft.github.io/teams-sdk/teams/user-authentication/troubleshooting-sso
 */

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const values = {
  APP_NAME_SUFFIX: 'dev',
  COMPANY_NAME: 'Northwind Studio',
  COMPANY_WEBSITE: 'https://www.northwind.example',
  TEAMS_APP_ID: '11111111-1111-4111-8111-111111111111',
  AAD_APP_CLIENT_ID: '22222222-2222-4222-8222-222222222222',
  AAD_APP_OBJECT_ID: '33333333-3333-4333-8333-333333333333',
  AAD_APP_ACCESS_AS_USER_PERMISSION_ID: '44444444-4444-4444-8444-444444444444',
  AAD_APP_TENANT_ID: '55555555-5555-4555-8555-555555555555',
  AAD_APP_OAUTH_AUTHORITY_HOST: 'https://login.microsoftonline.com',
  SECRET_AAD_APP_CLIENT_SECRET: 'not a secret',
  BOT_ID: '66666666-6666-4666-8666-666666666666',
  BOT_ENDPOINT: 'https://bot.northwind.example',
  TAB_DOMAIN: 'ava.northwind.example',
  TAB_ENDPOINT: 'https://ava.northwind.example',
};
const APP_ID_URI = `api://${values.TAB_DOMAIN}/botid-${values.BOT_ID}`;

interface Manifest {
  bots: { botId: string }[];
  webApplicationInfo: { id: string; resource: string };
  validDomains: string[];
}
interface Registration {
  appId: string;
  identifierUris: string[];
  api: {
    oauth2PermissionScopes: { id: string; value: string }[];
    preAuthorizedApplications: { appId: string; delegatedPermissionIds: string[] }[];
  };
}
const manifest = JSON.parse(fillPlaceholders(read('appPackage/manifest.json'), values)) as Manifest;
const registration = JSON.parse(fillPlaceholders(read('infra/aad.manifest.json'), values)) as Registration;

describe('the app package, the registration and the environment', () => {
  /** @proves threat:one-application */
  it('have one Application ID URI, with the bot’s id in lower case', () => {
    expect(manifest.webApplicationInfo.resource).toBe(APP_ID_URI);
    expect(registration.identifierUris).toEqual([APP_ID_URI]);
    expect(fillPlaceholders(read('teamsapp.local.yml'), values)).toContain(`ENTRA_APP_ID_URI: ${APP_ID_URI}\n`);
    expect(read('infra/api.bicep')).toContain("{ name: 'ENTRA_APP_ID_URI', value: 'api://${host}/botid-${botId}' }");
    expect(read('env/.env.sample')).toContain('such as api://ava.example.com/botid-BOT-ID');
  });

  it('have one client id and one bot', () => {
    expect(manifest.webApplicationInfo.id).toBe(registration.appId);
    expect(manifest.bots.map(({ botId }) => botId)).toEqual([values.BOT_ID]);
    const main = read('infra/main.bicep');
    expect(main).toContain('botId: entraClientId\n');
    expect(main).toContain('output BOT_ID string = entraClientId\n');
    expect(read('infra/bot.bicep')).toContain("{ name: 'BOT_ID', value: entraClientId }");
    expect(read('infra/api.bicep')).toContain("{ name: 'BOT_ID', value: botId }");
    const local = read('teamsapp.local.yml');
    expect(local).toContain('::set-teamsfx-env BOT_ID=${{AAD_APP_CLIENT_ID}}');
    for (const line of ['botId: ${{BOT_ID}}', 'BOT_ID: ${{BOT_ID}}', 'ENTRA_CLIENT_ID: ${{AAD_APP_CLIENT_ID}}'])
      expect(local).toContain(`${line}\n`);
  });

  it('use only variables of env/.env.sample for the API and the bot', () => {
    const known = Object.keys(parseEnv(read('env/.env.sample')));
    const local = [...read('teamsapp.local.yml').matchAll(/^ {8}([A-Z_]+): \$\{\{/gm)].map(([, name]) => name!);
    const azure = [...read('infra/api.bicep').matchAll(/name: '((?:ENTRA|BOT|PUBLIC)_[A-Z_]+)'/g)].map(
      ([, name]) => name!,
    );
    expect([...local, ...azure].filter((name) => !known.includes(name))).toEqual([]);
    expect(local.length).toBeGreaterThan(5);
  });

  it('name only domains whose pages AVA opens: sign-in is a page of the tab, not of token.botframework.com', () => {
    expect(manifest.validDomains).toEqual([values.TAB_DOMAIN]);
    expect(read('bot/src/auth/tokenExchange.ts')).toContain("const CONNECTION_NAME = 'ava'");
  });

  /** @proves threat:known-clients */
  it('offer one scope, and pre-authorize for it the clients that the API accepts', () => {
    const { oauth2PermissionScopes: scopes, preAuthorizedApplications: clients } = registration.api;
    expect(scopes.map(({ value }) => value)).toEqual(['access_as_user']);
    expect(clients.map(({ appId }) => appId)).toEqual(HOST_CLIENT_IDS);
    for (const { delegatedPermissionIds } of clients) expect(delegatedPermissionIds).toEqual([scopes[0]!.id]);
  });
});

describe('the hosts of AVA', () => {
  /** @proves threat:known-clients */
  it.each([
    ['Teams', 'https://teams.microsoft.com', '5e3ce6c0-2b1f-4285-8d4b-75ee78787346'],
    ['Outlook', 'https://outlook.office365.com', '27922004-5251-4030-b22d-91ecd9a37ea4'],
    ['Microsoft 365', 'https://*.microsoft365.com', '4765445b-32c6-49b0-83e6-1d93765276ca'],
    ['Word, Excel and PowerPoint', 'https://*.cloud.microsoft', '3068386c-7a16-4f6a-a664-043b6b232816'],
  ])('include %s, with pages that frame the tab and clients that get a token', (name, page, client) => {
    const host = HOST_APPLICATIONS.find((application) => application.name === name)!;
    expect(host.pages).toContain(page);
    expect(host.clients.map(({ id }) => id)).toContain(client);
    expect(HOST_PAGES).toEqual(expect.arrayContaining([...host.pages]));
    // Microsoft is moving all hosts to this domain.
    expect(host.pages).toContain('https://*.cloud.microsoft');
  });
});

describe('the sandbox', () => {
  it('signs people in with the app package and the registration of this repository', () => {
    expect(readInstalledApp()).toEqual({ botId: API_CLIENT_ID, resource: `api://localhost/botid-${API_CLIENT_ID}` });
    expect(readRegistration().identifierUri).toBe(readInstalledApp().resource);
    expect(API_ID_URI).toBe(readInstalledApp().resource);
    expect(PREAUTHORIZED_CLIENT_IDS).toEqual(HOST_CLIENT_IDS);
  });

  it.each([
    ['the client id, as for an app without a bot', `api://localhost/${API_CLIENT_ID}`, false, true],
    ['upper-case letters', `api://localhost/BotId-${API_CLIENT_ID}`, false, true],
    ['another bot', `api://localhost/botid-${values.BOT_ID}`, false, true],
    ['no domain', `api://botid-${API_CLIENT_ID}`, true, false],
    ['another domain', `api://ava.northwind.example/botid-${API_CLIENT_ID}`, true, false],
    ['the right parts', `api://localhost/botid-${API_CLIENT_ID}`, true, true],
  ])('treats a resource with %s as Teams does', (_, resource, isForBot, isForTab) => {
    const app = { botId: API_CLIENT_ID, resource };
    expect(isBotResource(app)).toBe(isForBot);
    expect(isTabResource(app, 'http://localhost:3980')).toBe(isForTab);
  });

  it('gives the tab Teams’ reasons for Entra’s errors', () => {
    expect(toTabReason('AADSTS500011: The resource principal named api://x was not found')).toBe('resourceDisabled');
    expect(toTabReason('AADSTS65001: The user or administrator has not consented')).toBe('resourceRequiresConsent');
    expect(toTabReason('AADSTS50196')).toBe('FailedToGetToken');
  });
});
