import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import type { Browser, Frame, Page } from 'playwright-core';
import { getSandboxCertificate } from '#sandbox/server/certificate.ts';
import { getPerson } from '#sandbox/people.ts';
import { startStandIns, type StandIns } from '#sandbox/standIns.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { serveGuestTab, type GuestTab } from '#tests/harness/browser/guestTab.ts';

const WINDOW = { width: 1440, height: 900 };
const AVA = '33333333-3333-4333-8333-333333333333';

let browser: Browser;
let guest: GuestTab;
let standIns: StandIns;
let folder: string;
let page: Page;
let tab: Frame;

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
  page = await browser.newPage({ viewport: WINDOW, ignoreHTTPSErrors: true });
});

afterAll(async () => {
  await browser.close();
  await Promise.all([standIns.close(), guest.close()]);
  await rm(folder, { recursive: true, force: true });
});

/**
 * Opens the host with these query parameters and waits until its tab has loaded. The tests share one page, and those of a
 * group continue where the test before ended.
 */
async function open(search = ''): Promise<void> {
  await page.goto(`${guest.host}/${search}`);
  await waitForTab();
}

async function waitForTab(): Promise<void> {
  await page.locator('.stage[data-state=shown]').waitFor();
  const frame = page.frames().find((candidate) => candidate.url() === `${guest.url}/`);
  if (!frame) throw new Error('The host has no frame with the tab.');
  await frame.waitForFunction('window.guest');
  tab = frame;
}

type Context = {
  app: { theme: string; host: { name: string } };
  page: { subPageId: string };
  user: { displayName: string };
};

const getContext = () => tab.evaluate<Context>('guest.context()');
const getToken = (request = 'undefined') => tab.evaluate<string>(`guest.token(${request})`);
const getClaims = async () => decodeJwt<{ oid: string; iat: number; exp: number }>(await getToken());

describe('a tab in the sandbox', () => {
  beforeAll(() => open('?person=ben&theme=dark&sub=budget-talk'));

  it('gets the context of Teams: person, theme and subpage', async () => {
    expect(await getContext()).toMatchObject({
      app: { theme: 'dark', host: { name: 'Teams', clientType: 'web' } },
      page: { id: 'home', subPageId: 'budget-talk', frameContext: 'content' },
      user: { id: getPerson('ben').oid, displayName: 'Ben Okafor', loginHint: 'ben.okafor@northwind.example' },
    });
    expect(await tab.evaluate('guest.loaded')).toEqual({ hasFinishedSuccessfully: true });
  });

  it('is notified of a new theme', async () => {
    await page.getByLabel('Theme').selectOption('Contrast');
    await page.getByLabel('Theme').selectOption('Light');

    await eventually(async () => expect(await tab.evaluate('guest.themes')).toEqual(['contrast', 'default']));
    expect((await getContext()).app.theme).toBe('default');
  });

  it.each(['680', '400', 'full'])('has the chosen width: %s', async (width) => {
    await page.getByLabel('Width').selectOption(width);

    // At the width `full`, the tab fills the window beside the app bar.
    const expected = width === 'full' ? WINDOW.width - 68 : Number(width);
    await eventually(async () => expect(await tab.evaluate('innerWidth')).toBe(expected));
  });

  it('is above the app bar on a phone and beside it elsewhere', async () => {
    const apps = page.getByRole('navigation', { name: 'Apps' });
    const stage = page.locator('.stage');
    expect((await apps.boundingBox())?.x).toBe(0);
    expect((await stage.boundingBox())?.x).toBe(68);

    await page.setViewportSize({ width: 400, height: 800 });

    const [appsBox, stageBox] = [await apps.boundingBox(), await stage.boundingBox()];
    expect(stageBox).toMatchObject({ x: 0, width: 400 });
    expect(appsBox?.y).toBe((stageBox?.y ?? 0) + (stageBox?.height ?? 0));
    await page.setViewportSize(WINDOW);
  });

  it("gets Ben's cached token, a new one for other claims, and Cleo's after a switch of the person", async () => {
    const token = await getToken();
    expect(decodeJwt(token)['oid']).toBe(getPerson('ben').oid);
    expect(await getToken()).toBe(token);
    expect(await getToken(`{ claims: ['{}'] }`)).not.toBe(token);

    await page.getByLabel('Person').selectOption('Cleo Lindqvist');

    await waitForTab();
    expect((await getClaims()).oid).toBe(getPerson('cleo').oid);
    expect(new URL(page.url()).search).toBe('?person=cleo&sub=budget-talk');
  });

  it('gets short-lived, expired or no tokens, as selected in the host', async () => {
    await open('?tokenLife=30');
    const { iat, exp } = await getClaims();
    expect(exp - iat).toBe(30);

    await page.getByLabel('Session').selectOption('Expired');
    expect((await getClaims()).exp).toBeLessThan(Date.now() / 1_000);

    await page.getByLabel('Session').selectOption('Sign-in fails');
    expect(await getToken()).toBe('Error: resourceRequiresConsent');
  });
});

describe('a request of a tab to its host', () => {
  beforeAll(() => open());
  beforeEach(() => tab.evaluate('guest.answers.length = 0'));

  it('opens a dialog and returns its result', async () => {
    await tab.evaluate(`guest.ask('/dialog', 'Choose')`);

    const expected = [{ err: null, result: { picked: 'Budget.pdf', in: 'task' } }];
    await eventually(async () => expect(await tab.evaluate('guest.answers')).toEqual(expected));
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('opens a dialog that Escape closes', async () => {
    await tab.evaluate(`guest.ask('/question', 'Are you sure?')`);
    await page.getByRole('dialog', { name: 'Are you sure?' }).waitFor();

    await page.keyboard.press('Escape');

    await eventually(async () =>
      expect(await tab.evaluate('guest.answers')).toEqual([expect.objectContaining({ err: 'CancelledByUser' })]),
    );
  });

  it('opens a sign-in window and returns its result', async () => {
    await Promise.all([page.waitForEvent('popup'), tab.getByRole('button').click()]);

    const expected = ['consented in authentication'];
    await eventually(async () => expect(await tab.evaluate('guest.answers')).toEqual(expected));
  });

  it('opens a sign-in window that the person closes', async () => {
    await page.context().route('**/popup', (route) => route.fulfill({ body: 'still thinking' }));
    const [popup] = await Promise.all([page.waitForEvent('popup'), tab.getByRole('button').click()]);

    // Playwright cannot close a page that is still loading.
    await popup.getByText('still thinking').waitFor();
    await popup.close();

    const expected = ['Error: CancelledByUser'];
    await eventually(async () => expect(await tab.evaluate('guest.answers')).toEqual(expected));
  });

  it('opens a link: the host reports an external link and follows a link into AVA', async () => {
    expect(await tab.evaluate(`guest.follow('https://northwind.example/report')`)).toBe('followed');
    await page.getByText('Opened: https://northwind.example/report').waitFor();
    expect(await tab.evaluate(`guest.follow('javascript:alert(1)')`)).toContain('InvalidUrl');

    const context = encodeURIComponent(JSON.stringify({ subEntityId: 'talk-7' }));
    await tab.evaluate(`void guest.follow('https://teams.microsoft.com/l/entity/${AVA}/home?context=${context}')`);
    await page.waitForURL('**/?sub=talk-7');
    await waitForTab();
    expect((await getContext()).page.subPageId).toBe('talk-7');
  });

  it('reports that the tab could not load; the host shows the reason and offers a retry', async () => {
    await tab.evaluate(`guest.fail('The index is missing.')`);
    await page.getByText('The index is missing.').waitFor();

    await page.getByRole('button', { name: 'Try again' }).click();

    await waitForTab();
    expect((await getContext()).app.host.name).toBe('Teams');
  });
});

describe('the sandbox bar', () => {
  beforeAll(() => open('?person=nobody&theme=plaid&width=7&tokenLife=soon'));

  it('falls back to Ada and the light theme for invalid parameters', async () => {
    expect(await getContext()).toMatchObject({ app: { theme: 'default' }, user: { displayName: 'Ada Moreau' } });
  });

  it('is usable by keyboard and shows the focus', async () => {
    const focus = page.locator(':focus');

    for (const name of ['person', 'theme', 'width', 'session']) {
      await page.keyboard.press('Tab');
      expect(await focus.getAttribute('name')).toBe(name);
      expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    }
  });
});
