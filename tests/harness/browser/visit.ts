import { readFile } from 'node:fs/promises';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Frame,
  FrameLocator,
  Locator,
  Page,
} from 'playwright-core';
import { finishWelcome } from '#contract/people.ts';
import { PATIENCE_MS } from '#tests/harness/patience.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';

const inspectScripts = ['inspectElements.js', 'inspectPage.js'].map((name) => new URL(name, import.meta.url));

export interface VisitOptions {
  person?: string;
  theme?: 'default' | 'dark' | 'contrast';
  width?: 'full' | '1280' | '680' | '400';
  /** The chat with the bot beside the tab; requires an app with the bot. */
  chat?: 'open' | 'closed';
  /** The subpage of a deep link. */
  sub?: string;
  /** Shows the welcome, as for a person who has never used AVA. By default, the person has already skipped it. */
  newcomer?: boolean;
}

/** Returns layout and contrast problems of a page as sentences. */
export async function findLayoutProblems(page: Page | Frame): Promise<string[]> {
  const scripts = await Promise.all(inspectScripts.map((url) => readFile(url, 'utf8')));
  return page.evaluate<string[]>(scripts.join('\n'));
}

/** One person's browser profile with the host page and the tab in it. */
export class Visit {
  readonly page: Page;
  readonly tab: FrameLocator;
  readonly #context: BrowserContext;

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.page = page;
    this.tab = page.frameLocator('iframe[title=AVA]');
  }

  get composer(): Locator {
    return this.tab.getByRole('textbox', { name: 'Message to AVA' });
  }

  get send(): Locator {
    return this.tab.getByRole('button', { name: 'Send' });
  }

  get stop(): Locator {
    return this.tab.getByRole('button', { name: 'Stop', exact: true });
  }

  get answers(): Locator {
    return this.tab.getByRole('article', { name: 'AVA' });
  }

  get questions(): Locator {
    return this.tab.getByRole('article', { name: 'You' });
  }

  get history(): Locator {
    return this.tab.getByLabel('Chat history');
  }

  /** The tab's frame, for `evaluate`. */
  get frame(): Frame {
    const frame = this.page.frames().find((candidate) => candidate.parentFrame() !== null);
    if (!frame) throw new Error('The host shows no tab.');
    return frame;
  }

  /** Returns layout and contrast problems of the current screen as sentences. */
  async findLayoutProblems(): Promise<string[]> {
    // Waits until animations end, because colors fade after a change of the theme. Spinners never end and are left out.
    await this.frame.evaluate(`Promise.allSettled(document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().iterations < Infinity)
      .map(({ finished }) => finished)).then(() => undefined)`);
    return findLayoutProblems(this.frame);
  }

  /** Sets Teams' theme without a click, because a click would close an open menu. */
  async chooseTheme(theme: NonNullable<VisitOptions['theme']>): Promise<void> {
    await this.page.evaluate(`{
      const list = document.querySelector('select[name=theme]');
      list.value = '${theme}';
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await this.tab.locator(`[data-theme=${theme}]`).first().waitFor();
  }

  getTheme(): Promise<NonNullable<VisitOptions['theme']>> {
    return this.page.locator('select[name=theme]').inputValue() as Promise<NonNullable<VisitOptions['theme']>>;
  }

  async ask(text: string): Promise<void> {
    await this.composer.click();
    await this.page.keyboard.insertText(text);
    // A keyboard on the screen sends with the button.
    if (!(await this.page.evaluate(`matchMedia('(any-hover: hover) and (any-pointer: fine)').matches`)))
      return this.tab.getByRole('button', { name: 'Send', exact: true }).click();
    // Focuses the composer first: a drawer or dialog that just closed can have taken the focus back.
    await this.composer.press('Enter');
  }

  async waitUntilReady(): Promise<void> {
    await this.composer.waitFor();
  }

  /** Opens an empty chat. */
  async startChat(): Promise<void> {
    await this.tab.getByRole('button', { name: 'New chat' }).first().click();
    await this.questions.first().waitFor({ state: 'detached' });
    await this.waitUntilReady();
  }

  /** Waits until the latest answer has ended. */
  async waitForAnswer(): Promise<void> {
    await this.answers.last().waitFor();
    await this.stop.waitFor({ state: 'detached' });
  }

  /** Puts the browser to sleep like a closed laptop: its network is gone and its pages stand still. */
  async sleep(): Promise<void> {
    await this.#context.setOffline(true);
    await this.#setLifecycle('frozen');
  }

  async wake(): Promise<void> {
    await this.#setLifecycle('active');
    await this.#context.setOffline(false);
  }

  async #setLifecycle(state: 'frozen' | 'active'): Promise<void> {
    const session = await this.#context.newCDPSession(this.page);
    await session.send('Page.setWebLifecycleState', { state });
    await session.detach();
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

/**
 * Opens AVA as a person of the sandbox in a new browser profile and waits until the composer is ready.
 * @param device overrides of a desktop window of 1360 by 860
 */
export async function openVisit(
  browser: Browser,
  app: TestApp,
  { newcomer = false, ...options }: VisitOptions = {},
  device: BrowserContextOptions = {},
): Promise<Visit> {
  // Without animations, screens settle sooner and pages draw less.
  const window = { viewport: { width: 1360, height: 860 }, ignoreHTTPSErrors: true, reducedMotion: 'reduce' } as const;
  const query = { person: 'ada', ...options };
  if (!newcomer) await app.as(query.person).call(finishWelcome, {});
  const context = await browser.newContext({ ...window, ...device });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${app.urls.teams}/?${new URLSearchParams(query)}`);
  const visit = new Visit(context, page);
  // A link to Tasks opens no chat.
  if (!options.sub?.startsWith('task')) await visit.waitUntilReady();
  return visit;
}
