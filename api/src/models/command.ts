/**
 * `npm run models`: lists the configured models. `npm run models -- --check --model NAME` asks one of them eight short
 * things and prints what works. Ends with 0 only if everything works that the model claims.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import {
  modelCheckLabels,
  type CheckOutcome,
  type CheckResult,
  type ModelCheckEvent,
} from '#contract/admin/modelCheck.ts';
import { isAvaError } from '#contract/errors.ts';
import { isEmbeddingModel, type Model } from '#contract/models.ts';
import { EnvironmentError } from '#platform/environment.ts';
import { readModelEnvironment } from '#api/env.ts';
import { checkModel } from './check/checkModel.ts';
import { describeFailure } from './check/describeFailure.ts';
import { createModels, type ModelOptions, type Models } from './models.ts';

const USAGE = [
  'Usage: npm run models                             lists the configured models',
  '       npm run models -- --check --model NAME     asks a model eight short things and prints what works',
  'Address and key are those of the API: OPENAI_* or AZURE_OPENAI_*, MODELS_FILE (docs/configuration.md).',
].join('\n');

/** The environment file that `npm start` reads as well. */
const ENVIRONMENT_FILE = fileURLToPath(new URL('../../../env/.env.local', import.meta.url));

const outcomeWords: Readonly<Record<CheckOutcome, string>> = {
  works: 'works',
  limited: 'limited',
  fails: 'FAILS',
  skipped: 'skipped',
};
const WORD_WIDTH = 9;
const LABEL_WIDTH = 23;

/** A reason that the administrator reads as it is. */
class Refusal extends Error {}

interface Arguments {
  check: boolean;
  model: string | undefined;
}

function readArguments(): Arguments {
  const { check = false, model } = parse();
  if (model !== undefined && (model.trim() === '' || !check)) throw new Refusal(USAGE);
  return { check, model };
}

function parse() {
  try {
    return parseArgs({ options: { check: { type: 'boolean' }, model: { type: 'string' } } }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

async function run(): Promise<void> {
  const { model: name } = readArguments();
  const file = existsSync(ENVIRONMENT_FILE) ? parseEnv(readFileSync(ENVIRONMENT_FILE, 'utf8')) : {};
  const options = readModelEnvironment({ ...file, ...process.env });
  const models = createModels(options);
  const list = await models.list().catch((error: unknown) => fail(models, options, error));
  if (name === undefined) return printModels(list);
  const model = await models.find(name).catch((error: unknown) => {
    if (isAvaError(error) && error.code === 'unknown_model') throw toUnknownModel(name, list);
    return fail(models, options, error);
  });
  console.log(`${model.deployment_name} at ${getAddress(options)}: ${describe(model)}\n`);
  const events: ModelCheckEvent[] = [];
  for await (const event of checkModel(models, model, new AbortController().signal)) {
    events.push(event);
    if (event.type === 'result') printResult(event);
    else printEnd(events, event.ms, event.entry);
  }
}

function fail(models: Models, options: ModelOptions, error: unknown): never {
  if (!isAvaError(error)) throw error;
  const { detail, advice } = describeFailure(error);
  throw new Refusal(models.hideKey(`The list of models at ${getAddress(options)} can't be read. ${detail}\n${advice}`));
}

function toUnknownModel(name: string, list: readonly Model[]): Refusal {
  const names = list.map(({ deployment_name }) => deployment_name);
  const known = list.find((model) => [model.model_alias, model.model_name].includes(name));
  const problem = known ? `${name} makes vectors and gives no answers.` : `There is no model ${name}.`;
  return new Refusal(`${problem} Configured: ${names.join(', ')}.`);
}

/** Returns the address of the model server without its user name, password and query, which could be secrets. */
function getAddress(options: ModelOptions): string {
  const { origin, pathname } = new URL(options.kind === 'azure' ? options.endpoint : options.baseUrl);
  return `${origin}${pathname === '/' ? '' : pathname}`;
}

function describe(model: Model): string {
  if (isEmbeddingModel(model)) return 'makes vectors';
  const count = (value: number) => value.toLocaleString('en-US');
  const output = model.max_output_tokens > 0 ? `, longest output ${count(model.max_output_tokens)}` : '';
  const images = model.modalities.includes('image_input') ? ', reads images' : '';
  return `window ${count(model.context_window)} tokens${output}${images}`;
}

function printModels(list: readonly Model[]): void {
  const width = Math.max(...list.map(({ deployment_name }) => deployment_name.length));
  for (const model of list) console.log(`${model.deployment_name.padEnd(width)}  ${describe(model)}`);
  console.log('\nCheck one of them: npm run models -- --check --model NAME');
}

function printResult({ check, outcome, detail, advice, ms }: CheckResult): void {
  const head = `${outcomeWords[outcome].padEnd(WORD_WIDTH)}${modelCheckLabels[check].padEnd(LABEL_WIDTH)}`;
  const time = outcome === 'skipped' ? '' : ` [${toSeconds(ms)}]`;
  console.log(`${head}${detail}${time}`);
  if (advice !== '') console.log(`${' '.repeat(head.length)}→ ${advice}`);
}

function printEnd(events: readonly ModelCheckEvent[], ms: number, entry: string | null): void {
  const results = events.flatMap((event) => (event.type === 'result' ? [event.outcome] : []));
  const counts = (Object.keys(outcomeWords) as CheckOutcome[]).flatMap((outcome) => {
    const count = results.filter((each) => each === outcome).length;
    return count === 0 ? [] : [`${count} ${outcomeWords[outcome]}`];
  });
  console.log(`\n${counts.join(', ')} in ${toSeconds(ms)}`);
  if (entry !== null)
    console.log(`\nAVA learns this after each start. An entry of MODELS_FILE can say it beforehand:\n${entry}`);
  if (results.includes('fails')) process.exitCode = 1;
}

function toSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

try {
  await run();
} catch (error) {
  const isReason = error instanceof Refusal || error instanceof EnvironmentError;
  console.error(isReason ? error.message : error);
  process.exitCode = 1;
}
