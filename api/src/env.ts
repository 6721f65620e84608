import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { isSafeToSend, isThisMachine } from '../contract/hosts.ts';
import { BYTES_PER_PERSON, RUNS_PER_PERSON, TOKENS_PER_PERSON } from '../contract/limits.ts';
import { Organization } from '../contract/organization.ts';
import { ModelsFile } from './models/catalogue.ts';
import type { ModelOptions } from './models/models.ts';

/** Clients that ask for AVA's token on behalf of a person inside Microsoft 365: Teams desktop and mobile, Teams web,
 * Microsoft 365 web and desktop, Outlook desktop and web. */
const TEAMS_CLIENTS = [
  '1fec8e78-bce4-4aaf-ab1b-5451cc387264',
  '5e3ce6c0-2b1f-4285-8d4b-75ee78787346',
  '4765445b-32c6-49b0-83e6-1d93765276ca',
  '0ec893e0-5785-4de6-99da-4ed124e5296c',
  'd3590ed6-52b3-4102-aeff-aad2292ab01c',
  'bc59ab01-8403-45c6-8796-ac3ef710b3e3',
];

const MAX_PORT = 65_535;

const text = z.string().trim();
const name = text.min(1);
const withoutLastSlash = (value: string) => value.trim().replace(/(?<!\/)\/+$/, '');
const origin = z.url({ protocol: /^https?$/ }).transform(withoutLastSlash);
const list = text.transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const Shape = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  // Azure App Service may name a pipe here; it is passed on as it is.
  PORT: name
    .refine((port) => !/^\d+$/.test(port) || Number(port) <= MAX_PORT, `a port is at most ${MAX_PORT}`)
    .default('3980'),
  HOST: name.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: name.default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ENTRA_TENANT_ID: z.guid(),
  ENTRA_CLIENT_ID: z.guid(),
  ENTRA_CLIENT_SECRET: name,
  ENTRA_APP_ID_URI: z.url({ protocol: /^api$/, hostname: /.*/ }),
  ENTRA_SPA_CLIENT_ID: z.guid().optional(),
  BOT_ID: z.guid().optional(),
  ENTRA_AUTHORITY_HOST: origin.default('https://login.microsoftonline.com'),
  ENTRA_ALLOWED_CLIENTS: list.optional(),
  GRAPH_BASE_URL: origin.default('https://graph.microsoft.com'),
  OPENAI_BASE_URL: origin.optional(),
  OPENAI_API_KEY: name.optional(),
  AZURE_OPENAI_ENDPOINT: origin.optional(),
  AZURE_OPENAI_API_KEY: name.optional(),
  AZURE_OPENAI_API_VERSION: name.optional(),
  MODELS_FILE: name.optional(),
  EMBEDDING_MODEL: name.optional(),
  ORGANIZATION_FILE: name,
  TAB_HOST_ORIGINS: list.default([]),
  RUNS_PER_PERSON: z.coerce.number().int().min(1).max(10_000).default(RUNS_PER_PERSON),
  TOKENS_PER_PERSON: z.coerce.number().int().min(1).default(TOKENS_PER_PERSON),
  BYTES_PER_PERSON: z.coerce.number().int().min(1).default(BYTES_PER_PERSON),
});

export interface Environment {
  production: boolean;
  port: string;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  logLevel: string;
  entra: {
    tenantId: string;
    clientId: string;
    clientSecret: string;
    appIdUri: string;
    spaClientId: string;
    authorityHost: string;
    allowedClients: string[];
  };
  /** AVA's bot in Teams; the other face of AVA's own registration unless it has one of its own. */
  botId: string;
  graphBaseUrl: string;
  model: ModelOptions;
  organization: Organization;
  tabHostOrigins: string[];
  runsPerPerson: number;
  tokensPerPerson: number;
  bytesPerPerson: number;
}

/** Everything that is wrong with the environment at once, a line each. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The environment is not complete:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads the environment once. Throws `EnvironmentError` with the list of all that is wrong. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = Shape.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemOf(issue, given));
  const model = readModel(given, problems);
  const organization = readFileAs(given['ORGANIZATION_FILE'], 'ORGANIZATION_FILE', Organization, problems);
  if (given['NODE_ENV'] === 'production') {
    if (given['TAB_HOST_ORIGINS']) problems.push('TAB_HOST_ORIGINS is for the sandbox only; remove it in production');
    for (const variable of ['ENTRA_AUTHORITY_HOST', 'GRAPH_BASE_URL']) {
      const address = given[variable] ?? '';
      if (!URL.canParse(address)) continue;
      if (isThisMachine(new URL(address).hostname))
        problems.push(`${variable} names the sandbox; it must not in production`);
      else if (!isSafeToSend(address)) problems.push(`${variable} must be https; people's tokens go there`);
    }
  }
  if (!parsed.success || problems.length > 0 || !model || !organization) throw new EnvironmentError(problems);
  const env = parsed.data;
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    entra: {
      tenantId: env.ENTRA_TENANT_ID,
      clientId: env.ENTRA_CLIENT_ID,
      clientSecret: env.ENTRA_CLIENT_SECRET,
      appIdUri: env.ENTRA_APP_ID_URI,
      spaClientId: env.ENTRA_SPA_CLIENT_ID ?? env.ENTRA_CLIENT_ID,
      authorityHost: env.ENTRA_AUTHORITY_HOST,
      allowedClients: env.ENTRA_ALLOWED_CLIENTS ?? [
        ...TEAMS_CLIENTS,
        env.ENTRA_CLIENT_ID,
        env.ENTRA_SPA_CLIENT_ID ?? env.ENTRA_CLIENT_ID,
      ],
    },
    botId: env.BOT_ID ?? env.ENTRA_CLIENT_ID,
    graphBaseUrl: env.GRAPH_BASE_URL,
    model: { ...model, embeddingModel: env.EMBEDDING_MODEL },
    organization,
    tabHostOrigins: env.TAB_HOST_ORIGINS,
    runsPerPerson: env.RUNS_PER_PERSON,
    tokensPerPerson: env.TOKENS_PER_PERSON,
    bytesPerPerson: env.BYTES_PER_PERSON,
  };
}

function problemOf(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const variable = String(issue.path[0] ?? '');
  return given[variable] === undefined ? `${variable} is missing` : `${variable} is not right: ${issue.message}`;
}

/** Azure needs MODELS_FILE: it names its deployments to nobody who only has a key. */
function readModel(given: Record<string, string | undefined>, problems: string[]): ModelOptions | null {
  const azure = ['AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_API_VERSION'] as const;
  const file = given['MODELS_FILE'] ? readFileAs(given['MODELS_FILE'], 'MODELS_FILE', ModelsFile, problems) : null;
  if (azure.some((variable) => given[variable])) {
    const missing = [...azure, 'MODELS_FILE' as const].filter((variable) => !given[variable]);
    problems.push(...missing.map((variable) => `${variable} is missing; Azure OpenAI needs it`));
    const [endpoint = '', apiKey = '', apiVersion = ''] = azure.map((variable) => given[variable]);
    return { kind: 'azure', endpoint: withoutLastSlash(endpoint), apiKey, apiVersion, file };
  }
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = given;
  if (!baseUrl) problems.push('OPENAI_BASE_URL is missing (or AZURE_OPENAI_ENDPOINT): AVA needs a model server');
  if (!apiKey) problems.push('OPENAI_API_KEY is missing (or AZURE_OPENAI_API_KEY): AVA needs a model server');
  return baseUrl && apiKey ? { kind: 'openai', baseUrl: withoutLastSlash(baseUrl), apiKey, file } : null;
}

function readFileAs<T extends z.ZodType>(
  path: string | undefined,
  variable: string,
  schema: T,
  problems: string[],
): z.output<T> | null {
  if (path === undefined) return null;
  if (!existsSync(path)) {
    problems.push(`${variable} names a file that is not there: ${path}`);
    return null;
  }
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const words = error instanceof z.ZodError ? z.prettifyError(error).replaceAll('\n', ' ') : 'it is not valid JSON';
    problems.push(`${variable} cannot be used: ${words}`);
    return null;
  }
}
