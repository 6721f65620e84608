import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError } from '#platform/environment.ts';
import { readEnvironment } from './env.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://ava.northwind.example',
  ENTRA_APP_ID_URI: 'api://ava.northwind.example/botid-33333333-3333-4333-8333-333333333333',
};

let folder: string;
let validVariables: Record<string, string>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ava-env-'));
  write('organization.json', {
    name: 'Northwind Studio',
    features: {
      chat: true,
      knowledgeSearch: false,
      tools: false,
      tasks: false,
      functionCalling: false,
      uploadBlob: true,
      showMeetingTranscripts: false,
      teamsBotEnabled: false,
    },
  });
  validVariables = {
    ENTRA_TENANT_ID: '22222222-2222-4222-8222-222222222222',
    ENTRA_CLIENT_ID: '33333333-3333-4333-8333-333333333333',
    ENTRA_CLIENT_SECRET: 'not a secret',
    ENTRA_APP_ID_URI: 'api://localhost/botid-33333333-3333-4333-8333-333333333333',
    OPENAI_BASE_URL: 'http://127.0.0.1:3983/v1/',
    OPENAI_API_KEY: 'any',
    ORGANIZATION_FILE: join(folder, 'organization.json'),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

function getProblems(changes: Record<string, string | undefined>): readonly string[] {
  try {
    readEnvironment({ ...validVariables, ...changes });
    return [];
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
}

it('reads a valid environment and fills in defaults', () => {
  const env = readEnvironment({ ...validVariables, HOME: '/home/ada', DATA_DIR: '  ' });
  expect(env).toMatchObject({
    production: false,
    port: '3980',
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3980',
    dataDir: './.data',
    databaseUrl: undefined,
    graphBaseUrl: 'https://graph.microsoft.com',
    model: { kind: 'openai', baseUrl: 'http://127.0.0.1:3983/v1', apiKey: 'any' },
    organizationFile: { organization: { name: 'Northwind Studio', supportEmail: '' } },
    runsPerPerson: 8,
    tokensPerPerson: 2_000_000,
    bytesPerPerson: 536_870_912,
    uploadBytesPerPerson: 2_147_483_648,
    passageTokens: 24_000,
    embeddingWeight: 0,
    reranker: null,
  });
  expect(env.entra).toMatchObject({
    authorityHost: 'https://login.microsoftonline.com',
    spaClientId: validVariables['ENTRA_CLIENT_ID'],
  });
});

it('allows Teams and AVA to request tokens, unless other clients are configured', () => {
  const { allowedClients } = readEnvironment(validVariables).entra;
  expect(allowedClients).toEqual(
    expect.arrayContaining(['5e3ce6c0-2b1f-4285-8d4b-75ee78787346', validVariables['ENTRA_CLIENT_ID']]),
  );
  expect(allowedClients).not.toContain('');
  expect(readEnvironment({ ...validVariables, ENTRA_ALLOWED_CLIENTS: 'one, two ,' }).entra.allowedClients).toEqual([
    'one',
    'two',
  ]);
});

/** @proves threat:one-application */
it.each([
  ['without botid-', {}, 'api://ava.northwind.example/33333333-3333-4333-8333-333333333333'],
  ['in other letters', {}, 'api://ava.northwind.example/BotId-33333333-3333-4333-8333-333333333333'],
  [
    'of another bot',
    { BOT_ID: '44444444-4444-4444-8444-444444444444' },
    'api://ava.northwind.example/botid-33333333-3333-4333-8333-333333333333',
  ],
  [
    'of another host',
    { NODE_ENV: 'production' },
    'api://other.northwind.example/botid-33333333-3333-4333-8333-333333333333',
  ],
])('rejects an Application ID URI %s, because Teams would sign nobody in to the bot', (_, changes, uri) => {
  const variables = { PUBLIC_URL: 'https://ava.northwind.example', ENTRA_APP_ID_URI: uri, ...changes };
  expect(getProblems(variables)).toEqual([
    expect.stringMatching(/^ENTRA_APP_ID_URI must be api:\/\/ava\.northwind\.example\/botid-[0-9a-f-]{36}; /),
  ]);
});

it('accepts the Application ID URI of a bot with its own registration', () => {
  const BOT_ID = '44444444-4444-4444-8444-444444444444';
  const PUBLIC_URL = 'https://ava.northwind.example';
  const uri = `api://ava.northwind.example/botid-${BOT_ID}`;
  expect(getProblems({ NODE_ENV: 'production', PUBLIC_URL, BOT_ID, ENTRA_APP_ID_URI: uri })).toEqual([]);
});

it('reports all missing variables at once', () => {
  const all = Object.fromEntries(Object.keys(validVariables).map((name) => [name, undefined]));
  expect(getProblems(all).toSorted()).toEqual([
    'ENTRA_APP_ID_URI is missing',
    'ENTRA_CLIENT_ID is missing',
    'ENTRA_CLIENT_SECRET is missing',
    'ENTRA_TENANT_ID is missing',
    'OPENAI_API_KEY is missing (or AZURE_OPENAI_API_KEY): AVA needs a model server',
    'OPENAI_BASE_URL is missing (or AZURE_OPENAI_ENDPOINT): AVA needs a model server',
    'ORGANIZATION_FILE is missing',
  ]);
});

it.each([
  ['NODE_ENV', 'staging'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'ava.example'],
  ['DATABASE_URL', 'mysql://localhost/ava'],
  ['LOG_LEVEL', 'loud'],
  ['ENTRA_TENANT_ID', 'northwind'],
  ['ENTRA_APP_ID_URI', 'https://localhost'],
  ['ENTRA_AUTHORITY_HOST', 'login'],
  ['GRAPH_BASE_URL', 'ftp://graph.example'],
  ['RUNS_PER_PERSON', '0'],
  ['TOKENS_PER_PERSON', 'many'],
  ['UPLOAD_BYTES_PER_PERSON', '2 GB'],
  ['AZURE_STORAGE_CONNECTION_STRING', 'https://northwind.blob.core.windows.net'],
  ['AZURE_STORAGE_CONTAINER', 'AVA files'],
])('rejects %s=%s', (name, value) => {
  expect(getProblems({ [name]: value })).toEqual([expect.stringMatching(new RegExp(`^${name} is not valid: `))]);
});

it('names what is wrong in MCP_FILE', () => {
  const server = { name: 'Canteen', url: 'http://canteen.example/mcp', tools: ['menu'] };
  expect(getProblems({ MCP_FILE: write('mcp.json', [server]) })).toEqual([
    'MCP_FILE cannot be used: the address of Canteen must be https',
  ]);
  expect(getProblems({ MCP_FILE: 'none.json' })).toEqual([expect.stringMatching(/^MCP_FILE names a file that does/)]);
});

it('names the languages of OCR that are not installed or are none', () => {
  expect(readEnvironment(validVariables).ocrLanguages).toEqual(['eng']);
  expect(readEnvironment({ ...validVariables, OCR_LANGUAGES: 'eng, fra' }).ocrLanguages).toEqual(['eng', 'fra']);
  expect(getProblems({ OCR_LANGUAGES: 'eng,tlh,../eng' })).toEqual([
    'OCR_LANGUAGES has tlh, whose data are not installed: npm install @tesseract.js-data/tlh',
    'OCR_LANGUAGES has ../eng, which is not a name of tesseract such as deu',
  ]);
  expect(getProblems({ OCR_LANGUAGES: 'eng,eng,eng,eng,eng,eng' })).toEqual(['OCR_LANGUAGES needs one to 5 languages']);
});

it('accepts the name of a pipe as port, as Azure sets it', () => {
  expect(readEnvironment({ ...validVariables, PORT: '\\\\.\\pipe\\ava' }).port).toBe('\\\\.\\pipe\\ava');
});

it('reports files that are missing or invalid, with the reason', () => {
  expect(getProblems({ ORGANIZATION_FILE: '/nowhere.json' })).toEqual([
    'ORGANIZATION_FILE names a file that does not exist: /nowhere.json',
  ]);
  expect(getProblems({ ORGANIZATION_FILE: write('half.json', '{"name":') })).toEqual([
    'ORGANIZATION_FILE cannot be used: it is not valid JSON',
  ]);
  const withSample = (file: string) =>
    write('sample.json', {
      ...(JSON.parse(readFileSync(join(folder, 'organization.json'), 'utf8')) as object),
      samplePrompts: [{ title: 'Read', prompt: 'Read this', file }],
    });
  const samplePath = join(folder, 'sample.json');
  withSample('Guide.pdf');
  expect(getProblems({ ORGANIZATION_FILE: samplePath })).toEqual([
    `ORGANIZATION_FILE has a sample prompt whose file does not exist: ${join(folder, 'Guide.pdf')}`,
  ]);
  write('Guide.pdf', '%PDF-1.7');
  expect(
    readEnvironment({ ...validVariables, ORGANIZATION_FILE: samplePath }).organizationFile.sampleFiles.get('Guide.pdf'),
  ).toEqual(Buffer.from('%PDF-1.7'));
  withSample('Guide.strange');
  expect(getProblems({ ORGANIZATION_FILE: samplePath })[0]).toContain('has a type that AVA does not read');
  withSample('../Guide.pdf');
  expect(getProblems({ ORGANIZATION_FILE: samplePath })[0]).toMatch(/cannot be used: .*without a folder/);
  expect(getProblems({ ORGANIZATION_FILE: write('bare.json', { name: 'Northwind Studio' }) })[0]).toMatch(
    /^ORGANIZATION_FILE cannot be used: .*features/,
  );
  expect(getProblems({ MODELS_FILE: write('none.json', []) })[0]).toMatch(/^MODELS_FILE cannot be used: /);
});

it('stores files in the data folder unless a storage account is configured, which must use https in production', () => {
  expect(readEnvironment(validVariables).azureBlobs).toBeNull();
  const account = 'DefaultEndpointsProtocol=https;AccountName=northwind;AccountKey=c2VzYW1l';
  const variables = { AZURE_STORAGE_CONNECTION_STRING: account, ...production };
  expect(readEnvironment({ ...validVariables, ...variables }).azureBlobs).toEqual({
    connectionString: account,
    container: 'ava',
  });
  const problems = getProblems({ ...variables, AZURE_STORAGE_CONNECTION_STRING: account.replace('https', 'http') });
  expect(problems).toEqual([expect.stringMatching(/^AZURE_STORAGE_CONNECTION_STRING must use https/)]);
  expect(problems.join()).not.toContain('c2VzYW1l');
});

it('requires all variables of Azure OpenAI and a models file', () => {
  expect(getProblems({ AZURE_OPENAI_ENDPOINT: 'https://northwind.openai.azure.com' })).toEqual([
    'AZURE_OPENAI_API_KEY is missing; Azure OpenAI needs it',
    'AZURE_OPENAI_API_VERSION is missing; Azure OpenAI needs it',
    'MODELS_FILE is missing; Azure OpenAI needs it',
  ]);
});

it('rejects the sandbox in production', () => {
  expect(getProblems(production)).toEqual([]);
  expect(getProblems({ ...production, TAB_HOST_ORIGINS: 'http://localhost:3979' })).toHaveLength(1);
  for (const variable of ['ENTRA_AUTHORITY_HOST', 'GRAPH_BASE_URL'])
    for (const host of ['https://localhost:3981', 'https://127.8.8.8', 'https://[::1]:3982', 'http://0.0.0.0:3982'])
      expect(getProblems({ ...production, [variable]: host })).toEqual([expect.stringContaining(variable)]);
  expect(getProblems({ ...production, GRAPH_BASE_URL: 'http://graph.northwind.example' })).toHaveLength(1);
});

it('accepts a national cloud, and rejects sign-in and Graph of two clouds', () => {
  const government = { ...production, GRAPH_BASE_URL: 'https://graph.microsoft.us' };
  expect(getProblems(government)).toEqual([expect.stringContaining('it must be https://login.microsoftonline.us')]);
  expect(getProblems({ ...government, ENTRA_AUTHORITY_HOST: 'https://login.microsoftonline.us' })).toEqual([]);
});

/** @proves threat:https */
it.each([
  ['http://ava.northwind.example', /^PUBLIC_URL must be https in production/],
  ['http://localhost:3980', /^PUBLIC_URL must be https in production/],
  ['', /^PUBLIC_URL is missing; production needs the https address/],
])('does not start in production with PUBLIC_URL=%s', (address, sentence) => {
  expect(getProblems({ ...production, PUBLIC_URL: address })).toEqual([expect.stringMatching(sentence)]);
});

/** @proves threat:model-server-https */
it.each(['OPENAI_BASE_URL', 'AZURE_OPENAI_ENDPOINT'])(
  'does not send questions and the key of %s over the internet without https',
  (variable) => {
    const findProblem = (address: string) => getProblems({ [variable]: address }).find((problem) => problem.startsWith(`${variable} must be https`)); // prettier-ignore
    for (const address of ['http://models.northwind.example/v1', 'http://203.0.114.7/v1', 'http://[2a00:1450::1]/v1'])
      expect(findProblem(address)).toMatch(/people's questions and the key go there/);
    for (const address of [
      'https://models.northwind.example',
      'http://127.0.0.1:3983',
      'http://10.0.0.7',
      'http://[fd00::7]',
      'http://models:8000',
      'http://models.northwind.internal',
    ])
      // prettier-ignore
      expect(findProblem(address)).toBeUndefined();
  },
);

it('reports problems without secrets', () => {
  const problems = getProblems({
    ENTRA_TENANT_ID: 'x',
    ENTRA_CLIENT_SECRET: 'open-sesame',
    OPENAI_API_KEY: 'sk-sesame',
    OPENAI_BASE_URL: 'x',
  });
  expect(problems).toHaveLength(2);
  expect(problems.join()).not.toContain('sesame');
});
