import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { expectFocus, pressKeys, moveFocusTo } from '../harness/browser/keyboard.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit } from '../harness/browser/visit.ts';
import { makePdf } from '../../env/sandbox/documents/pdf.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

it('Ada completes a whole session without a mouse', async () => {
  const ada = await openVisit(browser, app);
  const { tab, page } = ada;
  const button = (name: string | RegExp) => tab.getByRole('button', { name });
  // The browser is told early that file dialogs are taken over: told together with the key, it may hear of the key first.
  const chosen = page.waitForEvent('filechooser', { timeout: 60_000 });

  // A new chat, with a file by the file button and another model.
  await moveFocusTo(ada, ada.composer);
  await pressKeys(ada, 'Control+k');
  await expectFocus(ada.composer);
  await page.keyboard.type('How much is paid for a night in a hotel in capital cities?');
  await moveFocusTo(ada, button('Add files'));
  await pressKeys(ada, 'Enter');
  const chooser = await chosen;
  const bytes = await makePdf([['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.']]);
  await chooser.setFiles({ name: 'handbook.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
  await tab.getByText('Processed handbook.pdf successfully!').waitFor();
  await moveFocusTo(ada, button(/^AI model/));
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, tab.getByRole('menuitemradio', { name: /^GPT-4o/ }), 'ArrowDown');
  await pressKeys(ada, 'Enter');
  await expectFocus(button(/^AI model: GPT-4o/));

  // Sent, answered, and on to the source, which opens beside it.
  await moveFocusTo(ada, ada.composer, 'Shift+Tab');
  await pressKeys(ada, 'Enter');
  await ada.answered();
  await moveFocusTo(ada, ada.answers.last().getByRole('button', { name: 'Source 1: handbook.pdf' }).first(), 'Shift+Tab');
  await pressKeys(ada, 'Enter');
  const workspace = tab.getByRole('complementary', { name: 'Workspace' });
  await workspace.locator('mark').first().waitFor();
  await pressKeys(ada, 'F6');
  expect(await workspace.locator(':focus').count()).toBe(1);
  await moveFocusTo(ada, button('Hide workspace'), 'Shift+Tab');
  await pressKeys(ada, 'Enter');
  await workspace.waitFor({ state: 'detached' });

  // Stopped while it is being written: the button stays where the focus is.
  await app.control('models', 'pace', { ms: 40, wordsPerDelta: 1 });
  await moveFocusTo(ada, ada.composer);
  await page.keyboard.type('write 300 words about moving the office');
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, ada.stop);
  await pressKeys(ada, 'Enter');
  await tab.getByText('You stopped this answer.').waitFor();
  await expectFocus(ada.send);
  await app.control('models', 'reset');

  // The history: renamed, shared, deleted, and each time the focus is back in the list.
  await moveFocusTo(ada, ada.history.locator('[data-title]').first(), 'Shift+Tab');
  await pressKeys(ada, 'F2', 'Control+a');
  await page.keyboard.type('Travel costs');
  await pressKeys(ada, 'Enter');
  const row = ada.history.getByRole('button', { name: 'Travel costs', exact: true });
  await expectFocus(row);
  await pressKeys(ada, 'Tab', 'Enter');
  await moveFocusTo(ada, tab.getByRole('menuitem', { name: 'Share' }), 'ArrowDown');
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, tab.getByRole('checkbox', { name: /^Ben Okafor/ }));
  await pressKeys(ada, 'Space');
  await moveFocusTo(ada, tab.getByRole('dialog').getByRole('button', { name: 'Share' }));
  await pressKeys(ada, 'Enter');
  await tab.getByText('Travel costs shared with 1 person.').waitFor();
  await expectFocus(row);
  await pressKeys(ada, 'Delete');
  await tab.getByRole('alertdialog').waitFor();
  await pressKeys(ada, 'Escape');
  await expectFocus(row);
  await pressKeys(ada, 'Delete');
  await moveFocusTo(ada, tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await pressKeys(ada, 'Enter');
  await row.waitFor({ state: 'detached' });

  // Settings give the focus back; signing out ends it.
  await moveFocusTo(ada, button('Settings'), 'Shift+Tab');
  await pressKeys(ada, 'Enter');
  await tab.getByRole('dialog', { name: 'Settings' }).waitFor();
  await pressKeys(ada, 'Escape');
  await expectFocus(button('Settings'));
  await moveFocusTo(ada, button('Account of Ada Moreau'));
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, tab.getByRole('menuitem', { name: 'About AVA' }), 'ArrowDown');
  await pressKeys(ada, 'Enter');
  await tab.getByRole('dialog', { name: 'About AVA' }).waitFor();
  await pressKeys(ada, 'Escape');
  await expectFocus(button('Account of Ada Moreau'));
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, tab.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
  await pressKeys(ada, 'Enter');
  await tab.getByRole('heading', { name: 'You are signed out of AVA' }).waitFor();
  await ada.close();
});

it('F6 cycles through the panes, and Escape returns the focus from a drawer to its button', async () => {
  const ben = await openVisit(browser, app, { person: 'ben' });
  const pane = () =>
    ben.frame.evaluate<string | undefined>(`document.activeElement.closest('[data-pane]')?.dataset.pane`);
  await moveFocusTo(ben, ben.composer);
  await pressKeys(ben, 'F6');
  expect(await pane()).toBe('header');
  await pressKeys(ben, 'F6');
  expect(await pane()).toBe('history');
  await pressKeys(ben, 'F6');
  expect(await pane()).toBe('conversation');
  await expectFocus(ben.composer);
  await ben.close();

  const phone = await openVisit(browser, app, { person: 'ben', width: '400' });
  const show = phone.tab.getByRole('button', { name: /^(Show|Hide) history$/ });
  await moveFocusTo(phone, show);
  await pressKeys(phone, 'Enter');
  await phone.tab.getByRole('dialog').waitFor();
  await pressKeys(phone, 'Escape');
  await phone.tab.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(show);
  await phone.close();
});
