import { API_CLIENT_ID, readRegistration } from '#sandbox/provisioning.ts';

/** AVA's registrations in the sandbox's Entra, with their permissions. */

export { API_CLIENT_ID };
const registration = readRegistration();
export const API_ID_URI = registration.identifierUri;
/** Ids of the clients that get AVA's token without asking the person. */
export const PREAUTHORIZED_CLIENT_IDS = registration.preAuthorizedClientIds;
/** Not a real secret: it has the same value in every copy of the sandbox. */
export const API_CLIENT_SECRET = 'sandbox-secret-not-a-secret';
/** AVA's public client, for sign-in in a plain browser. */
export const SPA_CLIENT_ID = '44444444-4444-4444-8444-444444444444';
/** Teams on the web: the `azp` of the tokens that a Teams host gives to a tab. */
export const TEAMS_CLIENT_ID = '5e3ce6c0-2b1f-4285-8d4b-75ee78787346';
export const API_SCOPE = 'access_as_user';

export const GRAPH_RESOURCE = 'https://graph.microsoft.com';
/** Graph's application id, which Entra also uses as an audience. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000';

/** The audience of a bot's tokens for the connector of a channel. */
export const BOT_FRAMEWORK_RESOURCE = 'https://api.botframework.com';

export type Resource = {
  /** The resource's id in scopes. */
  id: string;
  aliases: string[];
  /** `aud` of version 2 tokens for the resource. */
  audience: string;
  name: string;
  /** Delegated permissions that AVA is registered for; Entra rejects others with 65001. */
  scopes: string[];
  /** Application permissions: the `roles` of AVA's application tokens. */
  applicationRoles: string[];
};

/** Its id is the Application ID URI, which a control can change. */
export const apiResource: Resource = {
  id: API_ID_URI,
  aliases: [API_CLIENT_ID],
  audience: API_CLIENT_ID,
  name: 'AVA',
  scopes: [API_SCOPE],
  applicationRoles: [],
};

export const resources: Resource[] = [
  apiResource,
  {
    id: GRAPH_RESOURCE,
    aliases: [GRAPH_APP_ID],
    audience: GRAPH_RESOURCE,
    name: 'Microsoft Graph',
    scopes: registration.graphScopes,
    applicationRoles: ['Sites.Selected'],
  },
  {
    id: BOT_FRAMEWORK_RESOURCE,
    aliases: [],
    audience: BOT_FRAMEWORK_RESOURCE,
    name: 'Bot Framework',
    scopes: [],
    applicationRoles: [],
  },
];

/** Finds a resource by its id or one of its aliases, with or without a trailing slash. */
export function findResource(id: string): Resource | undefined {
  const normalizedId = id.replace(/\/$/, '').toLowerCase();
  return resources.find(
    (resource) => resource.id.toLowerCase() === normalizedId || resource.aliases.includes(normalizedId),
  );
}
