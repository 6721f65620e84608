import type { Browser } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { expectFocus, pressKeys, moveFocusTo } from '#tests/harness/browser/keyboard.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';

let app: TestApp;
let browser: Browser;
/** The tests share her visit; the last one signs out. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

it('F6 cycles through the panes, and Escape returns the focus from a drawer to its button', async () => {
  const getFocusedPane = () =>
    ada.frame.evaluate<string | undefined>(`document.activeElement.closest('[data-pane]')?.dataset.pane`);
  await moveFocusTo(ada, ada.composer);
  await pressKeys(ada, 'F6');
  expect(await getFocusedPane()).toBe('header');
  await pressKeys(ada, 'F6');
  expect(await getFocusedPane()).toBe('history');
  await pressKeys(ada, 'F6');
  expect(await getFocusedPane()).toBe('conversation');
  await expectFocus(ada.composer);

  await ada.page.setViewportSize({ width: 400, height: 860 });
  const toggle = ada.tab.getByRole('button', { name: 'Show history' });
  await moveFocusTo(ada, toggle);
  await pressKeys(ada, 'Enter');
  await ada.tab.getByRole('dialog').waitFor();
  await pressKeys(ada, 'Escape');
  await ada.tab.getByRole('dialog').waitFor({ state: 'detached' });
  await expectFocus(toggle);
  await ada.page.setViewportSize({ width: 1360, height: 860 });
  await toggle.waitFor({ state: 'detached' });
});

it('Ada completes a whole session without a mouse', async () => {
  const { tab, page } = ada;
  const button = (name: string | RegExp) => tab.getByRole('button', { name });
  // Listens before the key is pressed: otherwise, the browser could open a real file dialog.
  const fileChooser = page.waitForEvent('filechooser', { timeout: 60_000 });

  // Starts a new chat with a file and another model.
  await moveFocusTo(ada, ada.composer);
  await pressKeys(ada, 'Control+k');
  await expectFocus(ada.composer);
  await page.keyboard.type('How much is paid for a night in a hotel in capital cities?');
  await moveFocusTo(ada, button('Add files'));
  await pressKeys(ada, 'Enter');
  await expectFocus(tab.getByRole('menuitem', { name: 'My Computer' }));
  await pressKeys(ada, 'Enter');
  const chooser = await fileChooser;
  const bytes = await makePdf([['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.']]);
  await chooser.setFiles({ name: 'handbook.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
  await tab.getByText('Processed handbook.pdf successfully!').waitFor();
  await moveFocusTo(ada, button(/^AI model/));
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, tab.getByRole('menuitemradio', { name: /128K/ }), 'ArrowDown');
  await pressKeys(ada, 'Enter');
  await expectFocus(button(/^AI model: .*128K/));

  // Sends, and opens the source of the answer beside it.
  await moveFocusTo(ada, ada.composer, 'Shift+Tab');
  await pressKeys(ada, 'Enter');
  await ada.waitForAnswer();
  await moveFocusTo(
    ada,
    ada.answers.last().getByRole('button', { name: 'Source 1: handbook.pdf' }).first(),
    'Shift+Tab',
  );
  await pressKeys(ada, 'Enter');
  const workspace = tab.getByRole('complementary', { name: 'Workspace' });
  await workspace.locator('mark').first().waitFor();
  await pressKeys(ada, 'F6');
  expect(await workspace.locator(':focus').count()).toBe(1);
  await moveFocusTo(ada, button('Hide workspace'), 'Shift+Tab');
  await pressKeys(ada, 'Enter');
  await workspace.waitFor({ state: 'detached' });

  // Stops an answer; the focus stays on the button.
  await app.control('models', 'pace', { ms: 40, wordsPerDelta: 1 });
  await moveFocusTo(ada, ada.composer);
  await page.keyboard.type('write 300 words about moving the office');
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, ada.stop);
  await pressKeys(ada, 'Enter');
  await ada.answers.getByText('You stopped this answer.').waitFor();
  await expectFocus(ada.send);
  await app.control('models', 'reset');

  // Renames, shares and deletes in the history; the focus returns to the list each time.
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

  // Pins the chat, moves it to a new folder, and finds its answer by its words.
  await pressKeys(ada, 'p');
  await ada.history.getByRole('heading', { name: 'Pinned' }).waitFor();
  await expectFocus(row);
  await pressKeys(ada, 'p', 'm');
  await moveFocusTo(ada, tab.getByRole('dialog').getByRole('textbox', { name: 'Folder name' }));
  await page.keyboard.type('Office move');
  await pressKeys(ada, 'Enter');
  const folder = ada.history.getByRole('button', { name: /^Office move \d chats?$/ });
  await folder.waitFor();
  await row.waitFor({ state: 'detached' });
  await moveFocusTo(ada, folder, 'Shift+Tab');
  await pressKeys(ada, 'ArrowRight', 'ArrowDown');
  await expectFocus(row);
  await moveFocusTo(ada, tab.getByRole('searchbox', { name: 'Search chats' }), 'Shift+Tab');
  await page.keyboard.type('moving the offi');
  const result = ada.history.locator('[data-title^="result/"]').first();
  await result.locator('mark', { hasText: 'moving' }).first().waitFor();
  await moveFocusTo(ada, result);
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, tab.getByRole('searchbox', { name: 'Search chats' }), 'Shift+Tab');
  await pressKeys(ada, 'Control+a', 'Backspace');
  await folder.waitFor();

  // Shows the shortcuts, deletes the chat and undoes the deletion.
  await moveFocusTo(ada, row);
  await pressKeys(ada, '?');
  await tab.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await pressKeys(ada, 'Escape');
  await expectFocus(row);
  await pressKeys(ada, 'Delete');
  await row.waitFor({ state: 'detached' });
  await moveFocusTo(ada, folder, 'Shift+Tab');
  await pressKeys(ada, 'Control+z');
  await row.waitFor();
  // The chat is open again, and the composer has taken the focus.
  await ada.answers.getByText('You stopped this answer.').waitFor();
  await moveFocusTo(ada, ada.composer);

  // Closing the settings returns the focus. Signing out ends the session.
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
});
