/**
 * `npm run evaluate -- --questions FILE [--corpus DIR] [--model NAME] [--judge NAME] [--details FILE]`: asks AVA the
 * questions of a file (docs/evaluation.md) and prints the figures. Ends with 0 if all questions were asked.
 */
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import type { EvaluationRun } from '#contract/admin/evaluation.ts';
import { isAvaError } from '#contract/errors.ts';
import { findModel, getModels, type Model } from '#contract/models.ts';
import { EnvironmentError } from '#platform/environment.ts';
import { readModelEnvironment } from '#api/env.ts';
import { createModels } from '#api/models/models.ts';
import { writeLastEvaluation } from '#api/organization/lastEvaluation.ts';
import { askQuestion, type Reply } from './askQuestion.ts';
import { chooseOutcome, formatFigures, toFigures, toKinds, type Result } from './figures.ts';
import { judgeByRules, type Judgement } from './judgeAnswer.ts';
import { judgeByModel } from './judgeModel.ts';
import { checkPages, parseQuestions, QuestionFileError, type Question } from './questionFile.ts';
import { indexFiles, startEvaluation, type Evaluation } from './startEvaluation.ts';

const USAGE =
  'Usage: npm run evaluate -- --questions FILE [--corpus DIR] [--model NAME] [--judge NAME] [--details FILE]';
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MAX_QUESTIONS_BYTES = 50_000_000;
const CONCURRENT_QUESTIONS = 3;
/** The exit code of a program that was stopped by Ctrl-C. */
const STOPPED = 130;

/** A reason that the person reads as it is. */
class Refusal extends Error {}

interface Arguments {
  questions: string;
  /** The folder whose files are indexed; by default the folder of the question file. */
  corpus: string;
  model: string | undefined;
  judge: string | undefined;
  details: string | undefined;
}

function readArguments(): Arguments {
  const text = { type: 'string' } as const;
  const options = { questions: text, corpus: text, model: text, judge: text, details: text };
  try {
    const { questions, corpus, model, judge, details } = parseArgs({ options }).values;
    if (questions) return { questions, corpus: corpus ?? dirname(questions), model, judge, details };
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
  throw new Refusal(USAGE);
}

/** The variables of the installation, as `npm start` reads them. */
function readVariables(): NodeJS.ProcessEnv {
  const file = join(ROOT, 'env/.env.local');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env };
}

async function run(): Promise<void> {
  const given = readArguments();
  const paths = await listCorpus(given);
  const text = await readQuestionFile(given.questions);
  const questions = parseQuestions(text, new Set(paths.map((path) => basename(path))));
  if (given.details) await createDetails(given.details);
  const env = readVariables();
  const evaluation = await startEvaluation(env);
  try {
    const last = await evaluate(evaluation, { ...given, paths, questions });
    await writeLastEvaluation(resolve(ROOT, env['DATA_DIR'] || '.data'), last);
  } finally {
    await evaluation.close();
  }
}

interface Work extends Omit<Arguments, 'questions'> {
  paths: readonly string[];
  questions: readonly Question[];
}

async function evaluate(evaluation: Evaluation, work: Work): Promise<EvaluationRun> {
  const { client } = evaluation;
  const model = await findAnsweringModel(evaluation, work.model);
  const judge = await createJudge(evaluation, work.judge);
  const corpus = await indexFiles(client, work.paths, (done) => showProgress('files indexed', done, work.paths.length));
  for (const problem of corpus.problems) console.error(problem);
  checkPages(work.questions, new Map(corpus.files.map(({ name, pages }) => [name, pages])));
  console.log(`Questions: ${work.questions.length}. Files: ${corpus.files.length}. Model: ${model.label}.`);
  const results: Result[] = [];
  const queue = [...work.questions];
  const askNext = async (): Promise<void> => {
    for (let question = queue.shift(); question; question = queue.shift()) {
      const reply = await askQuestion(client, corpus.site.SiteId, model, question.question).catch(toFailedReply);
      const outcome = chooseOutcome(question, reply, await judge(question, reply));
      results.push({ question, reply, outcome });
      if (work.details) await appendFile(work.details, `${JSON.stringify({ ...question, outcome, ...reply })}\n`);
      showProgress('questions asked', results.length, work.questions.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_QUESTIONS }, askNext));
  const inOrder = results.toSorted((a, b) => a.question.line - b.question.line);
  const [kinds, total] = [toKinds(inOrder), toFigures('all', inOrder)];
  console.log(`\n${formatFigures(kinds, total)}`);
  const failures = Map.groupBy(inOrder, ({ reply }) => reply.failure);
  for (const [failure, of] of failures) if (failure !== null) console.error(`Failed, ${of.length} times: ${failure}`);
  const ended_at = new Date().toISOString();
  return { ended_at, model: model.label, judge: work.judge ?? null, files: corpus.files.length, total, kinds };
}

/** The files of a folder and its subfolders. They are uploaded to one folder, so that no two can have the same name. */
async function listCorpus({ corpus, questions, details }: Arguments): Promise<string[]> {
  if (!(await stat(corpus).catch(() => null))?.isDirectory()) throw new Refusal(`There is no folder ${corpus}.`);
  const entries = await readdir(corpus, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => ![questions, details].some((other) => other && resolve(path) === resolve(other)))
    .toSorted();
  const names = paths.map((path) => basename(path));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated)
    throw new Refusal(`Two files are named ${repeated}. The evidence of a question names a file only once.`);
  if (paths.length === 0) throw new Refusal(`The folder ${corpus} has no files.`);
  return paths;
}

async function readQuestionFile(path: string): Promise<string> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile()) throw new Refusal(`There is no file ${path}.`);
  if (info.size > MAX_QUESTIONS_BYTES) throw new Refusal(`${path} is larger than ${MAX_QUESTIONS_BYTES} bytes.`);
  return readFile(path, 'utf8');
}

/** Before anything is asked, so that a wrong path does not lose the answers. */
async function createDetails(path: string): Promise<void> {
  await writeFile(path, '').catch((error: Error) => {
    throw new Refusal(`The file ${path} can't be written: ${error.message}.`);
  });
}

async function findAnsweringModel({ client }: Evaluation, name: string | undefined): Promise<Model> {
  const { models } = await client.call(getModels, {});
  const model = findModel('ks', name ?? '', models);
  const isNamed = model && [model.model_name, model.model_alias, model.deployment_name].includes(name ?? '');
  if (model && (name === undefined || isNamed)) return model;
  throw new Refusal(`There is no model ${name}. Configured: ${models.map((each) => each.model_name).join(', ')}.`);
}

type Judge = (question: Question, reply: Reply) => Promise<Judgement>;

/** Answers are judged by rules or by a model. If the model gives no judgement, the rules decide. */
async function createJudge({ modelEnv }: Evaluation, name: string | undefined): Promise<Judge> {
  const byRules = ({ facts }: Question, { text }: Reply) => judgeByRules(text, facts);
  if (name === undefined) return async (question, reply) => byRules(question, reply);
  const models = createModels(readModelEnvironment(modelEnv));
  const model = await models.find(name).catch((error: unknown) => {
    throw isAvaError(error) ? new Refusal(`The answers can't be judged by ${name}: ${error.detail}`) : error;
  });
  return async (question, reply) => {
    if (question.facts.length === 0 || reply.text === '') return byRules(question, reply);
    const judgement = await judgeByModel(models, model, question, reply.text).catch(() => null);
    return judgement ?? byRules(question, reply);
  };
}

function toFailedReply(error: unknown): Reply {
  if (!isAvaError(error)) throw error;
  const nothing = { text: '', isRefusal: false, citations: [], read: [], looks: 0, tokens: null, seconds: 0 };
  return { ...nothing, failure: error.detail };
}

function showProgress(what: string, done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} ${what}${done === all ? '\n' : ' '}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    console.error('Stopped. The figures of the last run are as before.');
    process.exit(STOPPED);
  });
try {
  await run();
} catch (error) {
  const isReason = [Refusal, QuestionFileError, EnvironmentError].some((kind) => error instanceof kind);
  console.error(isReason && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
// Exits explicitly, because timers of the API's libraries would keep the process alive for some seconds.
process.exit();
