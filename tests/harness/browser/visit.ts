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
import type { TestApp } from '../app/startApp.ts';

const inspection = new URL('inspectPage.js', import.meta.url);

export interface Switches {
  person?: string;
  theme?: 'default' | 'dark' | 'contrast';
  width?: 'full' | '1280' | '680' | '400';
  /** The chat with the bot, beside the tab; for an app that was started with the bot. */
  chat?: 'open' | 'closed';
  /** What a deep link leads to. */
  sub?: string;
}

/** A person in front of AVA: the host page with the tab in it, in a browser of their own. */
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
    return this.tab.getByRole('button', { name: 'Stop' });
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

  /** The tab's own page, to evaluate things in. */
  get frame(): Frame {
    const frame = this.page.frames().find((each) => each.parentFrame() !== null);
    if (!frame) throw new Error('The host shows no tab.');
    return frame;
  }

  /** What a person would stumble over in the screen as it stands, in sentences. */
  async faults(): Promise<string[]> {
    return this.frame.evaluate<string[]>(await readFile(inspection, 'utf8'));
  }

  /** Another theme for Teams, chosen without a click, which would close a menu. */
  async chooseTheme(theme: NonNullable<Switches['theme']>): Promise<void> {
    await this.page.evaluate(`{
      const list = document.querySelector('select[name=theme]');
      list.value = '${theme}';
      list.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await this.tab.locator(`[data-theme=${theme}]`).first().waitFor();
  }

  async ask(text: string): Promise<void> {
    await this.composer.click();
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('Enter');
  }

  async ready(): Promise<void> {
    await this.composer.waitFor();
  }

  /** Waits until nothing is being written any more. */
  async answered(): Promise<void> {
    await this.answers.last().waitFor();
    await this.stop.waitFor({ state: 'detached', timeout: 45_000 });
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}

/**
 * Opens AVA as a person of the sandbox, in a fresh browser profile, and waits until a message can be written.
 * @param device What the person holds in hand, where it is no window of 1360 by 860 on a desk.
 */
export async function visit(
  browser: Browser,
  app: TestApp,
  switches: Switches = {},
  device: BrowserContextOptions = {},
): Promise<Visit> {
  const window = { viewport: { width: 1360, height: 860 }, ignoreHTTPSErrors: true };
  const context = await browser.newContext({ ...window, ...device });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(`${app.urls.teams}/?${new URLSearchParams({ person: 'ada', ...switches })}`);
  const here = new Visit(context, page);
  await here.ready();
  return here;
}
