import { randomUUID } from 'node:crypto';
import { chatResponseWithContext } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import type { FunctionCall } from '#contract/runs/functionCalls.ts';
import { startFileText } from '#contract/files/files.ts';
import type { ChatMessage } from '#sandbox/models/openai/apiTypes.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { toMessageFile, uploadAndRead, waitForJob, type MessageFile } from '#tests/harness/client/uploads.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

const ROWS = 1_000_000;

let app: TestApp;
let ada: Client;
beforeAll(async () => {
  app = await startApp();
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));
afterEach(() => expectHealthyProcess(app));

const makeCsv = (rows: number) =>
  `Group,Amount\n${Array.from({ length: rows }, (_, n) => `${'abcd'[n % 4]},${n % 10}`).join('\n')}\n`;
const makeWideCsv = (columns: number) => {
  const line = (cell: (n: number) => string | number) => Array.from({ length: columns }, (_, n) => cell(n)).join(',');
  return `${line((n) => `Column${n}`)}\n${line((n) => n)}\n${line((n) => n)}\n`;
};

const attach = async (text: string, name: string) => (await uploadAndRead(ada, new File([text], name))).file;

/** Asks with a model that calls `query_table` with each statement, one after the other. */
async function calculate(file: MessageFile, statements: (string | undefined)[]) {
  await app.control('models', 'scenario', { name: 'script', text: '{"queries": ["Group"]}', match: '</question>' });
  for (const sql of statements) {
    const rawCalls = [{ name: 'query_table', arguments: JSON.stringify({ passage: 1, ...(sql && { sql }) }) }];
    await app.control('models', 'scenario', { name: 'script', text: '', rawCalls, count: 1, match: 'Well' });
  }
  await app.control('models', 'scenario', { name: 'script', text: 'Done.', count: 1, match: 'Well' });
  const message = { convo_id: await makeChat(ada), event_session_id: randomUUID(), model: MODEL, text: 'Well?' };
  const input = { ...message, file_context: [file], function_calling: false, look_up: false };
  const answer = foldAnswer(await collect(await ada.stream(chatResponseWithContext, input)));
  expect(answer).toMatchObject({ content: 'Done.', state: { name: 'complete' } });
  const messages = (await listAnswerRequests(app)).at(-1)?.messages as ChatMessage[];
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
  return { calls: answer.calls.filter(({ title }) => title === 'Calculate'), results };
}

const reasonOf = ({ state }: FunctionCall) => (state.name === 'failed' ? state.reason : state.name);

it('a CSV file of a million rows is read in part, which AVA says, and calculated with as a whole', async () => {
  const file = await attach(makeCsv(ROWS), 'Weights.csv');
  expect(file.extraction.warning).toMatch(/^[\d,]+ rows were not read\.$/);
  const { calls, results } = await calculate(toMessageFile(file), [
    undefined,
    'select "Group", sum(Amount) as total, count(*) as n from data group by "Group" order by "Group"',
    'select count(*) from data where Amount = 9',
  ]);
  expect(calls.map(reasonOf)).toEqual(['done', 'done', 'done']);
  expect(results[0]).toContain(`${ROWS} rows`);
  const sums = [...'abcd'].map((_, group) => {
    let total = 0;
    for (let n = group; n < ROWS; n += 4) total += n % 10;
    return total;
  });
  for (const [index, group] of [...'abcd'].entries())
    expect(results[1]).toContain(`| ${group} | ${sums[index]} | ${ROWS / 4} |`);
  expect(results[2]).toContain(`| ${ROWS / 10} |`);
});

it('a CSV file of 2,000 columns is calculated with, and one of more is refused in a sentence', async () => {
  const wide = toMessageFile(await attach(makeWideCsv(2_000), 'Wide.csv'));
  const { calls, results } = await calculate(wide, [undefined, 'select Column0 + Column1999 from data limit 1']);
  expect(calls.map(reasonOf)).toEqual(['done', 'done']);
  expect(results[1]).toContain('| 1999 |');
  await app.control('models', 'reset');
  const wider = toMessageFile(await attach(makeWideCsv(2_001), 'Wider.csv'));
  expect((await calculate(wider, [undefined])).calls.map(reasonOf)).toEqual([
    'The table has more than 2000 columns, which is more than AVA can calculate with.',
  ]);
});

it('a workbook with a password is refused in a sentence', async () => {
  const header = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const locked = Buffer.concat([header, Buffer.from('EncryptedPackage', 'utf16le')]);
  const { job_id } = await ada.upload(startFileText, {}, new File([new Uint8Array(locked)], 'Costs.xlsx'));
  expect(await waitForJob(ada, job_id)).toMatchObject({
    status: 'FAILURE',
    error: 'The file is protected with a password.',
  });
});
