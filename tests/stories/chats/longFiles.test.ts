import { randomUUID } from 'node:crypto';
import {
  cancelChatResponse,
  chatResponseWithContext,
  getChat,
  getChats,
  newChat,
  shareChat,
} from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { continueResponse, regenerateResponse } from '#contract/chats/versions.ts';
import { getFileText } from '#contract/files/files.ts';
import type { Site } from '#contract/sites/sites.ts';
import { searchResponseWithContext } from '#contract/sites/search.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';
import type { ChatMessage } from '#sandbox/models/openai/apiTypes.ts';
import { getPerson } from '#sandbox/people.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, collect, foldAnswer, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { getResultNames } from '#tests/harness/client/functionCalls.ts';
import { toMessageFile, uploadAndRead, type MessageFile } from '#tests/harness/client/uploads.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { makeLongReport } from '#tests/harness/longReport.ts';

const PAGES = 500;
const FACTS = [
  { page: 387, sentence: 'The harbor ferry Osterby carries thirty-seven bicycles.' },
  { page: 12, sentence: 'The lighthouse keeper of Osterby is called Tordis Lund.' },
];
const FERRY = 'How many bicycles does the harbor ferry Osterby carry?';
/** Bytes of a prompt that has passages of 24,000 tokens, but not the 350,000 tokens of the report. */
const PROMPT_BYTES = 200_000;

let app: TestApp;
let [ada, ben]: Client[] = [];
let finance: Site;
let report: MessageFile;
let notes: MessageFile;

async function attach(person: Client | undefined, bytes: Uint8Array | string, name: string): Promise<MessageFile> {
  const part = typeof bytes === 'string' ? bytes : new Uint8Array(bytes);
  return toMessageFile((await uploadAndRead(person!, new File([part], name))).file);
}

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, functionCalling: false } });
  [ada, ben] = ['ada', 'ben'].map((person) => app.as(person)) as [Client, Client];
  report = await attach(ada, await makePdf(makeLongReport(PAGES, FACTS)), 'Stations.pdf');
  notes = await attach(ada, 'The picnic is on the third of May.', 'Notes.txt');
  finance = await makeCorpus(ada, 'Finance');
  const files = await listCrawledFiles(ada, finance.SiteId);
  await addFiles(
    ada,
    finance,
    files.filter(({ name }) => name === 'Payroll Calendar 2027.txt'),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 0 });
});
afterEach(() => expectHealthyProcess(app));

const options = (convo_id: string) => ({ convo_id, event_session_id: randomUUID(), model: MODEL });
const openMessages = async (person: Client | undefined, convo_id: string) =>
  (await person!.call(getChat, { convo_id })).Messages;

async function askAbout(
  files: MessageFile[],
  text: string,
  { person = ada, ...more }: { person?: Client | undefined; [key: string]: unknown } = {},
) {
  const convo_id = (more['convo_id'] as string | undefined) ?? (await makeChat(person!));
  const message = { ...options(convo_id), text, file_context: files, ...more };
  return { ...foldAnswer(await collect(await person!.stream(chatResponseWithContext, message))), convo_id };
}

type Call = [name: string, args: unknown];

/** Lets the model write this query for the first look, then make the calls of each round, then answer. */
async function script(question: string, query: string, rounds: Call[][], text = 'Done.'): Promise<void> {
  const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
  await say({ text: JSON.stringify({ queries: [query] }), match: '</question>' });
  for (const round of rounds) {
    const rawCalls = round.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    await say({ rawCalls, match: question });
  }
  await say({ text, match: question });
}

/** The results of calls that the model read. */
async function listResults(): Promise<string[]> {
  const messages = (await listAnswerRequests(app)).at(-1)?.messages as ChatMessage[];
  return messages.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
}

const cited = { fileid: expect.any(String), filename: 'Stations.pdf', datatype: 'PDF', site: null, link: null };

describe('Ada attaches a PDF of 500 pages', () => {
  it('and asks about one of them: AVA looks it up, and the answer cites the page', async () => {
    const { tokens } = await ada!.call(getFileText, { file_id: report.scrapedFileId });
    expect(tokens).toBeGreaterThan(262_144);
    const answer = await askAbout([report], FERRY);
    expect(answer.content).toContain('thirty-seven bicycles');
    expect(answer.links).toMatchObject([{ ...cited, pagenumber: 387, location: 'page 387', standing: 'holds' }]);
    expect(answer.links[0]?.fileid).toBe(report.scrapedFileId);
    const [look] = answer.calls;
    expect(look).toMatchObject({ title: functionTexts.searchAttached, asked: 'Stations.pdf', state: { name: 'done' } });
    expect(getResultNames(look)).toContain('Stations.pdf');

    const prompt = getPromptText((await listAnswerRequests(app))[0]);
    expect(prompt.length).toBeLessThan(PROMPT_BYTES);
    expect(prompt).toContain('too long to be sent, so AVA looks things up in them: \\"Stations.pdf\\"');

    const [question, stored] = await openMessages(ada, answer.convo_id);
    expect(question?.files).toMatchObject([{ scrapedFileId: report.scrapedFileId, tokens }]);
    expect(stored).toMatchObject({ links: answer.links, calls: answer.calls });
  });

  it('and asks about another page in the next message, with a short file that is sent whole', async () => {
    const { convo_id } = await askAbout([report], FERRY);
    await app.control('models', 'reset');
    const answer = await askAbout([notes], 'What is the lighthouse keeper of Osterby called?', { convo_id });
    expect(answer.links).toMatchObject([{ ...cited, pagenumber: 12 }]);
    const prompt = getPromptText((await listAnswerRequests(app)).at(-1));
    expect(prompt).toContain('The files of this conversation:');
    expect(prompt).toContain('The picnic is on the third of May.');
    expect(prompt.length).toBeLessThan(PROMPT_BYTES);
  });

  it('and the model looks further: it lists, searches, opens and finds in this file only', async () => {
    const question = 'Who works for the ferry?';
    await script(
      question,
      'ferry bicycles',
      [
        [
          ['list', {}],
          ['search', { queries: ['lighthouse keeper Osterby'] }],
        ],
        [
          ['open', { passage: 1, from: 12, to: 12 }],
          ['find', { passage: 1, words: 'Tordis Lund' }],
        ],
      ],
      'Nobody is named.',
    );
    const answer = await askAbout([report], question, { look_up: false });
    expect(answer.content).toBe('Nobody is named.');
    const [, ...looks] = answer.calls;
    expect(looks.map(({ title }) => title)).toEqual(['List files', 'Search files', 'Open a file', 'Find in a file']);
    for (const look of looks) expect(new Set(getResultNames(look))).toEqual(new Set(['Stations.pdf']));
    const results = await listResults();
    expect(results[0]).toContain('500 pages');
    expect(results.join('\n')).toContain('Tordis Lund');
  });

  it('and looks things up in it and in the sites together', async () => {
    const question = 'When are wages paid, and who keeps the lighthouse?';
    await script(question, 'lighthouse keeper', [
      [['search', { queries: ['wages payroll calendar', 'lighthouse keeper'] }]],
    ]);
    const answer = await askAbout([report], question, { look_up: true });
    expect(answer.calls[1]).toMatchObject({ title: 'Search files' });
    const [found = ''] = await listResults();
    for (const name of ['Stations.pdf', 'Payroll Calendar 2027.txt']) expect(found.includes(name)).toBe(true);
  });

  it('edits the question and lets AVA answer again: each version looks the file up', async () => {
    const { convo_id } = await askAbout([report], FERRY);
    const [question, answer] = await openMessages(ada, convo_id);
    const again = await ada!.stream(regenerateResponse, { ...options(convo_id), message_id: answer!.message_id });
    expect(foldAnswer(await collect(again)).links).toMatchObject([{ ...cited, pagenumber: 387 }]);
    const edited = await askAbout([report], 'What is the lighthouse keeper of Osterby called?', {
      convo_id,
      edit_of: question!.message_id,
    });
    expect(edited.links).toMatchObject([{ ...cited, pagenumber: 12 }]);
    expect((await openMessages(ada, convo_id))[1]?.links).toEqual(edited.links);
  });

  it('stops an answer and continues it: the model reads the same passages again', async () => {
    const say = (reply: object) => app.control('models', 'scenario', { name: 'script', ...reply });
    await say({ text: '{"queries": ["ferry Osterby bicycles"]}', match: '</question>', count: 1 });
    const beginning = `The ferry carries thirty-seven bicycles [1]. ${'And so it goes on and on. '.repeat(400)}`;
    await say({ text: beginning, match: FERRY, count: 1, ms: 20 });
    const convo_id = await makeChat(ada!);
    const fields = options(convo_id);
    const stream = await ada!.stream(chatResponseWithContext, { ...fields, text: FERRY, file_context: [report] });
    for await (const event of stream)
      if (event.type === 'citations')
        await ada!.call(cancelChatResponse, { convo_id, event_session_id: fields.event_session_id });
    const [, stopped] = await openMessages(ada, convo_id);
    expect(stopped).toMatchObject({ state: { name: 'stopped' }, links: [cited] });

    await app.control('models', 'reset');
    await say({ text: 'That is all.', match: 'Continue your last answer' });
    const again = await ada!.stream(continueResponse, { ...options(convo_id), message_id: stopped!.message_id });
    const whole = foldAnswer(await collect(again));
    expect(whole).toMatchObject({ state: { name: 'complete' }, links: stopped!.links });
    const prompt = getPromptText((await listAnswerRequests(app))[0]);
    expect(prompt).toContain('thirty-seven bicycles');
    expect(prompt.length).toBeLessThan(PROMPT_BYTES);
  });

  it('and asks Finance about it: passages of both are cited, each as what it is', async () => {
    const { ConversationId: convo_id } = await ada!.call(newChat, { chat_type: 'search' });
    const message = { ...options(convo_id), site_id: finance.SiteId, text: FERRY, file_context: [report] };
    const answer = foldAnswer(await collect(await ada!.stream(searchResponseWithContext, message)));
    expect(answer.links).toMatchObject([{ ...cited, pagenumber: 387 }]);
    const prompt = getPromptText((await listAnswerRequests(app))[0]);
    expect(prompt.length).toBeLessThan(PROMPT_BYTES);
  });

  it('and a smaller model, whose window is 128,000 tokens, answers as well', async () => {
    const answer = await askAbout([report], FERRY, { model: 'GPT-4o-2024-11-20-WUS3' });
    expect(answer.links).toMatchObject([{ ...cited, pagenumber: 387 }]);
  });
});

describe('Ben', () => {
  /** @proves threat:function-rights */
  it('finds nothing of the file that Ada added: in no look, list, count, order or error', async () => {
    const missing = { ...report, scrapedFileId: randomUUID() };
    const [refused, unknown] = await Promise.all(
      [report, missing].map((file) => askAbout([file], FERRY, { person: ben }).catch((error: unknown) => error)),
    );
    expect(refused).toMatchObject({ code: 'not_found' });
    expect(refused).toEqual(unknown);

    const own = await attach(
      ben,
      makeLongReport(PAGES, [{ page: 3, sentence: 'The ferry Osterby is blue.' }])
        .flat()
        .join('\n'),
      'Own.txt',
    );
    const question = 'What do we know of the ferry Osterby?';
    await script(question, 'ferry Osterby bicycles', [
      [
        ['list', {}],
        ['search', { queries: ['ferry Osterby bicycles', 'lighthouse keeper Tordis Lund'] }],
        ['list', { name: 'Stations' }],
      ],
    ]);
    const answer = await askAbout([own], question, { person: ben, look_up: false });
    const results = await listResults();
    const readText = JSON.stringify([answer.calls, answer.links, results]);
    expect(readText).toContain('Own.txt');
    expect(readText).not.toMatch(/Stations\.pdf|thirty-seven|Tordis Lund is|"found":500/);
    expect(results[0]).toMatch(/^Listed 1 files?\./);
    expect(results[2]).toContain('No file was found.');
  });

  /** @proves threat:function-rights */
  it('who has a copy of the chat reads the answer, but looks up nothing in the file', async () => {
    const { convo_id } = await askAbout([report], FERRY);
    await ada!.call(shareChat, { convo_id, peers: [getPerson('ben').oid] });
    const [copy] = (await ben!.call(getChats, { limit: 1 })).chats;
    const copied = await openMessages(ben, copy!.ConversationId);
    expect(copied[1]?.content).toContain('thirty-seven bicycles');
    expect(copied[1]?.links).toMatchObject([{ fileid: '', quote: '', standing: 'denied' }]);
    expect(copied[0]?.files).toEqual([]);
    await app.control('models', 'reset');
    const answer = await ask(ben!, {
      convo_id: copy!.ConversationId,
      text: 'Who is the lighthouse keeper of Osterby?',
    });
    expect(JSON.stringify([answer, (await listAnswerRequests(app)).map(getPromptText)])).not.toContain('Tordis Lund');
  });
});
