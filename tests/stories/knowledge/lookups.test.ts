import { randomUUID } from 'node:crypto';
import { cancelChatResponse, getChat, getChats, newChat, shareChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import { HIDDEN_ANSWER } from '#api/answers/readableHistory.ts';
import { BUDGET_NOTE } from '#api/answers/writeAnswer.ts';
import { getPerson } from '#sandbox/people.ts';
import type { ChatMessage } from '#sandbox/models/openai/apiTypes.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { getResultNames, listGraphCalls } from '#tests/harness/client/functionCalls.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';

let app: TestApp;
let [ada, ben]: Client[] = [];
let finance: Site;
let files: CandidateFile[];

const names = [
  'Audit Letter 2025.pdf',
  'Audit Findings 2025.docx',
  'Q1 2026 Review.pptx',
  'Salary Bands 2027.docx',
  'Payroll Calendar 2027.txt',
];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, functionCalling: false } });
  [ada, ben] = ['ada', 'ben'].map((person) => app.as(person)) as [Client, Client];
  finance = await makeCorpus(ada, 'Finance');
  files = (await listCrawledFiles(ada, finance.SiteId)).filter(({ name }) => names.includes(name));
  await addFiles(ada, finance, files);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 0 });
});

type Call = [name: string, args: unknown];

/** Asks Finance with a model that writes this query, then makes the calls of each round, then answers. */
async function askInRounds(
  person: Client | undefined,
  question: string,
  rounds: Call[][],
  { text = 'Done.', ...scope }: { text?: string; selected_ks_files?: string[] } = {},
) {
  const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
  await say({ text: '{"queries": ["travel advances"]}', match: '</question>' });
  for (const round of rounds) {
    const rawCalls = round.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    await say({ rawCalls, match: question });
  }
  await say({ text, match: question });
  const input = { event_session_id: randomUUID(), model: MODEL, site_id: finance.SiteId, text: question, ...scope };
  const { ConversationId: convo_id } = await person!.call(newChat, { chat_type: 'search' });
  return { ...foldAnswer(await collect(await person!.stream(searchResponse, { ...input, convo_id }))), convo_id };
}

/** The results of calls that the model read. */
async function listResults(): Promise<string[]> {
  const messages = (await listAnswerRequests(app)).at(-1)?.messages as ChatMessage[];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
}

describe('Ben asks Finance, and the model', () => {
  it('searches, reads and searches again, and each look-up is a row with what was found', async () => {
    const answer = await askInRounds(
      ben,
      'When are wages paid in December?',
      [
        [['search', { queries: ['payroll calendar', 'wages December'] }]],
        [
          ['open', { passage: 1 }],
          ['find', { passage: 2, words: 'EVERY quarter' }],
        ],
        [['list', { kind: 'slides' }]],
      ],
      { text: 'Advances are settled every quarter [2]. Wages are paid on the 18th in December [6].' },
    );
    expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
    expect(answer.calls.map(({ title, asked }) => [title, asked])).toEqual([
      ['Search files', 'payroll calendar; wages December'],
      ['Open a file', 'Audit Findings 2025.docx, around section Findings › Travel advances'],
      ['Find in a file', 'EVERY quarter · Audit Letter 2025.pdf'],
      ['List files', 'slides'],
    ]);
    const [search, open, find, list] = answer.calls;
    expect(getResultNames(search)).toEqual(['Payroll Calendar 2027.txt']);
    expect(getResultNames(open)).toEqual(Array.from({ length: 3 }, () => 'Audit Findings 2025.docx'));
    expect(getResultNames(find)).toEqual(['Audit Letter 2025.pdf']);
    expect(list).toMatchObject({ state: { results: [{ filename: 'Q1 2026 Review.pptx', datatype: 'PPTX' }] } });
    expect(answer.links).toMatchObject([
      { filename: 'Audit Letter 2025.pdf', pagenumber: 2, standing: 'holds' },
      { filename: 'Payroll Calendar 2027.txt', standing: 'holds', site: finance.SiteId },
    ]);
    const [, opened, found] = await listResults();
    expect(opened).toBe('Opened the file. You have read before: passage 1, 3, 4.');
    expect(found).toBe('These places contain the words. You have read before: passage 2.');
    expect((await ben!.call(getChat, { convo_id: answer.convo_id })).Messages[1]).toMatchObject({
      calls: answer.calls,
    });
  });

  it('narrows a look-up to files, a kind of file or a time, and a search of chosen files never leaves them', async () => {
    const narrowed = await askInRounds(ben, 'When are wages paid?', [
      [
        ['search', { queries: ['wages payroll audit'], passages: [1] }],
        ['search', { queries: 'wages payroll audit', kind: 'PDF' }],
        ['list', { changed_from: '2026-05-01', changed_to: '2026-05-28' }],
        ['list', { name: 'REVIEW q1', sites: ['Board'] }],
      ],
    ]);
    const found = narrowed.calls.map((call) => [...new Set(getResultNames(call))].toSorted());
    expect(found).toEqual([
      ['Audit Findings 2025.docx'],
      ['Audit Letter 2025.pdf'],
      ['Audit Findings 2025.docx', 'Audit Letter 2025.pdf'],
      ['Q1 2026 Review.pptx'],
    ]);
    const letter = files.find(({ name }) => name === 'Audit Letter 2025.pdf')?.id ?? '';
    const chosen = await askInRounds(
      ben,
      'When are wages paid?',
      [
        [
          ['list', {}],
          ['search', { queries: ['payroll calendar wages audit'] }],
        ],
      ],
      { selected_ks_files: [letter] },
    );
    for (const call of chosen.calls) expect(new Set(getResultNames(call))).toEqual(new Set(['Audit Letter 2025.pdf']));
  });

  it('gets an explanation of wrong calls, and the answer continues', async () => {
    const answer = await askInRounds(ben, 'When are wages paid?', [
      [
        ['search', { queries: [`${'wages '.repeat(10_000)}`] }],
        ['open', { passage: 900 }],
        ['open', { passage: 1, from: 70 }],
        ['list', { changed_from: 'February 30' }],
        ['read_mail', { mail: 'm1' }],
        ['search', { queries: ['wages'] }],
      ],
    ]);
    expect(answer.calls.map(({ state }) => (state.name === 'failed' ? state.reason : state.name))).toEqual([
      expect.stringContaining('"queries › item 1" must be text of 1 to 400 characters'),
      expect.stringContaining('which 900 is not'),
      expect.stringContaining('nothing is at this place; the file ends at 3'),
      expect.stringContaining('"changed_from" must be a day such as 2026-03-31'),
      'The model called a function that AVA does not offer.',
      'done',
    ]);
    expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
    expect(answer.content).toBe('Done.');
  });

  it('never stops calling look-ups, and the answer says that its look-ups were used up', async () => {
    const rounds = Array.from({ length: 12 }, (_, n): Call[] => [['search', { queries: [`wages ${n}`] }]]);
    const answer = await askInRounds(ben, 'When are wages paid?', rounds);
    expect(answer.calls).toHaveLength(12);
    expect((await listAnswerRequests(app)).at(-1)?.params['tool_choice']).toBe('none');
    expect(answer.content).toBe(`Done.${BUDGET_NOTE}`);
  });

  it('finds nothing, with any look-up, of a file that Ben cannot open', async () => {
    const everything = [
      ['search', { queries: ['salary bands 2027', 'band C'] }],
      ['list', {}],
      ['list', { name: 'salary' }],
      ['list', { kind: 'document', changed_from: '2020-01-01' }],
      ['search', { queries: ['salary'], kind: 'document' }],
    ] satisfies Call[];
    const look = async (person: Client | undefined) => {
      await app.control('models', 'reset');
      const { calls } = await askInRounds(person, 'What is in band C?', [everything]);
      const read = JSON.stringify([calls.map(({ state }) => state), await listResults()]);
      return { calls, read };
    };
    const [own, others] = [await look(ada), await look(ben)];
    expect(own.read).toContain('Salary Bands 2027.docx');
    expect(others.read).not.toMatch(/Salary Bands|band C/i);
    expect(others.calls[2]).toMatchObject({ state: { name: 'done', found: 0 } });
    expect(others.calls[3]).toMatchObject({ state: { name: 'done', found: 1 } });
  });

  it('is stopped in the middle of a look-up: the row says so on both devices, and also after a reload', async () => {
    const findings = files.find(({ name }) => name === 'Audit Findings 2025.docx')?.id ?? '';
    const drive = finance.CorpusConfig.document_library_id;
    await app.control('graph', 'delay', { count: 1, ms: 60_000, path: `/drives/${drive}/items/${findings}/content` });
    const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
    await say({ text: '{"queries": ["travel advances"]}', match: '</question>' });
    const calls = [
      ['search', { queries: ['payroll calendar'] }],
      ['query_table', { passage: 1 }],
    ];
    const rawCalls = calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    await say({ text: 'Let me look.', rawCalls, match: 'How large' });
    const { ConversationId: convo_id } = await ben!.call(newChat, { chat_type: 'search' });
    const event_session_id = randomUUID();
    const input = { event_session_id, model: MODEL, site_id: finance.SiteId, text: 'How large are advances?' };
    const events = [];
    for await (const event of await ben!.stream(searchResponse, { ...input, convo_id })) {
      events.push(event);
      if (event.type !== 'call' || event.call.title !== 'Calculate') continue;
      expect(event.call.state).toEqual({ name: 'running' });
      const [, shown] = (await ben!.call(getChat, { convo_id })).Messages;
      const follow = await ben!.stream(followAnswerRun, { run_id: shown?.run_id ?? '', from: 0 });
      const second = collect(follow);
      await ben!.call(cancelChatResponse, { convo_id, event_session_id });
      expect(foldAnswer(await second)).toMatchObject({ state: { name: 'stopped' } });
    }
    const stopped = {
      state: { name: 'stopped' },
      content: 'Let me look.',
      calls: [{ state: { name: 'done', found: 1 } }, { title: 'Calculate', state: { name: 'failed' } }],
    };
    expect(foldAnswer(events)).toMatchObject(stopped);
    expect((await ben!.call(getChat, { convo_id })).Messages[1]).toMatchObject(stopped);
    expect(await listAnswerRequests(app)).toHaveLength(1);
    // Graph's stand-in waits before it replies, unless the caller closes the connection.
    await eventually(async () =>
      expect((await listGraphCalls(app)).at(-1)).toMatchObject({
        path: expect.stringContaining('/content'),
        status: 0,
      }),
    );
  });

  it('has read a file by a look-up, so a copy for Ben hides the answer', async () => {
    const { convo_id } = await askInRounds(ada, 'What is in band C?', [
      [['list', { name: 'salary' }]],
      [['open', { passage: 6 }]],
    ]);
    await ada!.call(shareChat, { convo_id, peers: [getPerson('ben').oid] });
    const [latest] = (await ben!.call(getChats, { limit: 1 })).chats;
    const { Messages } = await ben!.call(getChat, { convo_id: latest?.ConversationId ?? '' });
    expect(Messages[1]).toMatchObject({ content: HIDDEN_ANSWER, calls: [] });
  });
});
