import { randomUUID } from 'node:crypto';
import mammoth from 'mammoth';
import { generateTitle, getAnswerMetadata, getChat, getChats, newChat, renameChat, shareChat, type Chat } from '#contract/chats/chat.ts'; // prettier-ignore
import type { Client } from '#contract/client.ts';
import { exportAnswer, exportChat, type ExportedFile } from '#contract/exports/exports.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { getSimilarityResults, searchResponse } from '#contract/sites/search.ts';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { HIDDEN_ANSWER, HIDDEN_QUESTION } from '#api/answers/readableHistory.ts';
import { getPerson } from '#sandbox/people.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { send } from '#tests/harness/http/request.ts';

const QUESTION = 'From where to where does salary band C run?';
/** Content of Salary Bands 2027.docx, and words that the scripted model derives from it. */
const SECRETS = ['52,400', 'fifty-two thousand', 'Purple Harbour'];

let app: TestApp;
let [ada, ben, cleo]: [Client, Client, Client] = [] as never;
let finance: Site;
let brand: Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben, cleo] = [app.as('ada'), app.as('ben'), app.as('cleo')];
  finance = await makeCorpus(ada, 'Finance');
  brand = await makeCorpus(cleo, 'Brand');
  await fill(ada, finance, (name) => name.startsWith('Salary Bands'));
  await fill(cleo, brand, (_, at) => at === 0);
});
afterAll(() => app.close());

async function fill(person: Client, site: Site, wanted: (name: string, at: number) => boolean): Promise<void> {
  const bySize = (one: CandidateFile, other: CandidateFile) => one.size - other.size;
  const files = (await listCrawledFiles(person, site.SiteId)).toSorted(bySize);
  const ended = await addFiles(person, site, files.filter(({ name }, at) => wanted(name, at))); // prettier-ignore
  expect([...ended.values()].map(({ status }) => status)).toEqual(['COMPLETED']);
}

async function askSite(person: Client, convo_id: string, site: Site, text: string) {
  const asked = { convo_id, event_session_id: randomUUID(), model: MODEL, site_id: site.SiteId, text };
  return foldAnswer(await collect(await person.stream(searchResponse, asked)));
}

/** Makes the model return this text for the next requests whose prompt ends with `match`. */
const scriptModel = (text: string, match: string, count = 1) =>
  app.control('models', 'scenario', { name: 'script', text, chunk: 40, count, match });

/** Creates a chat in which a person asks Finance about band C, then continues without a site, then asks Brand. */
async function makeChatWithSecrets(person: Client): Promise<string> {
  const convo_id = (await person.call(newChat, { chat_type: 'search' })).ConversationId;
  await scriptModel('["Which colleagues earn 52,400?"]', 'Suggest the questions');
  expect((await askSite(person, convo_id, finance, QUESTION)).content).toContain('52,400');
  await scriptModel('About fifty-two thousand and up.', 'Say that again');
  await ask(person, { convo_id, text: 'Say that again in other words' });
  // The script answers two requests: for the search queries and for the answer.
  await scriptModel('A logo for band C, code-named Purple Harbour.', 'What does the logo look like?', 2);
  await askSite(person, convo_id, brand, 'What does the logo look like?');
  const { Messages } = await person.call(getChat, { convo_id });
  for (const secret of SECRETS) expect(JSON.stringify(Messages)).toContain(secret);
  return convo_id;
}

/** Returns the latest chat that was shared with a person. */
async function getSharedCopy(person: Client): Promise<Chat> {
  const shared = (await person.call(getChats, {})).chats.find(({ SharedBy }) => SharedBy !== null);
  return person.call(getChat, { convo_id: shared?.ConversationId ?? '' });
}

const answersOf = ({ Messages }: Chat) =>
  Messages.filter(({ source }) => source === 'AVA').map(({ content }) => content);

async function readWord({ url }: ExportedFile): Promise<string> {
  const { bytes } = await send(app.url, { method: 'GET', path: url });
  return (await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })).value;
}

function expectNothing(told: unknown): void {
  for (const secret of SECRETS) expect(JSON.stringify(told)).not.toContain(secret);
}

it('Ben, who lost access to a file, continues his chat, and no model receives its content', async () => {
  const file = 'finance/Documents/Payroll/Salary Bands 2027.docx';
  await app.control('graph', 'access', { person: 'ben', file, role: 'read' });
  const convo_id = await makeChatWithSecrets(ben);
  await app.control('graph', 'access', { person: 'ben', file, role: 'none' });
  // A new process has cached no response of Graph.
  await app.terminate();
  await app.restart();
  await app.control('models', 'reset');
  await ask(ben, { convo_id, text: 'Say that again in other words' });
  await askSite(ben, convo_id, brand, 'What did the answer before say?');
  expectNothing(await app.listRequests('models'));
  expect(JSON.stringify(await app.listRequests('models'))).toContain(HIDDEN_ANSWER);

  // The answer to this question can be part of the next prompt, because it is not based on the closed file.
  await ask(ben, { convo_id, text: 'repeat after me: bring a blanket' });
  await app.control('models', 'reset');
  await ask(ben, { convo_id, text: 'And again?' });
  expectNothing(await app.listRequests('models'));
  expect(JSON.stringify(await app.listRequests('models'))).toContain('"content":"bring a blanket"');
});

describe('Ada asks Finance, continues in plain chat and in Brand, and shares the chat with Cleo', () => {
  let original: string;
  let copy: Chat;

  beforeAll(async () => {
    original = await makeChatWithSecrets(ada);
    await ada.call(renameChat, { convo_id: original, title: 'Band C begins at 52,400' });
    const [, answer] = (await ada.call(getChat, { convo_id: original })).Messages;
    await ask(ada, { convo_id: original, text: answer?.followUpQuestions[0] ?? '' });
    await ada.call(shareChat, { convo_id: original, peers: ['ben', 'cleo'].map((peer) => getPerson(peer).oid) });
    copy = await getSharedCopy(cleo);
  });

  /** @proves threat:hidden-answers */
  it('Cleo’s copy reveals nothing of Finance: no answer, no follow-up question, no title', async () => {
    expect(answersOf(copy)).toEqual([HIDDEN_ANSWER, HIDDEN_ANSWER, HIDDEN_ANSWER, HIDDEN_ANSWER]);
    expect(copy.Messages.at(-2)?.content).toBe(HIDDEN_QUESTION);
    expect(copy.Messages.flatMap(({ links, followUpQuestions }) => [...links, ...followUpQuestions])).toEqual([]);
    expect(copy.Title).toBe('From where to where does salary band C run?');
    const ids = copy.Messages.map(({ message_id }) => message_id);
    const metadata = ids.map((message_id) => cleo.call(getAnswerMetadata, { message_id }));
    const found = ids.map((id) => cleo.call(getSimilarityResults, { id, delta: 3 }));
    expectNothing([copy, await cleo.call(getChats, {}), await Promise.all([...metadata, ...found])]);
  });

  it('Cleo’s export contains no hidden answer and names what is missing', async () => {
    const { ConversationId: chat_id, Messages } = copy;
    const request = { chat_id, format: 'docx' as const, name: 'Bands' };
    const file = await cleo.call(exportChat, request);
    expect(file.notes).toEqual([expect.stringMatching(/^4 answers are not in the file/)]);
    const html = await readWord(file);
    expect(html).toContain('From where to where');
    expectNothing(html);
    const answer = cleo.call(exportAnswer, { ...request, message_id: Messages[1]?.message_id ?? '' });
    await expect(answer).rejects.toMatchObject({ code: 'nothing_to_export', detail: HIDDEN_ANSWER });
  });

  it('Ada’s export of the same answer cites the file in a footnote with its link and place', async () => {
    const [, answer] = (await ada.call(getChat, { convo_id: original })).Messages;
    const source = { chat_id: original, message_id: answer?.message_id ?? '' };
    const html = await readWord(await ada.call(exportAnswer, { ...source, format: 'docx', name: 'Bands' }));
    const { link, filename, location } = answer!.links[0]!;
    expect(html).toContain(`<a href="${link?.replaceAll('&', '&amp;')}">${filename}</a>, ${location}`);
  });

  it('nothing is revealed when Cleo continues the chat: not in the prompt and not in the title', async () => {
    const { ConversationId: convo_id } = copy;
    await app.control('models', 'reset');
    const answers = [
      await ask(cleo, { convo_id, text: 'Say that again in other words' }),
      await askSite(cleo, convo_id, brand, 'And what did the answer before say?'),
    ];
    const title = await cleo.call(generateTitle, { convo_id, text: 'Name this chat by what was answered' });
    expectNothing([answers, title, await app.listRequests('models')]);
    expect((await app.listRequests('models')).length).toBeGreaterThan(2);
  });

  it('Cleo’s own answers remain readable to her', async () => {
    const { ConversationId: convo_id } = copy;
    await ask(cleo, { convo_id, text: 'repeat after me: bring a blanket' });
    await app.control('models', 'reset');
    await ask(cleo, { convo_id, text: 'And again?' });
    expect(answersOf(await cleo.call(getChat, { convo_id }))).toContain('bring a blanket');
    expect(JSON.stringify(await app.listRequests('models'))).toContain('"content":"bring a blanket"');
  });

  /** @proves threat:hidden-answers */
  it('a copy that Ben shares with Cleo reveals nothing either', async () => {
    const bensCopy = await getSharedCopy(ben);
    expectNothing(bensCopy);
    await ben.call(shareChat, { convo_id: bensCopy.ConversationId, peers: [getPerson('cleo').oid] });
    const second = await getSharedCopy(cleo);
    expect(second.SharedBy).toBe('Ben Okafor');
    expectNothing(second);
  });

  it('Ada’s own chat is unchanged', async () => {
    const { Title, Messages } = await ada.call(getChat, { convo_id: original });
    expect(Title).toBe('Band C begins at 52,400');
    for (const secret of SECRETS) expect(JSON.stringify(Messages)).toContain(secret);
    await expect(cleo.stream(followAnswerRun, { run_id: Messages[1]?.run_id ?? '' })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
