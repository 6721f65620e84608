import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { fillPlaceholders } from '../../appPackage/package.ts';

/**
 * AVA's app package and registration with the sandbox's values, as provisioning fills them. Identity and the Teams host
 * use these files and no copy of them, so what is wrong in them fails here as it fails in Teams.
 */

export const API_CLIENT_ID = '33333333-3333-4333-8333-333333333333';

const values = {
  APP_NAME_SUFFIX: 'sandbox',
  COMPANY_NAME: 'Northwind Studio',
  COMPANY_WEBSITE: 'https://www.northwind.example',
  TEAMS_APP_ID: API_CLIENT_ID,
  AAD_APP_CLIENT_ID: API_CLIENT_ID,
  AAD_APP_OBJECT_ID: '55555555-5555-4555-8555-555555555555',
  AAD_APP_ACCESS_AS_USER_PERMISSION_ID: '66666666-6666-4666-8666-666666666666',
  BOT_ID: API_CLIENT_ID,
  TAB_DOMAIN: 'localhost',
  TAB_ENDPOINT: 'https://localhost',
};

const AadManifest = z.object({
  identifierUris: z.tuple([z.string()]),
  api: z.object({ preAuthorizedApplications: z.array(z.object({ appId: z.guid() })) }),
  requiredResourceAccess: z.array(
    z.object({ resourceAppId: z.string(), resourceAccess: z.array(z.object({ id: z.string() })) }),
  ),
});

const AppManifest = z.object({
  bots: z.tuple([z.object({ botId: z.string() })]),
  webApplicationInfo: z.object({ id: z.string(), resource: z.string() }),
});

/** AVA's registration in Entra. */
export interface Registration {
  /** Application ID URI. */
  identifierUri: string;
  preAuthorizedClientIds: string[];
  /** Delegated permissions for Microsoft Graph. */
  graphScopes: string[];
}

/** The fields of an installed app package by which Teams signs people in. */
export interface InstalledApp {
  botId: string;
  /** `webApplicationInfo.resource`. */
  resource: string;
}

export function readRegistration(): Registration {
  const { identifierUris, api, requiredResourceAccess } = AadManifest.parse(readFilled('infra/aad.manifest.json'));
  const graph = requiredResourceAccess.find(({ resourceAppId }) => resourceAppId === 'Microsoft Graph');
  return {
    identifierUri: identifierUris[0],
    preAuthorizedClientIds: api.preAuthorizedApplications.map(({ appId }) => appId),
    graphScopes: graph?.resourceAccess.map(({ id }) => id) ?? [],
  };
}

export function readInstalledApp(): InstalledApp {
  const { bots, webApplicationInfo } = AppManifest.parse(readFilled('appPackage/manifest.json'));
  return { botId: bots[0].botId, resource: webApplicationInfo.resource };
}

function readFilled(path: string): unknown {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  return JSON.parse(fillPlaceholders(readFileSync(file, 'utf8'), values));
}
