import { getChat, getChats, shareChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { getPerson } from '#sandbox/people.ts';
import type { ChatMessage } from '#sandbox/models/openai/apiTypes.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, makeChat, openAnswer } from '#tests/harness/client/answers.ts';
import { askWithFunctions, listGraphCalls } from '#tests/harness/client/functionCalls.ts';
import { makeJourneys } from '#tests/harness/client/journeysTable.ts';
import { toMessageFile, uploadAndRead, type MessageFile } from '#tests/harness/client/uploads.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

let app: TestApp;
let [ada, ben, cleo]: Client[] = [];

beforeAll(async () => {
  app = await startApp({ features: { functionCalling: true, tools: false } });
  [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map(app.as) as [Client, Client, Client];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 0 });
});
afterEach(() => expectHealthyProcess(app));

type Call = [name: string, args: object];

/** Lets the model of the next answer make the calls of each round, then answer. */
async function script(rounds: Call[][], text = 'Done.'): Promise<void> {
  for (const round of rounds) {
    const rawCalls = round.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    await app.control('models', 'scenario', { name: 'script', text: '', rawCalls, count: 1 });
  }
  await app.control('models', 'scenario', { name: 'script', text, count: 1 });
}

async function attach(person: Client | undefined, bytes: Uint8Array | string, name: string): Promise<MessageFile> {
  const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  return toMessageFile((await uploadAndRead(person!, new File([part], name))).file);
}

/** Asks without the functions of the person's own data. */
async function ask(person: Client | undefined, text: string, file_context: MessageFile[], chat?: string) {
  const convo_id = chat ?? (await makeChat(person!));
  const message = { convo_id, text, file_context, function_calling: false, look_up: false };
  return { ...foldAnswer(await collect(await openAnswer(person!, message))), convo_id };
}

/** The results of calls that the model read. */
async function listResults(): Promise<string[]> {
  const messages = (await listAnswerRequests(app)).at(-1)?.messages as ChatMessage[];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
}

const numberOf = async (fileName: string): Promise<number> => {
  const text = JSON.stringify((await listAnswerRequests(app)).at(-1)?.messages);
  return Number(new RegExp(`passage n=\\\\"(\\d+)\\\\" source=\\\\"${fileName}`).exec(text)?.[1]);
};

describe('Ada attaches a workbook of 2,000 journeys, and the model', () => {
  const { rows, totals } = makeJourneys();
  const workbook = makeWorkbook([{ name: 'Travel', rows: [['Day', 'Department', 'Euros'], ...rows] }]);
  const sql = 'select Department, sum(Euros) as total from Travel group by Department order by Department';

  it('reads its columns, sums by department, and cites the range', async () => {
    const file = await attach(ada, workbook, 'Travel.xlsx');
    const [design = ['', 0]] = totals;
    await script([[['query_table', { passage: 1 }]], [['query_table', { passage: 1, sql }]]], 'Done.');
    const first = await ask(ada, 'What did each department spend?', [file]);
    const [looked, calculated] = first.calls;
    expect(looked).toMatchObject({ title: 'Calculate', asked: 'Travel.xlsx', state: { outcome: '1 table' } });
    expect(calculated).toMatchObject({
      title: 'Calculate',
      asked: `Travel.xlsx · ${sql}`,
      state: {
        name: 'done',
        outcome: '4 rows',
        results: [{ filename: 'Travel.xlsx', location: 'sheet Travel, B2:C2001' }],
      },
    });
    const [description = '', result = ''] = await listResults();
    expect(description).toContain('2000 rows');
    expect(description).toContain('"Day" date, "Department" text, "Euros" number');
    for (const [department, euros] of totals) expect(result).toContain(`| ${department} | ${euros} |`);
    expect(result).toContain(sql);
    expect((await ada!.call(getChat, { convo_id: first.convo_id })).Messages[1]).toMatchObject({ calls: first.calls });

    const cited = Number(/passage n="(\d+)"/.exec(result)?.[1]);
    await script([[['query_table', { passage: 1, sql }]]], `Design spent ${design[1]} euros [${cited - 1}].`);
    const answer = await ask(ada, 'What did Design spend?', [], first.convo_id);
    expect(answer.links).toMatchObject([
      { filename: 'Travel.xlsx', location: 'sheet Travel, B2:C2001', standing: 'holds' },
    ]);
    expect(answer.links[0]?.quote).toContain(`| Design | ${design[1]} |`);
  });

  /** @proves threat:table-statements */
  it('gets an explanation of wrong statements, and the answer continues', async () => {
    const file = await attach(ada, workbook, 'Travel.xlsx');
    const letter = await attach(ada, 'Dear Ada, the journeys cost too much.', 'Letter.txt');
    await script([
      [
        ['query_table', { passage: 1, sql: 'drop table Travel' }],
        ['query_table', { passage: 1, sql: `attach database '/etc/passwd' as other` }],
        ['query_table', { passage: 1, sql: 'select Dollars from Travel' }],
        ['query_table', { passage: 9_999, sql }],
      ],
    ]);
    const answer = await ask(ada, 'What did each department spend?', [file, letter]);
    expect(answer.content).toBe('Done.');
    expect(answer.calls.map(({ state }) => (state.name === 'failed' ? state.reason : state.name))).toEqual([
      expect.stringContaining('only one SELECT statement over the tables of this file can be run'),
      expect.stringContaining('only one SELECT statement over the tables of this file can be run'),
      expect.stringContaining('"sql" could not be run: no such column: Dollars'),
      expect.stringContaining('which 9999 is not'),
    ]);
    const last = await numberOf('Letter.txt');
    await app.control('models', 'reset');
    await script([[['query_table', { passage: last, sql: 'select 1' }]]]);
    const { calls } = await ask(ada, 'What did each department spend?', [], answer.convo_id);
    expect(calls).toMatchObject([{ state: { name: 'failed', reason: 'This is neither a workbook nor a CSV file.' } }]);
  });

  /** @proves threat:function-rights */
  it("reads nothing of Ada's file for Ben, who has a copy of the chat", async () => {
    const file = await attach(ada, workbook, 'Travel.xlsx');
    await script([[['query_table', { passage: 1, sql }]]]);
    const { convo_id } = await ask(ada, 'What did each department spend?', [file]);
    await ada!.call(shareChat, { convo_id, peers: [getPerson('ben').oid] });
    const [copy] = (await ben!.call(getChats, { limit: 1 })).chats;
    await app.control('models', 'reset');
    await script([[['query_table', { passage: 1, sql }]]]);
    const own = await attach(ben, 'Month,Euros\nMay,1\n', 'Own.csv');
    const { calls } = await ask(ben, 'And for me?', [own], copy?.ConversationId ?? '');
    expect(calls).toMatchObject([{ title: 'Calculate', state: { name: 'failed' } }]);
    expect(JSON.stringify([calls, await listResults()])).not.toMatch(/Design|B2:C2001/);
  });
});

describe('a CSV file of a site', () => {
  const countDownloads = async () =>
    (await listGraphCalls(app)).filter(({ method, path }) => method === 'GET' && path.endsWith('/content')).length;
  const sql = `select sum(rent), max(month) from data`;

  /** @proves threat:function-rights */
  it('is found and calculated over with the rights of the person; Cleo, who cannot read it, gets nothing', async () => {
    const more = 'select count(*) from data where rent > 40';
    const looks: Call[][] = [[['find_files', { words: 'ledger' }]], [['query_table', { passage: 2, sql }]]];
    await script([...looks, [['query_table', { passage: 2, sql: more }]]], 'It is 82 [3].');
    const before = await countDownloads();
    const answer = await askWithFunctions(ada!, 'What is the rent of this year?');
    expect(answer.calls[2]).toMatchObject({ state: { name: 'done', outcome: '1 row' } });
    // The second statement uses the tables that the first one has read.
    expect((await countDownloads()) - before).toBe(1);
    expect(answer.calls[1]).toMatchObject({
      title: 'Calculate',
      state: { name: 'done', outcome: '1 row', results: [{ filename: 'Ledger 2026.csv', location: 'rows 2 to 3' }] },
    });
    expect(answer.links).toMatchObject([{ opens: 'graphFile', standing: 'holds', location: 'rows 2 to 3' }]);
    expect((await listResults())[1]).toContain('| 82 | January |');

    await app.control('models', 'reset');
    await script([[['find_files', { words: 'ledger' }]], [['query_table', { passage: 1, sql }]]]);
    const others = await askWithFunctions(cleo!, 'What is the rent of this year?');
    expect(others.calls).toMatchObject([
      { state: { name: 'done', found: 0 } },
      { state: { name: 'failed', reason: expect.stringContaining(functionTexts.noSuchPassage(1)) } },
    ]);
    expect(JSON.stringify([others.calls, await listResults()])).not.toMatch(/Ledger 2026|[|] 82/);
  });
});
