import { z } from 'zod';

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

const name = z.string().trim().min(1);
const withoutLastSlash = (value: string) => value.trim().replace(/\/+$/, '');
const origin = z.url({ protocol: /^https?$/ }).transform(withoutLastSlash);
const list = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ''));

const Shape = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  // Azure App Service may name a pipe here; it is passed on as it is.
  BOT_PORT: name.default('3978'),
  BOT_HOST: name.default('127.0.0.1'),
  API_URL: origin.default('http://127.0.0.1:3980'),
  PUBLIC_URL: origin.default('http://localhost:3980'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TEAMS_APP_ID: z.guid().optional(),
  BOT_ID: z.guid().optional(),
  BOT_PASSWORD: name.optional(),
  BOT_TENANT_ID: z.guid().optional(),
  BOT_OPENID_METADATA_URL: z.url().optional(),
  BOT_LOGIN_URL: z.url().optional(),
  BOT_TOKEN_ISSUER: name.optional(),
  BOT_SERVICE_URLS: list.optional(),
  BOT_FILE_HOSTS: list.optional(),
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
    /** What the address of the channel must begin with. */
    serviceUrls: readonly string[];
  };
  fileHosts: readonly string[];
  /** Where the sandbox's identity gives a person's token to a channel that cannot sign anybody in. */
  sandboxTokenUrl: string | null;
}

/** Everything that is wrong with the environment at once, a line each. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';

  constructor(problems: readonly string[]) {
    super(`The bot's environment is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads the bot's environment once. Throws `EnvironmentError` with the list of all that is wrong. */
export function readEnvironment(variables: Record<string, string | undefined>): BotEnvironment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = Shape.safeParse(given);
  const shape = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const problems = [...shape, ...contradictions(given)];
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems);
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
      serviceUrls: env.BOT_SERVICE_URLS ?? (id === undefined ? LOOPBACK_URLS : TEAMS_SERVICE_URLS),
    },
    fileHosts: env.BOT_FILE_HOSTS ?? FILE_HOSTS,
    sandboxTokenUrl: env.BOT_SANDBOX_TOKEN_URL ?? null,
  };
}

/** A bot that nobody has to prove anything to speaks with this machine alone. */
const LOOPBACK_URLS = ['http://127.0.0.1:', 'http://localhost:'];
const isLoopback = (host: string) => ['127.0.0.1', '::1', 'localhost'].includes(host);

function contradictions(given: Record<string, string | undefined>): string[] {
  const problems: string[] = [];
  const production = given['NODE_ENV'] === 'production';
  if (given['BOT_ID']) {
    for (const variable of ['BOT_PASSWORD', 'BOT_TENANT_ID'])
      if (!given[variable]) problems.push(`${variable} is missing; a bot with BOT_ID needs it`);
    if (given['BOT_SANDBOX_TOKEN_URL']) problems.push('BOT_SANDBOX_TOKEN_URL is for a bot without BOT_ID');
  } else {
    if (production) problems.push('BOT_ID is missing; without it the bot would believe anybody');
    if (!isLoopback(given['BOT_HOST'] ?? '127.0.0.1')) problems.push('BOT_HOST must be loopback without BOT_ID');
    const urls = (given['BOT_SERVICE_URLS'] ?? '').split(',').filter((url) => url.trim() !== '');
    if (urls.some((url) => !URL.canParse(url) || !isLoopback(new URL(url).hostname)))
      problems.push('BOT_SERVICE_URLS must be loopback without BOT_ID');
  }
  if (production) {
    for (const variable of ['BOT_SERVICE_URLS', 'BOT_LOGIN_URL', 'BOT_OPENID_METADATA_URL', 'BOT_FILE_HOSTS'])
      if (/localhost|127\.0\.0\.1/.test(given[variable] ?? ''))
        problems.push(`${variable} names the sandbox; it must not in production`);
  }
  return problems;
}
