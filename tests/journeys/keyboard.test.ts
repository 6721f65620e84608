import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { makePdf } from '../harness/documents.ts';
import { expectFocus, press, walkTo } from '../harness/browser/keyboard.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { visit } from '../harness/browser/visit.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

it('Ada does a whole session without a mouse', async () => {
  const ada = await visit(browser, app);
  const { tab, page } = ada;
  const button = (name: string | RegExp) => tab.getByRole('button', { name });
  // The browser is told early that file dialogs are taken over: told together with the key, it may hear of the key first.
  const chosen = page.waitForEvent('filechooser', { timeout: 60_000 });

  // A new chat, with a file by the file button and another model.
  await walkTo(ada, ada.composer);
  await press(ada, 'Control+k');
  await expectFocus(ada.composer);
  await page.keyboard.type('How much is paid for a night in a hotel in capital cities?');
  await walkTo(ada, button('Add files'));
  await press(ada, 'Enter');
  const chooser = await chosen;
  const bytes = await makePdf([['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.']]);
  await chooser.setFiles({ name: 'handbook.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
  await tab.getByText('Processed handbook.pdf successfully!').waitFor();
  await walkTo(ada, button(/^AI model/));
  await press(ada, 'Enter');
  await walkTo(ada, tab.getByRole('menuitemradio', { name: /^GPT-4o/ }), 'ArrowDown');
  await press(ada, 'Enter');
  await expectFocus(button(/^AI model: GPT-4o/));

  // Sent, answered, and on to the source, which opens beside it.
  await walkTo(ada, ada.composer, 'Shift+Tab');
  await press(ada, 'Enter');
  await ada.answered();
  await walkTo(ada, ada.answers.last().getByRole('button', { name: 'Source 1: handbook.pdf' }).first(), 'Shift+Tab');
  await press(ada, 'Enter');
  const workspace = tab.getByRole('complementary', { name: 'Workspace' });
  await workspace.locator('mark').first().waitFor();
  await press(ada, 'F6');
  expect(await workspace.locator(':focus').count()).toBe(1);
  await walkTo(ada, button('Hide workspace'), 'Shift+Tab');
  await press(ada, 'Enter');
  await workspace.waitFor({ state: 'detached' });

  // Stopped while it is being written: the button stays where the focus is.
  await app.control('models', 'pace', { ms: 40, wordsPerDelta: 1 });
  await walkTo(ada, ada.composer);
  await page.keyboard.type('write 300 words about moving the office');
  await press(ada, 'Enter');
  await walkTo(ada, ada.stop);
  await press(ada, 'Enter');
  await tab.getByText('You stopped this answer.').waitFor();
  await expectFocus(ada.send);
  await app.control('models', 'reset');

  // The history: renamed, shared, deleted, and each time the focus is back in the list.
  await walkTo(ada, ada.history.locator('[data-title]').first(), 'Shift+Tab');
  await press(ada, 'F2', 'Control+a');
  await page.keyboard.type('Travel costs');
  await press(ada, 'Enter');
  const row = ada.history.getByRole('button', { name: 'Travel costs', exact: true });
  await expectFocus(row);
  await press(ada, 'Tab', 'Enter');
  await walkTo(ada, tab.getByRole('menuitem', { name: 'Share' }), 'ArrowDown');
  await press(ada, 'Enter');
  await walkTo(ada, tab.getByRole('checkbox', { name: /^Ben Okafor/ }));
  await press(ada, 'Space');
  await walkTo(ada, tab.getByRole('dialog').getByRole('button', { name: 'Share' }));
  await press(ada, 'Enter');
  await tab.getByText('Travel costs shared with 1 person.').waitFor();
  await expectFocus(row);
  await press(ada, 'Delete');
  await tab.getByRole('alertdialog').waitFor();
  await press(ada, 'Escape');
  await expectFocus(row);
  await press(ada, 'Delete');
  await walkTo(ada, tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await press(ada, 'Enter');
  await row.waitFor({ state: 'detached' });

  // Settings give the focus back; signing out ends it.
  await walkTo(ada, button('Settings'), 'Shift+Tab');
  await press(ada, 'Enter');
  await tab.getByRole('dialog', { name: 'Settings' }).waitFor();
  await press(ada, 'Escape');
  await expectFocus(button('Settings'));
  await walkTo(ada, button('Account of Ada Moreau'));
  await press(ada, 'Enter');
  await walkTo(ada, tab.getByRole('menuitem', { name: 'About AVA' }), 'ArrowDown');
  await press(ada, 'Enter');
  await tab.getByRole('dialog', { name: 'About AVA' }).waitFor();
  await press(ada, 'Escape');
  await expectFocus(button('Account of Ada Moreau'));
  await press(ada, 'Enter');
  await walkTo(ada, tab.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
  await press(ada, 'Enter');
  await tab.getByRole('heading', { name: 'You are signed out of AVA' }).waitFor();
  await ada.close();
});

it('F6 walks the panes in a circle, and Escape gives a drawer back to its button', async () => {
  const ben = await visit(browser, app, { person: 'ben' });
  const pane = () =>
    ben.frame.evaluate<string | undefined>(`document.activeElement.closest('[data-pane]')?.dataset.pane`);
  await walkTo(ben, ben.composer);
  await press(ben, 'F6');
  expect(await pane()).toBe('header');
  await press(ben, 'F6');
  expect(await pane()).toBe('history');
  await press(ben, 'F6');
  expect(await pane()).toBe('conversation');
  await expectFocus(ben.composer);
  await ben.close();

  const phone = await visit(browser, app, { person: 'ben', width: '400' });
  const show = phone.tab.getByRole('button', { name: /^(Show|Hide) history$/ });
  await walkTo(phone, show);
  await press(phone, 'Enter');
  await phone.tab.getByRole('dialog').waitFor();
  await press(phone, 'Escape');
  await phone.tab.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(show);
  await phone.close();
});
