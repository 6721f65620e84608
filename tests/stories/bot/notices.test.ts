import { setBotNotices, takeBotNotice } from '#contract/bot.ts';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import type { Site } from '#contract/sites/sites.ts';
import { texts } from '#bot/texts.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openTeamsChat } from '#tests/harness/bot/teamsChat.ts';

let app: TestApp;
let finance: Site;
let files: CandidateFile[];

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  const ada = app.as('ada');
  finance = await makeCorpus(ada, 'Finance');
  files = (await listCrawledFiles(ada, finance.SiteId)).toSorted((a, b) => a.size - b.size);
});
afterAll(() => app.close());

const add = (from: number, to: number) => addFiles(app.as('ada'), finance, files.slice(from, to));
const cards = async (person: string) =>
  (await openTeamsChat(app, person).listAnswers())
    .map(({ activity }) => JSON.stringify(activity.attachments ?? []))
    .filter((card) => card.includes(texts.howToStopNotices));
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

it('Ada gets no notices before she turns them on', async () => {
  await add(0, 1);
  const chat = openTeamsChat(app, 'ada');
  await chat.send('repeat after me: good morning');
  await chat.waitForAnswer();
  await pause(1_000);
  expect(await cards('ada')).toEqual([]);
});

it('Ada turns notices on and gets one notice that names every file that she adds afterwards', async () => {
  const chat = openTeamsChat(app, 'ada');
  await chat.send('notify on');
  expect((await chat.waitForAnswer(1)).activity.text).toBe(texts.notifyOn);
  await add(1, 3);
  await chat.send('repeat after me: I am back');
  await chat.waitForAnswer(3);
  const [card = '', ...more] = await cards('ada');
  expect(more).toEqual([]);
  expect(card).toContain('2 files are ready.');
  for (const { name } of files.slice(1, 3)) expect(card).toContain(name);
  expect(card).not.toContain(files[0]?.name);
  expect(card).toContain('in Finance');
  await chat.send('repeat after me: once is enough');
  await chat.waitForAnswer(4);
  await pause(1_000);
  expect(await cards('ada')).toHaveLength(1);
});

it('two bot processes send only one notice', async () => {
  const ada = app.as('ada');
  await ada.call(setBotNotices, { reference: 'nobody reads this' });
  await add(3, 4);
  const looks = await Promise.all(Array.from({ length: 8 }, () => ada.call(takeBotNotice, {})));
  expect(looks.filter(({ done }) => done !== null)).toHaveLength(1);
});

it('Ben, who lost access to one of two files, gets the number of finished files and only the name of the other', async () => {
  const ben = app.as('ben');
  const [readable, removed] = files.slice(5, 7);
  await ben.call(setBotNotices, { reference: 'nobody reads this either' });
  await addFiles(ben, finance, [readable!, removed!]);
  const path = ['finance/Documents', removed?.folder, removed?.name].filter(Boolean).join('/');
  await app.control('graph', 'access', { person: 'ben', file: path, role: 'none' });
  const { done } = await ben.call(takeBotNotice, {});
  expect(done).toMatchObject({ files: [{ name: readable?.name, site_id: finance.SiteId }] });
  expect((done?.ready ?? 0) + (done?.failed ?? 0)).toBe(2);
  expect(JSON.stringify(done)).not.toContain(removed?.name);
});

/** @proves threat:forged-card */
it('does not send to an address that the bot did not store', async () => {
  const forged = { serviceUrl: 'https://evil.example/', conversation: { id: 'a:ben' } };
  const reference = `${Buffer.from(JSON.stringify(forged)).toString('base64url')}.AAAA`;
  await app.as('ada').call(setBotNotices, { reference });
  await add(4, 5);
  const chat = openTeamsChat(app, 'ada');
  const before = await chat.countAnswers();
  await chat.send('repeat after me: still here');
  await chat.waitForAnswer(before);
  await pause(1_500);
  expect(await cards('ada')).toHaveLength(1);
  expect(app.readBotLog()).toContain('conversation reference not valid');
});

it('Ada turns notices off; Ben, who tries to turn them on in a group, is told to do so in his personal chat', async () => {
  const chat = openTeamsChat(app, 'ada');
  const before = await chat.countAnswers();
  await chat.send('notify off');
  expect((await chat.waitForAnswer(before)).activity.text).toBe(texts.notifyOff);
  expect(await app.as('ada').call(takeBotNotice, {})).toEqual({
    reference: null,
    under_way: 0,
    done: null,
    tasks: [],
    access: [],
  });
  const group = { kind: 'groupChat', name: 'Month end', people: ['ada', 'ben'] };
  const { id } = (await app.control('channel', 'conversation', group)) as { id: string };
  const bensGroup = openTeamsChat(app, 'ben', id);
  await bensGroup.send('@AVA notify on');
  expect((await bensGroup.waitForAnswer()).activity.text).toBe(texts.notifyInPrivate);
});
