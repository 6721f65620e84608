import { randomUUID } from 'node:crypto';
import { getChat, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getSites, type Site } from '#contract/sites/sites.ts';
import { fillCorpus, listCrawledFiles } from '#tests/harness/client/corpora.ts';
import { getResultNames } from '#tests/harness/client/functionCalls.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let [ben, cleo]: Client[] = [];
/** Ben can read Finance, Travel and People & Culture, which has no indexed file. Farid's Board is closed to him. */
let [finance, travel, people, board]: Site[] = [];

const BOARD_SECRETS = ['boathouse', 'Minutes 2026', 'Board'];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, functionCalling: false } });
  [ben, cleo] = ['ben', 'cleo'].map((person) => app.as(person));
  finance = await fillCorpus(
    app.as('ada'),
    'Finance',
    (name) => name.startsWith('Audit'),
    'Name the year of every figure.',
  );
  travel = await fillCorpus(app.as('ines'), 'Travel', () => true);
  people = await fillCorpus(app.as('elif'), 'People & Culture', () => false);
  board = await fillCorpus(app.as('farid'), 'Board Minutes', () => true, 'Keep the boathouse quiet.');
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

interface Scope {
  site_id?: string;
  site_ids?: string[];
  all_sites?: boolean;
  selected_ks_files?: string[];
}

async function ask(person: Client | undefined, text: string, scope: Scope) {
  const { ConversationId: convo_id } = await person!.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, text, convo_id, ...scope };
  const events = await collect(await person!.stream(searchResponse, input));
  return { ...foldAnswer(events), events, convo_id };
}

const idsOf = (...sites: (Site | undefined)[]) => sites.map((site) => site?.SiteId ?? '');
const readPrompts = async () => (await listAnswerRequests(app)).map(getPromptText).join('\n');

describe('Ben asks Finance and Travel together', () => {
  const question = 'How often are travel advances settled, and which hotel do we stay at in Merrow?';

  it('and the model reads the best passages of both, in one ranking', async () => {
    const answer = await ask(ben, question, { site_ids: idsOf(finance, travel) });
    expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
    const prompt = await readPrompts();
    for (const text of [
      'the Heron',
      'ravel advances',
      'Guidance from the owners of the files of',
      'Name the year of every figure',
    ])
      expect(prompt).toContain(text);
    const [row] = answer.calls;
    expect(row).toMatchObject({ title: 'Search sites', asked: 'Finance, Travel', state: { name: 'done' } });
    const sites = new Set(row?.state.name === 'done' ? row.state.results.map(({ site }) => site) : []);
    expect(sites).toEqual(new Set(idsOf(finance, travel)));
    for (const { site } of answer.links) expect(idsOf(finance, travel)).toContain(site);
  });

  it('and the chat keeps both, with one of them as its site', async () => {
    const { convo_id } = await ask(ben, question, { site_id: travel?.SiteId ?? '', site_ids: idsOf(travel, finance) });
    expect(await ben!.call(getChat, { convo_id })).toMatchObject({
      ChatCorpus: travel?.SiteId,
      ChatSites: idsOf(travel, finance),
    });
    const { convo_id: single } = await ask(ben, question, { site_id: travel?.SiteId ?? '' });
    expect(await ben!.call(getChat, { convo_id: single })).toMatchObject({ ChatSites: idsOf(travel) });
  });

  it('and chosen files limit all of them', async () => {
    const [letter] = (await listCrawledFiles(app.as('ada'), finance?.SiteId ?? '', { include_embedded: true })).filter(
      ({ name }) => name.startsWith('Audit Letter'),
    );
    const scope = { site_ids: idsOf(finance, travel), selected_ks_files: [letter?.id ?? ''] };
    const answer = await ask(ben, question, scope);
    expect(new Set(getResultNames(answer.calls[0]))).toEqual(new Set(['Audit Letter 2025.pdf']));
    expect(answer.content).not.toContain('Travel');
  });

  it('and the model looks further in both, or in the one that it names, and nowhere else', async () => {
    const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
    await say({ text: '{"queries": ["hotel in Merrow"]}', match: '</question>' });
    const calls = [
      ['search', { queries: ['boathouse purchase board hotel'] }],
      ['search', { queries: ['hotel advances'], sites: ['Travel'] }],
      ['search', { queries: ['boathouse'], sites: ['Board'] }],
      ['list', {}],
    ];
    await say({
      rawCalls: calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })),
      match: 'Which hotel',
    });
    await say({ text: 'Done.', match: 'Which hotel' });
    const answer = await ask(ben, 'Which hotel is it?', { site_ids: idsOf(finance, travel) });
    const [, both, named, closed, listed] = answer.calls;
    expect(getResultNames(both).length).toBeGreaterThan(0);
    expect(named).toMatchObject({ asked: expect.stringContaining('Travel') });
    expect(named?.state.name === 'done' && named.state.results.every(({ site }) => site === travel?.SiteId)).toBe(true);
    expect(closed?.state).toMatchObject({ name: 'failed', reason: expect.stringContaining('"Finance", "Travel"') });
    expect(new Set(getResultNames(listed))).toEqual(
      new Set([
        'Audit Letter 2025.pdf',
        'Audit Findings 2025.docx',
        'Booking a Trip.docx',
        'Visa Notes.txt',
        'Hotels We Like.pdf',
      ]),
    );
    expect(await readPrompts()).not.toContain('1.2 million crowns');
  });
});

describe('Ben asks all of his sites', () => {
  /** @proves threat:unreadable-site */
  it('and gets an answer from them, and nothing of a site that is closed to him', async () => {
    const answer = await ask(ben, 'What did the board decide about the purchase, and which hotel is in Merrow?', {
      all_sites: true,
    });
    expect(answer.calls[0]).toMatchObject({ title: 'Search sites', asked: 'All my sites' });
    expect(await readPrompts()).toContain('the Heron');
    const seen = [answer.events, await ben!.call(getChat, { convo_id: answer.convo_id }), await readPrompts()];
    for (const secret of ['boathouse', 'Minutes 2026', board?.SiteId ?? ''])
      expect(JSON.stringify(seen)).not.toContain(secret);
    expect(await ben!.call(getChat, { convo_id: answer.convo_id })).toMatchObject({
      ChatCorpus: null,
      ChatSites: 'all',
    });
  });

  it('and the answer is the same whether there is a site that is closed to him or not', async () => {
    const question = 'Which hotel do we stay at in Merrow?';
    const [all, own] = [
      await ask(ben, question, { all_sites: true }),
      await ask(ben, question, { site_ids: idsOf(finance, people, travel) }),
    ];
    expect(all.content.replace(/\n\n\*.*/, '')).toBe(own.content.replace(/\n\n\*.*/, ''));
    expect(getResultNames(all.calls[0])).toEqual(getResultNames(own.calls[0]));
  });

  it('and Cleo, who can read fewer, gets nothing of Finance', async () => {
    const answer = await ask(cleo, 'How often are travel advances settled?', { all_sites: true });
    expect(await readPrompts()).not.toContain('Audit');
    expect(JSON.stringify(answer.events)).not.toContain('Audit');
  });
});

describe('a site from which nothing comes', () => {
  const question = 'Which hotel do we stay at in Merrow?';

  it('is named at the end of the answer', async () => {
    const answer = await ask(ben, question, { site_ids: idsOf(people, travel) });
    expect(answer.content).toMatch(
      /\n\n\*I found nothing about this in the files of People & Culture that you can read\.\*$/,
    );
    expect(answer.links.map(({ site }) => site)).toContain(travel?.SiteId);
  });

  /** @proves threat:unreadable-site */
  it('that is closed is not named, and is the same as one that does not exist', async () => {
    const [closed, unknown] = [
      await ask(ben, question, { site_ids: [...idsOf(travel), ...idsOf(board)] }),
      await ask(ben, question, { site_ids: [...idsOf(travel), '0'.repeat(32)] }),
    ];
    expect(closed.content).toMatch(
      /\n\n\*One of the sites you chose can't be searched now, so this answer comes from the others\.\*$/,
    );
    expect(closed.content).toBe(unknown.content);
    for (const secret of BOARD_SECRETS) expect(JSON.stringify(closed.events)).not.toContain(secret);
    const refused = { code: 'not_found' };
    await expect(ask(ben, question, { site_ids: idsOf(board) })).rejects.toMatchObject(refused);
    await expect(ask(ben, question, { site_ids: ['0'.repeat(32)] })).rejects.toMatchObject(refused);
  });

  /** @shows Site ID not found for knowledge search */
  it('must be chosen: a question without a site is refused', async () => {
    await expect(ask(ben, question, {})).rejects.toMatchObject({
      code: 'bad_request',
      detail: 'Site ID not found for knowledge search',
    });
  });

  it('to which Ben loses access in the middle of a chat is left out of the next answer', async () => {
    const scope = { site_ids: idsOf(finance, travel) };
    const before = await ask(ben, 'How often are travel advances settled?', scope);
    expect(getResultNames(before.calls[0])).toContain('Audit Findings 2025.docx');
    await app.control('graph', 'access', { person: 'ben', site: 'finance', role: 'none' });
    // A new process has cached no response of Graph.
    await app.terminate();
    await app.restart();
    await app.control('models', 'reset');
    const input = { event_session_id: randomUUID(), model: MODEL, convo_id: before.convo_id, ...scope };
    const events = await collect(await ben!.stream(searchResponse, { ...input, text: `${question} And advances?` }));
    const after = foldAnswer(events);
    expect(after.content).toContain("One of the sites you chose can't be searched now");
    expect(JSON.stringify([after, await readPrompts()])).not.toContain('Audit');
    const all = await ask(ben, 'How often are travel advances settled?', { all_sites: true });
    expect(JSON.stringify([all.events, await readPrompts()])).not.toContain('Audit');
    expect((await ben!.call(getSites, {})).accessibleSites.map(({ SiteName }) => SiteName)).not.toContain('Finance');
  });
});
