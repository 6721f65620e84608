import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import type { Browser, Frame, Page } from 'playwright-core';
import { getSandboxCertificate } from '../../env/sandbox/server/certificate.ts';
import { getPerson } from '../../env/sandbox/people.ts';
import { startStandIns, type StandIns } from '../../env/sandbox/standIns.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { eventually } from '../harness/eventually.ts';
import { serveGuestTab, type GuestTab } from '../harness/browser/guestTab.ts';

const AVA = '33333333-3333-4333-8333-333333333333';

let browser: Browser;
let guest: GuestTab;
let standIns: StandIns;
let folder: string;
let page: Page;

beforeAll(async () => {
  [browser, folder] = await Promise.all([openBrowser(), mkdtemp(join(tmpdir(), 'ava-host-'))]);
  guest = await serveGuestTab(await getSandboxCertificate(join(folder, 'sandbox')));
  standIns = await startStandIns({
    needed: { identity: true, models: false },
    ports: { teams: 0, identity: 0, graph: 0, models: 0, channel: 0, mcp: 0 },
    dataDir: folder,
    apiUrl: guest.url,
  });
  guest.host = standIns.teams?.url ?? '';
});

afterAll(async () => {
  await browser.close();
  await Promise.all([standIns.close(), guest.close()]);
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true });
});

afterEach(() => page.close());

/** Opens the host with these query parameters and waits until its tab has loaded. */
async function open(search = ''): Promise<Frame> {
  await page.goto(`${guest.host}/${search}`);
  return waitForTab();
}

async function waitForTab(): Promise<Frame> {
  await page.locator('.stage[data-state=shown]').waitFor();
  const tab = page.frames().find((frame) => frame.url() === `${guest.url}/`);
  if (!tab) throw new Error('The host has no frame with the tab.');
  await tab.waitForFunction('window.guest');
  return tab;
}

type Context = {
  app: { theme: string; host: { name: string } };
  page: { subPageId: string };
  user: { displayName: string };
};

const getContext = (tab: Frame) => tab.evaluate<Context>('guest.context()');
const getToken = (tab: Frame) => tab.evaluate<string>('guest.token()');
const getClaims = async (tab: Frame) => decodeJwt<{ oid: string; iat: number; exp: number }>(await getToken(tab));

describe('a tab in the sandbox', () => {
  it('gets the context of Teams: person, theme and subpage', async () => {
    const tab = await open('?person=ben&theme=dark&sub=budget-talk');

    expect(await getContext(tab)).toMatchObject({
      app: { theme: 'dark', host: { name: 'Teams', clientType: 'web' } },
      page: { id: 'home', subPageId: 'budget-talk', frameContext: 'content' },
      user: { id: getPerson('ben').oid, displayName: 'Ben Okafor', loginHint: 'ben.okafor@northwind.example' },
    });
    expect(await tab.evaluate('guest.loaded')).toEqual({ hasFinishedSuccessfully: true });
  });

  it("gets Ben's token, and Cleo's after a switch of the person", async () => {
    const tab = await open('?person=ben');
    expect((await getClaims(tab)).oid).toBe(getPerson('ben').oid);

    await page.getByLabel('Person').selectOption('Cleo Lindqvist');

    expect((await getClaims(await waitForTab())).oid).toBe(getPerson('cleo').oid);
    expect(new URL(page.url()).search).toBe('?person=cleo');
  });

  it('gets short-lived, expired or no tokens, as selected in the host', async () => {
    const tab = await open('?tokenLife=30');
    const { iat, exp } = await getClaims(tab);
    expect(exp - iat).toBe(30);

    await page.getByLabel('Session').selectOption('Expired');
    expect((await getClaims(tab)).exp).toBeLessThan(Date.now() / 1_000);

    await page.getByLabel('Session').selectOption('Sign-in fails');
    expect(await getToken(tab)).toBe('Error: resourceRequiresConsent');
  });

  it('is notified of a new theme', async () => {
    const tab = await open();

    await page.getByLabel('Theme').selectOption('Dark');
    await page.getByLabel('Theme').selectOption('Contrast');

    await eventually(async () => expect(await tab.evaluate('guest.themes')).toEqual(['dark', 'contrast']));
    expect((await getContext(tab)).app.theme).toBe('contrast');
  });

  it.each([680, 400])('is %i px wide when that width is chosen', async (width) => {
    const tab = await open(`?width=${width}`);

    expect(await tab.evaluate('innerWidth')).toBe(width);
  });

  it('is above the app bar on a phone and beside it elsewhere', async () => {
    await open();
    const apps = page.getByRole('navigation', { name: 'Apps' });
    const stage = page.locator('.stage');
    expect((await apps.boundingBox())?.x).toBe(0);
    expect((await stage.boundingBox())?.x).toBe(68);

    await page.setViewportSize({ width: 400, height: 800 });

    const [appsBox, stageBox] = [await apps.boundingBox(), await stage.boundingBox()];
    expect(stageBox).toMatchObject({ x: 0, width: 400 });
    expect(appsBox?.y).toBe((stageBox?.y ?? 0) + (stageBox?.height ?? 0));
  });
});

describe('a request of a tab to its host', () => {
  it('opens a link: the host reports an external link and follows a link into AVA', async () => {
    const tab = await open();

    expect(await tab.evaluate(`guest.follow('https://northwind.example/report')`)).toBe('followed');
    await page.getByText('Opened: https://northwind.example/report').waitFor();
    expect(await tab.evaluate(`guest.follow('javascript:alert(1)')`)).toContain('InvalidUrl');

    const context = encodeURIComponent(JSON.stringify({ subEntityId: 'talk-7' }));
    await tab.evaluate(`void guest.follow('https://teams.microsoft.com/l/entity/${AVA}/home?context=${context}')`);
    await page.waitForURL('**/?sub=talk-7');
    expect((await getContext(await waitForTab())).page.subPageId).toBe('talk-7');
  });

  it('opens a dialog and returns its result', async () => {
    const tab = await open();
    await tab.evaluate(`guest.ask('/dialog', 'Choose')`);

    const expected = [{ err: null, result: { picked: 'Budget.pdf', in: 'task' } }];
    await eventually(async () => expect(await tab.evaluate('guest.answers')).toEqual(expected));
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('opens a dialog that Escape closes', async () => {
    const tab = await open();
    await tab.evaluate(`guest.ask('/question', 'Are you sure?')`);
    await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();

    await page.keyboard.press('Escape');

    await eventually(async () =>
      expect(await tab.evaluate('guest.answers')).toEqual([expect.objectContaining({ err: 'CancelledByUser' })]),
    );
  });

  it('opens a sign-in window and returns its result', async () => {
    const tab = await open();

    await Promise.all([page.waitForEvent('popup'), tab.getByRole('button').click()]);

    const expected = ['consented in authentication'];
    await eventually(async () => expect(await tab.evaluate('guest.answers')).toEqual(expected));
  });

  it('opens a sign-in window that the person closes', async () => {
    const tab = await open();
    await page.context().route('**/popup', (route) => route.fulfill({ body: 'still thinking' }));
    const [popup] = await Promise.all([page.waitForEvent('popup'), tab.getByRole('button').click()]);

    // Playwright cannot close a page that is still loading.
    await popup.getByText('still thinking').waitFor();
    await popup.close();

    const expected = ['Error: CancelledByUser'];
    await eventually(async () => expect(await tab.evaluate('guest.answers')).toEqual(expected));
  });

  it('reports that the tab could not load, and offers a retry', async () => {
    const tab = await open();
    await tab.evaluate(`guest.fail('The index is missing.')`);
    await page.getByText('The index is missing.').waitFor();

    await page.getByRole('button', { name: 'Try again' }).click();

    expect((await getContext(await waitForTab())).app.host.name).toBe('Teams');
  });
});

describe('the sandbox bar', () => {
  it('is usable by keyboard and shows the focus', async () => {
    await open();
    const focus = page.locator(':focus');

    for (const name of ['person', 'theme', 'width', 'session']) {
      await page.keyboard.press('Tab');
      expect(await focus.getAttribute('name')).toBe(name);
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    }
  });

  it('falls back to Ada and the light theme for invalid parameters', async () => {
    const tab = await open('?person=nobody&theme=plaid&width=7&tokenLife=soon');

    expect(await getContext(tab)).toMatchObject({ app: { theme: 'default' }, user: { displayName: 'Ada Moreau' } });
  });
});
