import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { getLastEvaluation } from '#contract/admin/evaluation.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

const COMMAND = resolve(import.meta.dirname, '../../../env/evaluate/command.ts');
const questions = [
  {
    id: 'leave',
    question: 'How many days of annual leave do full-time staff have?',
    kind: 'basic',
    evidence: [{ file: 'Leave.txt' }],
    answer: '31 days',
  },
  { id: 'chess', question: 'Who won the chess championship of the Mill building?', kind: 'not there', evidence: [] },
];

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'ava-questions-'));
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', 'Leave.txt'), 'Full-time staff have 31 days of annual leave each year.');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await app.close();
});

/** Runs the command with the data folder of the app, and with the sandbox's model. */
async function evaluate(
  lines: readonly object[],
  details = join(folder, 'details.jsonl'),
): Promise<{ code: number; output: string; errors: string }> {
  const file = join(folder, 'questions.jsonl');
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'));
  const args = [COMMAND, '--questions', file, '--corpus', join(folder, 'files')];
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    DATA_DIR: app.dataDir,
    OPENAI_BASE_URL: '',
    AZURE_OPENAI_ENDPOINT: '',
  };
  return new Promise((done) => {
    execFile(process.execPath, [...args, '--details', details], { env }, (error, output, errors) =>
      done({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });
}

it('Dev evaluates a folder of files: the figures are printed, and the administration shows them', async () => {
  const dev = app.as('dev');
  expect(await dev.call(getLastEvaluation, {})).toEqual({ run: null });
  const { code, output, errors } = await evaluate(questions);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  expect(output).toMatch(/^basic .{0,20} 1 /m);
  const figures = { questions: 2, right: 1, wrong: 0, refused_rightly: 1, refused_wrongly: 0, failed: 0 };
  const total = { ...figures, evidence_all: 1, citation_precision: 1, citation_recall: 1 };
  const { run } = await dev.call(getLastEvaluation, {});
  expect(run).toMatchObject({ files: 1, judge: null, total, kinds: [{ kind: 'basic' }, { kind: 'not there' }] });
  expect(JSON.stringify(run)).not.toContain('leave');
  const details = await readFile(join(folder, 'details.jsonl'), 'utf8');
  expect(details).toContain('31 days of annual leave');
});

it('a file with a broken question says which line, and asks nothing', async () => {
  const wrong = { ...questions[0], id: 'other', evidence: [{ file: 'Leave.txt', page: 4 }] };
  expect(await evaluate([questions[0]!, { ...wrong, evidence: [{ file: 'Gone.txt' }] }])).toEqual({
    code: 1,
    output: '',
    errors: 'Line 2: there is no file Gone.txt among the files of the run.\n',
  });
  expect(await evaluate([questions[0]!, wrong])).toEqual({
    code: 1,
    output: '',
    errors: 'Line 2: Leave.txt has no pages; leave the page out.\n',
  });
});

it('a file for details that cannot be written is reported before anything is asked', async () => {
  const { code, output, errors } = await evaluate(questions, join(folder, 'gone', 'details.jsonl'));
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(/^The file .{1,400} can't be written: .{1,400}\n$/);
});

/** @proves threat:administration-screen */
it('Ada cannot read the figures', async () => {
  await expect(app.as('ada').call(getLastEvaluation, {})).rejects.toMatchObject({ code: 'not_allowed' });
});

it('a damaged file of figures counts as none', async () => {
  await writeFile(join(app.dataDir, 'evaluation.json'), '{"total": ');
  expect(await app.as('dev').call(getLastEvaluation, {})).toEqual({ run: null });
});
