import { z } from 'zod';
import { BYTES_PER_PERSON, RUNS_PER_PERSON, TOKENS_PER_PERSON, UPLOAD_BYTES_PER_PERSON } from '#contract/limits.ts';
import { HOST_CLIENT_IDS, toBotResourceName } from '#contract/microsoft365.ts';
import { DEFAULT_LANGUAGE, findLanguageProblems } from './extract/ocr/languages.ts';
import { findContradictions } from './envContradictions.ts';
import { readJsonFile, readOrganizationFile, type OrganizationFile } from './organization/organizationFile.ts';
import {
  commaSeparated,
  dropEmpty,
  EnvironmentError,
  httpOrigin,
  logLevel,
  nodeEnvironment,
  nonEmptyText,
  port,
  withoutLastSlash,
  type Variables,
} from '#platform/environment.ts';
import { McpFile, readMcpServers, type McpServerOptions } from './mcp/mcpFile.ts';
import { ModelsFile } from './models/modelCatalog.ts';
import type { ModelOptions } from './models/models.ts';
import type { RerankerOptions } from './models/reranker.ts';

/**
 * The connection string as Azure shows it, or one with the address of the container's account and a shared access
 * signature.
 */
const CONNECTION_STRING = /^(?=.*\b(AccountName|BlobEndpoint)=)(?=.*\b(AccountKey|SharedAccessSignature)=)/;
/** Names that Azure accepts for a container: https://learn.microsoft.com/rest/api/storageservices/naming-and-referencing-containers--blobs--and-metadata */
const CONTAINER = /^(?!.*--)[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

const EnvironmentVariables = z.object({
  NODE_ENV: nodeEnvironment,
  PORT: port.default('3980'),
  HOST: nonEmptyText.default('127.0.0.1'),
  PUBLIC_URL: httpOrigin.optional(),
  DATA_DIR: nonEmptyText.default('./.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  AZURE_STORAGE_CONNECTION_STRING: z.string().regex(CONNECTION_STRING, 'it names no storage account').optional(),
  AZURE_STORAGE_CONTAINER: z.string().regex(CONTAINER, 'it must be the name of a container').default('ava'),
  LOG_LEVEL: logLevel,
  ENTRA_TENANT_ID: z.guid(),
  ENTRA_CLIENT_ID: z.guid(),
  ENTRA_CLIENT_SECRET: nonEmptyText,
  ENTRA_APP_ID_URI: z.url({ protocol: /^api$/, hostname: /.*/ }),
  ENTRA_SPA_CLIENT_ID: z.guid().optional(),
  BOT_ID: z.guid().optional(),
  ENTRA_AUTHORITY_HOST: httpOrigin.default('https://login.microsoftonline.com'),
  ENTRA_ALLOWED_CLIENTS: commaSeparated.optional(),
  GRAPH_BASE_URL: httpOrigin.default('https://graph.microsoft.com'),
  OPENAI_BASE_URL: httpOrigin.optional(),
  OPENAI_API_KEY: nonEmptyText.optional(),
  AZURE_OPENAI_ENDPOINT: httpOrigin.optional(),
  AZURE_OPENAI_API_KEY: nonEmptyText.optional(),
  AZURE_OPENAI_API_VERSION: nonEmptyText.optional(),
  MODELS_FILE: nonEmptyText.optional(),
  EMBEDDING_MODEL: nonEmptyText.optional(),
  EMBEDDING_WEIGHT: z.coerce.number().min(0).max(1).default(0),
  RERANK_URL: z.url({ protocol: /^https?$/ }).optional(),
  RERANK_API_KEY: nonEmptyText.optional(),
  RERANK_MODEL: nonEmptyText.optional(),
  MCP_FILE: nonEmptyText.optional(),
  ORGANIZATION_FILE: nonEmptyText,
  TAB_HOST_ORIGINS: commaSeparated.default([]),
  RUNS_PER_PERSON: z.coerce.number().int().min(1).max(10_000).default(RUNS_PER_PERSON),
  TOKENS_PER_PERSON: z.coerce.number().int().min(1).default(TOKENS_PER_PERSON),
  BYTES_PER_PERSON: z.coerce.number().int().min(1).default(BYTES_PER_PERSON),
  OCR_LANGUAGES: commaSeparated.default([DEFAULT_LANGUAGE]),
  UPLOAD_BYTES_PER_PERSON: z.coerce.number().int().min(1).default(UPLOAD_BYTES_PER_PERSON),
  PASSAGE_TOKENS: z.coerce.number().int().min(1_000).max(1_000_000).default(24_000),
});

export interface Environment {
  production: boolean;
  port: string;
  host: string;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Where uploaded files are stored; in the data folder if null. */
  azureBlobs: { connectionString: string; container: string } | null;
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
  /** App id of the bot in Teams; AVA's own registration unless the bot has a separate one. */
  botId: string;
  graphBaseUrl: string;
  model: ModelOptions;
  embeddingWeight: number;
  /** Without it, the order of the search is final. */
  reranker: RerankerOptions | null;
  mcpServers: McpServerOptions[];
  organizationPath: string;
  organizationFile: OrganizationFile;
  tabHostOrigins: string[];
  runsPerPerson: number;
  tokensPerPerson: number;
  bytesPerPerson: number;
  uploadBytesPerPerson: number;
  passageTokens: number;
  /** Languages of OCR, by tesseract's names. */
  ocrLanguages: readonly string[];
}

/** Reads the environment. Throws `EnvironmentError` with all problems at once. */
export function readEnvironment(variables: Variables): Environment {
  const present = dropEmpty(variables);
  const parsed = EnvironmentVariables.safeParse(present);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, present));
  if (parsed.success) problems.push(...findApplicationIdProblems(parsed.data));
  if (parsed.success) problems.push(...findLanguageProblems(parsed.data.OCR_LANGUAGES));
  const model = readModel(present, problems);
  const mcpFile = readJsonFile(present['MCP_FILE'], 'MCP_FILE', McpFile, problems);
  const mcpServers = readMcpServers(mcpFile ?? [], present, problems);
  const organizationFile = readOrganizationFile(present['ORGANIZATION_FILE'], problems);
  problems.push(...findContradictions(present));
  if (!parsed.success || problems.length > 0 || !model || !organizationFile)
    throw new EnvironmentError('The environment is not complete', problems);
  const env = parsed.data;
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    azureBlobs: env.AZURE_STORAGE_CONNECTION_STRING
      ? { connectionString: env.AZURE_STORAGE_CONNECTION_STRING, container: env.AZURE_STORAGE_CONTAINER }
      : null,
    logLevel: env.LOG_LEVEL,
    entra: {
      tenantId: env.ENTRA_TENANT_ID,
      clientId: env.ENTRA_CLIENT_ID,
      clientSecret: env.ENTRA_CLIENT_SECRET,
      appIdUri: env.ENTRA_APP_ID_URI,
      spaClientId: env.ENTRA_SPA_CLIENT_ID ?? env.ENTRA_CLIENT_ID,
      authorityHost: env.ENTRA_AUTHORITY_HOST,
      allowedClients: env.ENTRA_ALLOWED_CLIENTS ?? [
        ...HOST_CLIENT_IDS,
        env.ENTRA_CLIENT_ID,
        env.ENTRA_SPA_CLIENT_ID ?? env.ENTRA_CLIENT_ID,
      ],
    },
    botId: env.BOT_ID ?? env.ENTRA_CLIENT_ID,
    graphBaseUrl: env.GRAPH_BASE_URL,
    model: { ...model, embeddingModel: env.EMBEDDING_MODEL },
    embeddingWeight: env.EMBEDDING_WEIGHT,
    reranker:
      env.RERANK_URL === undefined
        ? null
        : { url: env.RERANK_URL, apiKey: env.RERANK_API_KEY, model: env.RERANK_MODEL },
    mcpServers,
    organizationPath: env.ORGANIZATION_FILE,
    organizationFile,
    tabHostOrigins: env.TAB_HOST_ORIGINS,
    runsPerPerson: env.RUNS_PER_PERSON,
    tokensPerPerson: env.TOKENS_PER_PERSON,
    bytesPerPerson: env.BYTES_PER_PERSON,
    uploadBytesPerPerson: env.UPLOAD_BYTES_PER_PERSON,
    passageTokens: env.PASSAGE_TOKENS,
    ocrLanguages: env.OCR_LANGUAGES,
  };
}

const ModelVariables = EnvironmentVariables.pick({
  OPENAI_BASE_URL: true,
  OPENAI_API_KEY: true,
  AZURE_OPENAI_ENDPOINT: true,
  AZURE_OPENAI_API_KEY: true,
  AZURE_OPENAI_API_VERSION: true,
  MODELS_FILE: true,
  EMBEDDING_MODEL: true,
});

/** Reads the variables of the models only, for a command that needs no other. Throws `EnvironmentError`. */
export function readModelEnvironment(variables: Variables): ModelOptions {
  const names = Object.keys(ModelVariables.shape);
  const present = dropEmpty(Object.fromEntries(names.map((name) => [name, variables[name]])));
  const parsed = ModelVariables.safeParse(present);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => describeIssue(issue, present));
  const model = readModel(present, problems);
  problems.push(...findContradictions(present));
  if (!parsed.success || problems.length > 0 || !model)
    throw new EnvironmentError('The environment is not complete', problems);
  return { ...model, embeddingModel: parsed.data.EMBEDDING_MODEL };
}

/** Teams compares the URI with the bot's id and the tab's host, and signs nobody in if they differ. */
function findApplicationIdProblems(env: z.infer<typeof EnvironmentVariables>): string[] {
  const name = toBotResourceName(env.BOT_ID ?? env.ENTRA_CLIENT_ID);
  const address = new URL(env.PUBLIC_URL ?? 'http://localhost');
  const expected = `api://${address.host}/${name}`;
  // Teams compares the host only for a tab that it opens, and it opens only https. So for another address, and outside
  // production, only the name at the end has to be right.
  const isCompared = env.NODE_ENV === 'production' && address.protocol === 'https:';
  const isRight = isCompared ? env.ENTRA_APP_ID_URI === expected : env.ENTRA_APP_ID_URI.endsWith(`/${name}`);
  return isRight ? [] : [`ENTRA_APP_ID_URI must be ${expected}; Teams signs nobody in to the bot with another one`];
}

function describeIssue(issue: z.core.$ZodIssue, present: Variables): string {
  const variable = String(issue.path[0] ?? '');
  return present[variable] === undefined ? `${variable} is missing` : `${variable} is not valid: ${issue.message}`;
}

/** Azure needs MODELS_FILE, because it does not list its deployments to a caller that only has a key. */
function readModel(present: Variables, problems: string[]): ModelOptions | null {
  const azure = ['AZURE_OPENAI_ENDPOINT', 'AZURE_OPENAI_API_KEY', 'AZURE_OPENAI_API_VERSION'] as const;
  const file = readJsonFile(present['MODELS_FILE'], 'MODELS_FILE', ModelsFile, problems);
  if (azure.some((variable) => present[variable])) {
    const missing = [...azure, 'MODELS_FILE' as const].filter((variable) => !present[variable]);
    problems.push(...missing.map((variable) => `${variable} is missing; Azure OpenAI needs it`));
    const [endpoint = '', apiKey = '', apiVersion = ''] = azure.map((variable) => present[variable]);
    return { kind: 'azure', endpoint: withoutLastSlash(endpoint), apiKey, apiVersion, file };
  }
  const { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: apiKey } = present;
  if (!baseUrl) problems.push('OPENAI_BASE_URL is missing (or AZURE_OPENAI_ENDPOINT): AVA needs a model server');
  if (!apiKey) problems.push('OPENAI_API_KEY is missing (or AZURE_OPENAI_API_KEY): AVA needs a model server');
  return baseUrl && apiKey ? { kind: 'openai', baseUrl: withoutLastSlash(baseUrl), apiKey, file } : null;
}
