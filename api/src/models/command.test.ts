import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startModels } from '#sandbox/models/server.ts';
import { startStandIn } from '#tests/world/models/standIn.ts';

const command = fileURLToPath(new URL('command.ts', import.meta.url));
const KEY = 'a-key-that-nobody-sees';
let sandbox: Awaited<ReturnType<typeof startModels>>;
let folder: string;

beforeAll(async () => {
  sandbox = await startModels({ port: 0, pace: { ms: 0, wordsPerDelta: 5 } });
  folder = await mkdtemp(join(tmpdir(), 'ava-models-'));
});
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true });
});

/** What the command prints. Variables that are empty here are not set, whatever env/.env.local says. */
function run(args: string[], variables: Record<string, string> = {}) {
  const env = {
    ...process.env,
    OPENAI_BASE_URL: `${sandbox.url}/v1`,
    OPENAI_API_KEY: KEY,
    AZURE_OPENAI_ENDPOINT: '',
    AZURE_OPENAI_API_KEY: '',
    AZURE_OPENAI_API_VERSION: '',
    MODELS_FILE: '',
    EMBEDDING_MODEL: '',
    ...variables,
  };
  return new Promise<{ output: string; errors: string; code: unknown }>((resolve) => {
    execFile(process.execPath, [command, ...args], { env }, (error, output, errors) =>
      resolve({ output, errors, code: error?.code ?? 0 }),
    );
  });
}

const check = (name: string, variables?: Record<string, string>) => run(['--check', '--model', name], variables);

async function writeModels(models: object[]): Promise<string> {
  const path = join(folder, 'models.json');
  await writeFile(path, JSON.stringify(models));
  return path;
}

it('lists the configured models', async () => {
  const { output, errors, code } = await run([]);
  expect([errors, code]).toEqual(['', 0]);
  expect(output).toMatch(/^o4-mini +window 200,000 tokens, longest output 100,000$/m);
  expect(output).toMatch(/^text-embedding-lexical +makes vectors$/m);
  expect(await run(['--check'])).toMatchObject({ output, code: 0 });
});

it('prints one line for each check and ends with 0 if everything works that the model claims', async () => {
  const { output, errors, code } = await check('o4-mini');
  expect([errors, code]).toEqual(['', 0]);
  expect(output).toContain(`o4-mini at ${sandbox.url}/v1`);
  expect(output.match(/^(works|limited|FAILS|skipped) .*$/gm)).toHaveLength(8);
  expect(output).toMatch(/^7 works, 1 skipped in [\d.]+ s$/m);
});

it('ends with 1 if a claim does not hold', async () => {
  const { output, code } = await check('GPT-4o-2024-11-20-WUS3');
  expect(output).toMatch(/^FAILS +Image /m);
  expect(output).toMatch(/^ +→ Remove "image_input"/m);
  expect(code).toBe(1);
});

it('prints the entry for MODELS_FILE that says what was learned', async () => {
  const file = await writeModels([{ id: 'o4-mini', fixed_parameters: { max_completion_tokens: 4_000 } }]);
  await fetch(`${sandbox.url}/_sandbox/strictness`, {
    method: 'POST',
    body: JSON.stringify({ provider: 'openai-reasoning' }),
  });
  const { output, code } = await check('o4-mini', { MODELS_FILE: file });
  await fetch(`${sandbox.url}/_sandbox/reset`, { method: 'POST' });
  expect(code).toBe(0);
  expect(JSON.parse(output.slice(output.indexOf('{\n')))).toEqual({
    id: 'o4-mini',
    without_parameters: ['temperature', 'top_p'],
    fixed_parameters: { max_completion_tokens: 4_000 },
  });
});

it('never prints the key, even if the server sends it', async () => {
  const error = { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' };
  const server = await startStandIn(null, { status: 401, json: { error } });
  const file = await writeModels([{ id: 'm' }]);
  const { output, errors, code } = await check('m', { OPENAI_BASE_URL: `${server.url}/v1`, MODELS_FILE: file });
  await server.close();
  expect(output).toMatch(/^FAILS +Plain answer +The server refuses the key\. The cause: 401 Incorrect API key/m);
  expect(output).toMatch(/^1 FAILS, 7 skipped/m);
  expect(output + errors).not.toContain(KEY);
  expect(code).toBe(1);
});

it.each([
  ['an option that it does not have', ['--all'], {}, /^Unknown option '--all'[^]*Usage: npm run models/],
  ['a name without a check', ['--model', 'o4-mini'], {}, /^Usage: npm run models/],
  ['an empty name', ['--check', '--model', ''], {}, /^Usage: npm run models/],
  ['a name that is missing', ['--check', '--model'], {}, /^Option '--model[^]*Usage: npm run models/],
  ['an unknown model', ['--check', '--model', 'gpt-9'], {}, /^There is no model gpt-9\. Configured: .*o4-mini/],
  ['an embedding model', ['--check', '--model', 'text-embedding-lexical'], {}, /makes vectors and gives no answers/],
  ['a missing key', [], { OPENAI_API_KEY: '' }, /OPENAI_API_KEY is missing/],
  ['an address that is none', [], { OPENAI_BASE_URL: 'models' }, /OPENAI_BASE_URL is not valid/],
  ['an address in the open', [], { OPENAI_BASE_URL: 'http://models.example.com/v1' }, /OPENAI_BASE_URL must be https/],
  ['an Azure without a file', [], { AZURE_OPENAI_ENDPOINT: 'https://a.example.com' }, /MODELS_FILE is missing; Azure/],
])('names the reason for %s', async (_, args, variables, reason) => {
  const { output, errors, code } = await run(args, variables);
  expect(errors).toMatch(reason);
  expect(errors).not.toMatch(/^\s+at /m);
  expect([output, code]).toEqual(['', 1]);
});

it('names the cause if nothing listens', async () => {
  const server = await startStandIn(null, {});
  await server.close();
  const { errors, code } = await run([], { OPENAI_BASE_URL: `${server.url}/v1` });
  expect(errors).toContain(`The list of models at ${server.url}/v1 can't be read.`);
  expect(errors).toContain('ECONNREFUSED');
  expect(code).toBe(1);
});
