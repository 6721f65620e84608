import { openTeamsChat } from '#tests/harness/bot/teamsChat.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';
import { makeJourneys } from '#tests/harness/client/journeysTable.ts';

/** Number of the passage with the result: those of the file have 50 rows each. */
const RESULT = 42;

let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true });
});
afterAll(() => app.close());

it('Ada sends the bot a table of 2,000 rows, and its answer cites what AVA calculated over them', async () => {
  const { csv, totals } = makeJourneys();
  const sql = 'select Department, sum(Euros) as total from data group by Department order by Department';
  const script = (text: string, ...rawCalls: { name: string; arguments: string }[]) =>
    app.control('models', 'scenario', { name: 'script', text, rawCalls, count: 1, match: 'spend on travel' });
  await script('', { name: 'query_table', arguments: JSON.stringify({ passage: 1, sql }) });
  const [[department, euros] = ['', 0]] = totals;
  await script(`${department} spent ${euros} euros [${RESULT}].`);

  const chat = openTeamsChat(app, 'ada');
  const before = await chat.countAnswers();
  await chat.send('What did each department spend on travel?', {
    files: [{ name: 'Travel.csv', base64: Buffer.from(csv).toString('base64') }],
  });
  const { activity } = await chat.waitForAnswer(before);
  expect(activity.text).toContain(`${department} spent ${euros} euros [1]`);
  const answer = (await getLatestChat(app.as('ada'))).Messages.at(-1);
  expect(answer?.calls).toMatchObject([{ title: 'Calculate', state: { outcome: `${totals.length} rows` } }]);
  expect(answer?.links).toMatchObject([{ filename: 'Travel.csv', location: 'rows 2 to 2001', standing: 'holds' }]);
  expect(answer?.links?.[0]?.quote).toContain(`| ${department} | ${euros} |`);
});
