import { setBotNotices, takeBotNotice } from '../../api/contract/bot.ts';
import type { CandidateFile } from '../../api/contract/corpusFiles.ts';
import type { Site } from '../../api/contract/sites.ts';
import { texts } from '../../bot/src/texts.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '../harness/client/corpora.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openTeamsChat } from '../harness/bot/teamsChat.ts';

let app: TestApp;
let finance: Site;
let files: CandidateFile[];

beforeAll(async () => {
  app = await startApp({ bot: true, features: { knowledgeSearch: true } });
  const ada = app.as('ada');
  finance = await makeCorpus(ada, 'Finance');
  files = (await listCrawledFiles(ada, finance.SiteId)).toSorted((one, other) => one.size - other.size);
});
afterAll(() => app.close());

const add = (from: number, to: number) => addFiles(app.as('ada'), finance, files.slice(from, to));
const cards = async (person: string) =>
  (await openTeamsChat(app, person).complete())
    .map(({ activity }) => JSON.stringify(activity.attachments ?? []))
    .filter((card) => card.includes(texts.howToStopNotices));
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

it('Ada is told nothing before she asks for it', async () => {
  await add(0, 1);
  const chat = openTeamsChat(app, 'ada');
  await chat.say('repeat after me: good morning');
  await chat.answer();
  await pause(1_000);
  expect(await cards('ada')).toEqual([]);
});

it('Ada asks for it and is told once of what she adds from then on, by name', async () => {
  const chat = openTeamsChat(app, 'ada');
  await chat.say('notify on');
  expect((await chat.answer(1)).activity.text).toBe(texts.notifyOn);
  await add(1, 3);
  await chat.say('repeat after me: I am back');
  await chat.answer(3);
  const [card = '', ...more] = await cards('ada');
  expect(more).toEqual([]);
  expect(card).toContain('2 files are ready.');
  for (const { name } of files.slice(1, 3)) expect(card).toContain(name);
  expect(card).not.toContain(files[0]?.name);
  expect(card).toContain('in Finance');
  await chat.say('repeat after me: once is enough');
  await chat.answer(4);
  await pause(1_000);
  expect(await cards('ada')).toHaveLength(1);
});

it('of two processes that look at once, one tells her', async () => {
  const ada = app.as('ada');
  await ada.call(setBotNotices, { reference: 'nobody reads this' });
  await add(3, 4);
  const looks = await Promise.all(Array.from({ length: 8 }, () => ada.call(takeBotNotice, {})));
  expect(looks.filter(({ done }) => done !== null)).toHaveLength(1);
});

it('Ben, from whom a file was taken meanwhile, is told how many are done, and the name of the other', async () => {
  const ben = app.as('ben');
  const [kept, taken] = files.slice(5, 7);
  await ben.call(setBotNotices, { reference: 'nobody reads this either' });
  await addFiles(ben, finance, [kept!, taken!]);
  const path = ['finance/Documents', taken?.folder, taken?.name].filter(Boolean).join('/');
  await app.control('graph', 'access', { person: 'ben', file: path, role: 'none' });
  const { done } = await ben.call(takeBotNotice, {});
  expect(done).toMatchObject({ files: [{ name: kept?.name, site_id: finance.SiteId }] });
  expect((done?.ready ?? 0) + (done?.failed ?? 0)).toBe(2);
  expect(JSON.stringify(done)).not.toContain(taken?.name);
});

it('does not go where a way back leads that the bot did not write', async () => {
  const forged = { serviceUrl: 'https://evil.example/', conversation: { id: 'a:ben' } };
  const reference = `${Buffer.from(JSON.stringify(forged)).toString('base64url')}.AAAA`;
  await app.as('ada').call(setBotNotices, { reference });
  await add(4, 5);
  const chat = openTeamsChat(app, 'ada');
  const before = await chat.count();
  await chat.say('repeat after me: still here');
  await chat.answer(before);
  await pause(1_500);
  expect(await cards('ada')).toHaveLength(1);
  expect(app.readBotLog()).toContain('conversation reference not valid');
});

it('is told no more when she has had enough; Ben in a group is sent to his own chat', async () => {
  const chat = openTeamsChat(app, 'ada');
  const before = await chat.count();
  await chat.say('notify off');
  expect((await chat.answer(before)).activity.text).toBe(texts.notifyOff);
  expect(await app.as('ada').call(takeBotNotice, {})).toEqual({ reference: null, under_way: 0, done: null });
  const group = { kind: 'groupChat', name: 'Month end', people: ['ada', 'ben'] };
  const { id } = (await app.control('channel', 'conversation', group)) as { id: string };
  const bens = openTeamsChat(app, 'ben', id);
  await bens.say('@AVA notify on');
  expect((await bens.answer()).activity.text).toBe(texts.notifyInPrivate);
});
