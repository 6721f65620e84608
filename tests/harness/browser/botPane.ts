import type { Locator, Page } from 'playwright-core';
import { eventually } from '#tests/harness/eventually.ts';

/** The chat with the bot in the host page. */
export class BotPane {
  readonly page: Page;
  readonly pane: Locator;

  constructor(page: Page) {
    this.page = page;
    this.pane = page.getByRole('region', { name: 'Chat with AVA' });
  }

  get composer(): Locator {
    return this.pane.getByRole('textbox', { name: 'Type a message' });
  }

  get answers(): Locator {
    return this.pane.getByRole('article', { name: 'AVA' });
  }

  get stop(): Locator {
    return this.pane.getByRole('button', { name: 'Stop', exact: true });
  }

  /** Opens the personal chat or another of the person's conversations. */
  async open(conversation = 'AVA'): Promise<void> {
    const toggle = this.page.getByRole('button', { name: 'Chat', exact: true });
    if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
    const choice = this.pane.getByRole('combobox', { name: 'Conversation' });
    await choice.locator('option', { hasText: conversation }).waitFor({ state: 'attached' });
    await choice.selectOption({ label: conversation });
  }

  async send(text: string): Promise<void> {
    await this.composer.click();
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until the composer's text begins with `start`, then sends it. */
  async sendDraft(start: string): Promise<void> {
    await eventually(async () => {
      if (!(await this.composer.inputValue()).startsWith(start))
        throw new Error(`The draft does not start with ${start}`);
    });
    await this.pane.getByRole('button', { name: 'Send', exact: true }).click();
  }

  async attach(name: string, bytes: Uint8Array): Promise<void> {
    const buffer = Buffer.from(bytes);
    await this.pane.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  /** Waits for a complete answer that matches and returns the latest one. */
  async waitForAnswer(text: RegExp | string): Promise<Locator> {
    const fromBot = this.page.getByRole('article', { name: 'AVA' });
    const answer = this.pane.locator('li.sent').filter({ has: fromBot, hasText: text }).last();
    await answer.waitFor();
    return answer;
  }
}
