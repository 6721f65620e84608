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
} from '../../api/platform/environment.ts';
import { contradictions } from './envRules.ts';
import type { ServiceUrls } from './serviceUrls.ts';

/** Where Teams takes a bot's messages: the public cloud's, the United States government's and China's. */
const TEAMS_SERVICE_URLS = [
  'https://smba.trafficmanager.net/',
  'https://smba.infra.gcc.teams.microsoft.com/',
  'https://smba.infra.gov.teams.microsoft.us/',
  'https://smba.infra.dod.teams.microsoft.us/',
  'https://msgapi.teams.microsoftonline.cn/',
];

/** Where the files lie that people send to a bot: in their OneDrive. */
const FILE_HOSTS = ['.sharepoint.com', '.sharepoint.us', '.sharepoint.cn', '.svc.ms'];

const Shape = z.object({
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

/** Who the bot is to Teams; `null` only in the sandbox, where nothing is asked for. */
export interface BotRegistration {
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
  registration: BotRegistration | null;
  channel: {
    openIdMetadataUrl: string | undefined;
    loginUrl: string | undefined;
    tokenIssuer: string | undefined;
    serviceUrls: ServiceUrls;
  };
  fileHosts: readonly string[];
  /** Where the sandbox's identity gives a person's token to a channel that cannot sign anybody in. */
  sandboxTokenUrl: string | null;
}

/** Reads the bot's environment once. Throws `EnvironmentError` with the list of all that is wrong. */
export function readEnvironment(variables: Variables): BotEnvironment {
  const given = dropEmpty(variables);
  const parsed = Shape.safeParse(given);
  const shape = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const problems = [...shape, ...contradictions(given)];
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
