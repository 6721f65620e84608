import type { Locator, Page } from 'playwright-core';
import { eventually } from '../eventually.ts';

/** The chat with the bot in the host page, under a person's hands. */
export class BotChat {
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

  /** Opens the chat, or another of the person's conversations. */
  async open(conversation = 'AVA'): Promise<void> {
    const opener = this.page.getByRole('button', { name: 'Chat', exact: true });
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
    const choice = this.pane.getByRole('combobox', { name: 'Conversation' });
    await choice.locator('option', { hasText: conversation }).waitFor({ state: 'attached' });
    await choice.selectOption({ label: conversation });
  }

  async say(text: string): Promise<void> {
    await this.composer.click();
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press('Enter');
  }

  /** Sends what already stands in the composer, once it begins with `words` and there is a conversation to send it to. */
  async sendWhatStands(words: string): Promise<void> {
    await eventually(async () => {
      if (!(await this.composer.inputValue()).startsWith(words)) throw new Error(`The composer does not say ${words}`);
    });
    await this.pane.getByRole('button', { name: 'Send', exact: true }).click();
  }

  async attach(name: string, bytes: Uint8Array): Promise<void> {
    const buffer = Buffer.from(bytes);
    await this.pane.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  }

  /** The latest whole answer of the bot that says something like `words`. */
  async answered(words: RegExp | string): Promise<Locator> {
    const ofBot = this.page.getByRole('article', { name: 'AVA' });
    const answer = this.pane.locator('li.sent').filter({ has: ofBot, hasText: words }).last();
    await answer.waitFor({ timeout: 45_000 });
    return answer;
  }
}
