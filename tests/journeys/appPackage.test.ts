import type { Browser } from 'playwright-core';
import { API_CLIENT_ID, API_ID_URI } from '#sandbox/identity/registrations.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { BotPane } from '#tests/harness/browser/botPane.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit } from '#tests/harness/browser/visit.ts';
import { eventually } from '#tests/harness/eventually.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ bot: true }), openBrowser()]);
});
afterEach(() => provision(API_ID_URI));
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Changes `webApplicationInfo.resource` of the installed app package. */
const install = (resource: string) => app.control('teams', 'app', { resource });
const register = (identifierUri: string) => app.control('identity', 'registration', { identifierUri });

async function provision(resource: string): Promise<void> {
  await install(resource);
  await register(resource);
}

/** Opens the host page, and collects what it writes to the console. */
async function openTeams(person: string) {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const reasons: string[] = [];
  page.on('console', (message) => reasons.push(message.text()));
  await page.goto(`${app.urls.teams}/?person=${person}`);
  return { page, reasons };
}

it('Ada opens the tab and asks the bot with the app package and the registration of this repository', async () => {
  const visit = await openVisit(browser, app, { person: 'ada', chat: 'open' });
  const bot = new BotPane(visit.page);
  await bot.open();
  await bot.send('repeat after me: one registration');
  await bot.waitForAnswer('one registration');
  await visit.close();
});

/** @proves threat:one-application */
it('Ben opens the tab of an app without botid-, but its bot tells him that it cannot sign him in', async () => {
  await provision(`api://localhost/${API_CLIENT_ID}`);
  const visit = await openVisit(browser, app, { person: 'ben', chat: 'open' });
  const bot = new BotPane(visit.page);
  await bot.open();
  await bot.send('repeat after me: hello');
  await bot.waitForAnswer('resourcematchfailed');
  await bot.waitForAnswer('Please tell your administrator.');

  await provision(API_ID_URI);
  await bot.send('repeat after me: mended');
  await bot.waitForAnswer(/^(?!.*resourcematchfailed).*mended/);
  await visit.close();
});

it('Cleo’s tab does not sign in if the registration does not have the resource of the app package', async () => {
  await register(`api://localhost/${API_CLIENT_ID}`);
  const { page, reasons } = await openTeams('cleo');
  await eventually(() => expect(reasons.join(' ')).toContain('AADSTS500011'), { everyMs: 100 });
  await page.close();
});

it('Dev’s tab does not sign in with the app package of another domain', async () => {
  await install(`api://ava.example/botid-${API_CLIENT_ID}`);
  const { page, reasons } = await openTeams('dev');
  await eventually(() => expect(reasons.join(' ')).toContain('is not of http://localhost'), { everyMs: 100 });
  await page.frameLocator('iframe[title=AVA]').getByRole('button', { name: 'Sign in' }).waitFor();
  await page.close();
});
