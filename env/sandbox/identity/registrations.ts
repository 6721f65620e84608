/** What the sandbox's Entra knows of applications: the registrations of AVA, and which permissions they were given. */

export const API_CLIENT_ID = '33333333-3333-4333-8333-333333333333';
export const API_ID_URI = `api://localhost/${API_CLIENT_ID}`;
/** Named so that nobody mistakes it for one: every copy of the sandbox has this same value. */
export const API_CLIENT_SECRET = 'sandbox-secret-not-a-secret';
/** The public side of AVA's registration, for sign-in in a plain browser. */
export const SPA_CLIENT_ID = '44444444-4444-4444-8444-444444444444';
/** Teams on the web: the `azp` of the tokens that a Teams host hands to a tab. */
export const TEAMS_CLIENT_ID = '5e3ce6c0-2b1f-4285-8d4b-75ee78787346';
export const API_SCOPE = 'access_as_user';

export const GRAPH_RESOURCE = 'https://graph.microsoft.com';
/** Graph's own application id, which Entra also writes as an audience. */
export const GRAPH_APP_ID = '00000003-0000-0000-c000-000000000000';

/** What a bot shows its token to: the connector of every channel. */
export const BOT_FRAMEWORK_RESOURCE = 'https://api.botframework.com';

export type Resource = {
  /** How scopes and tokens name it. */
  id: string;
  aliases: string[];
  /** `aud` of its version 2 tokens. */
  audience: string;
  name: string;
  /** Delegated permissions AVA's registration asks for; Entra answers 65001 to any other. */
  scopes: string[];
  /** Application permissions, the `roles` of a token that AVA gets in its own name. */
  applicationRoles: string[];
};

export const resources: Resource[] = [
  {
    id: API_ID_URI,
    aliases: [`api://${API_CLIENT_ID}`, API_CLIENT_ID],
    audience: API_CLIENT_ID,
    name: 'AVA',
    scopes: [API_SCOPE],
    applicationRoles: [],
  },
  {
    id: GRAPH_RESOURCE,
    aliases: [GRAPH_APP_ID],
    audience: GRAPH_RESOURCE,
    name: 'Microsoft Graph',
    scopes: [
      'User.Read',
      'User.ReadBasic.All',
      'People.Read',
      'Sites.Read.All',
      'Files.Read.All',
      'Files.ReadWrite.All',
      'GroupMember.Read.All',
    ],
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

/** Finds a resource by its id or one of its aliases; a last slash does not matter. */
export function resourceNamed(id: string): Resource | undefined {
  const plain = id.replace(/\/$/, '').toLowerCase();
  return resources.find((each) => each.id.toLowerCase() === plain || each.aliases.includes(plain));
}
