import { z } from 'zod';
import {
  commaSeparated,
  dropEmpty,
  EnvironmentError,
  httpOrigin,
  logLevel,
  nodeEnvironment,
  nonEmptyText,
  port,
  type Variables,
} from '#platform/environment.ts';
import type { ServiceUrls } from './teams/serviceUrls.ts';
import { findContradictions } from './envContradictions.ts';

/** Connectors of Teams: public cloud, United States government, China. */
const TEAMS_SERVICE_URLS = [
  'https://smba.trafficmanager.net/',
  'https://smba.infra.gcc.teams.microsoft.com/',
  'https://smba.infra.gov.teams.microsoft.us/',
  'https://smba.infra.dod.teams.microsoft.us/',
  'https://msgapi.teams.microsoftonline.cn/',
];

/** Hosts of OneDrive, where Teams stores the files that people send to a bot. */
const FILE_HOSTS = ['.sharepoint.com', '.sharepoint.us', '.sharepoint.cn', '.svc.ms'];

const EnvironmentVariables = z.object({
  NODE_ENV: nodeEnvironment,
  BOT_PORT: port.default('3978'),
  BOT_HOST: nonEmptyText.transform((host) => host.replace(/^\[(.*)\]$/, '$1')).default('127.0.0.1'),
  API_URL: httpOrigin.default('http://127.0.0.1:3980'),
  PUBLIC_URL: httpOrigin.default('http://localhost:3980'),
  LOG_LEVEL: logLevel,
  TEAMS_APP_ID: z.guid().optional(),
  BOT_ID: z.guid().optional(),
  BOT_PASSWORD: nonEmptyText.optional(),
  BOT_TENANT_ID: z.guid().optional(),
  BOT_OPENID_METADATA_URL: z.url().optional(),
  BOT_LOGIN_URL: z.url().optional(),
  BOT_TOKEN_ISSUER: z.url({ protocol: /^https$/ }).optional(),
  BOT_SERVICE_URLS: commaSeparated.optional(),
  BOT_FILE_HOSTS: commaSeparated.optional(),
  BOT_SANDBOX_TOKEN_URL: z.url().optional(),
});

/** The bot's registration in Entra. */
interface BotRegistration {
  id: string;
  password: string;
  tenantId: string;
}

export interface BotEnvironment {
  port: string;
  host: string;
  apiUrl: string;
  publicUrl: string;
  teamsAppId: string | null;
  logLevel: string;
  /** `null` in the sandbox's playground only; then requests are not authenticated. */
  registration: BotRegistration | null;
  channel: {
    openIdMetadataUrl: string | undefined;
    loginUrl: string | undefined;
    tokenIssuer: string | undefined;
    serviceUrls: ServiceUrls;
  };
  fileHosts: readonly string[];
  /** URL of the sandbox's identity server, which gives the playground a person's token. */
  sandboxTokenUrl: string | null;
}

/** Throws `EnvironmentError` with a list of all problems. */
export function readEnvironment(variables: Variables): BotEnvironment {
  const defined = dropEmpty(variables);
  const parsed = EnvironmentVariables.safeParse(defined);
  const issues = parsed.success ? [] : parsed.error.issues;
  const problems = [
    ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    ...findContradictions(defined),
  ];
  if (!parsed.success || problems.length > 0)
    throw new EnvironmentError("The bot's environment is not complete", problems);
  const env = parsed.data;
  const { BOT_ID: id, BOT_PASSWORD: password = '', BOT_TENANT_ID: tenantId = '' } = env;
  return {
    port: env.BOT_PORT,
    host: env.BOT_HOST,
    apiUrl: env.API_URL,
    publicUrl: env.PUBLIC_URL,
    teamsAppId: env.TEAMS_APP_ID ?? null,
    logLevel: env.LOG_LEVEL,
    registration: id === undefined ? null : { id, password, tenantId },
    channel: {
      openIdMetadataUrl: env.BOT_OPENID_METADATA_URL,
      loginUrl: env.BOT_LOGIN_URL,
      tokenIssuer: env.BOT_TOKEN_ISSUER,
      serviceUrls: env.BOT_SERVICE_URLS ?? (id === undefined ? 'this machine' : TEAMS_SERVICE_URLS),
    },
    fileHosts: env.BOT_FILE_HOSTS ?? FILE_HOSTS,
    sandboxTokenUrl: env.BOT_SANDBOX_TOKEN_URL ?? null,
  };
}
