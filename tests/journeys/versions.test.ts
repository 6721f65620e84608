import type { Browser, Locator } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';
import { startOver } from '#tests/pictures/actions.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
afterEach(async () => {
  await app.control('models', 'reset');
  await startOver(ada);
});

async function say(visit: Visit, text: string): Promise<void> {
  await visit.ask(`repeat after me: ${text}`);
  await visit.answers.filter({ hasText: text }).last().waitFor();
  await visit.waitForAnswer();
}

/** Opens the editor of a question and sends another text. */
async function edit(visit: Visit, question: Locator, text: string): Promise<void> {
  await question.hover();
  await question.getByRole('button', { name: 'Edit question' }).click();
  const editor = visit.tab.getByRole('textbox', { name: 'Your edited question' });
  await editor.fill(`repeat after me: ${text}`);
  await editor.press('Enter');
  await visit.answers.filter({ hasText: text }).last().waitFor();
  await visit.waitForAnswer();
}

const versionsOf = (entry: Locator) => entry.getByRole('group', { name: /^Versions of this/ });
const readAnswers = async (visit: Visit) =>
  (await visit.answers.locator('[aria-busy]').allInnerTexts()).map((text) => text.trim());

it('Ada edits a question, switches between the versions by keyboard, and finds her choice on a second device', async () => {
  await say(ada, 'apple');
  await say(ada, 'banana');
  await say(ada, 'cherry');
  await edit(ada, ada.questions.nth(1), 'damson');
  expect(await readAnswers(ada)).toEqual(['apple', 'damson']);
  await ada.composer.and(ada.tab.locator(':focus')).waitFor();
  const versions = versionsOf(ada.questions.nth(1));
  await versions.getByText('2/2', { exact: true }).waitFor();

  await versions.getByRole('button', { name: 'Previous version' }).focus();
  await ada.page.keyboard.press('Enter');
  await versions.getByText('1/2', { exact: true }).waitFor();
  await eventually(async () => expect(await readAnswers(ada)).toEqual(['apple', 'banana', 'cherry']));
  // The pressed button is disabled now and keeps the focus. Tab moves to the other button.
  await ada.page.keyboard.press('Tab');
  await ada.page.keyboard.press('Enter');
  await versions.getByText('2/2', { exact: true }).waitFor();
  await eventually(async () => expect(await readAnswers(ada)).toEqual(['apple', 'damson']));
  await versions.getByRole('button', { name: 'Previous version' }).click();
  await versions.getByText('1/2', { exact: true }).waitFor();

  await eventually(async () => expect(await readAnswers(ada)).toEqual(['apple', 'banana', 'cherry']));
  const phone = await openVisit(browser, app);
  let loadMenu: () => void = () => undefined;
  const menuHeld = new Promise<void>((resolve) => (loadMenu = resolve));
  await phone.page.route('**/KeepMenu*', (route) => menuHeld.then(() => route.continue()));
  await phone.history.getByRole('button').first().click();
  await eventually(async () => expect(await readAnswers(phone)).toEqual(['apple', 'banana', 'cherry']));
  const question = phone.questions.nth(1);
  const editButton = question.getByRole('button', { name: 'Edit question' });
  const before = await editButton.boundingBox();
  loadMenu();
  await question.getByRole('button', { name: 'Keep', exact: true }).waitFor();
  expect(await editButton.boundingBox()).toEqual(before);
  await edit(phone, question, 'elderberry');
  await versions.getByText('3/3', { exact: true }).waitFor();
  expect(await readAnswers(ada)).toEqual(['apple', 'elderberry']);
  await phone.close();
});

it('Ada regenerates an answer with another model and in another style, and each answer stays', async () => {
  await say(ada, 'fig');
  const [, first] = (await getLatestChat(app.as('ada'))).Messages;
  const regenerate = async (choice: string | RegExp) => {
    await ada.answers.last().hover();
    await ada.tab.getByRole('button', { name: 'Regenerate' }).click();
    await ada.tab.getByRole('menuitem', { name: choice }).click();
    await ada.waitForAnswer();
  };
  await regenerate(/without images$/);
  await versionsOf(ada.answers.last()).getByText('2/2', { exact: true }).waitFor();
  await regenerate('Creative');
  await versionsOf(ada.answers.last()).getByText('3/3', { exact: true }).waitFor();
  const [, last] = (await getLatestChat(app.as('ada'))).Messages;
  expect(last?.versions).toHaveLength(3);
  expect(last?.versions?.[0]).toBe(first?.message_id);
  await ada.answers.last().getByRole('button', { name: 'Insights' }).click();
  await ada.tab.getByRole('dialog').getByText('0.8').waitFor();
  await ada.page.keyboard.press('Escape');
});

it('Ada continues an answer that she stopped: its text continues in the same place', async () => {
  await app.control('models', 'pace', { ms: 25, wordsPerDelta: 1 });
  await ada.ask('write 150 words about gardens');
  await eventually(async () => expect((await ada.answers.last().innerText()).split(/\s+/).length).toBeGreaterThan(30), {
    everyMs: 50,
  });
  await ada.stop.click();
  const stopped = ada.answers.getByText('You stopped this answer.');
  await stopped.waitFor();
  const before = (await readAnswers(ada))[0] ?? '';
  await ada.tab.getByRole('button', { name: 'Continue', exact: true }).click();
  await stopped.waitFor({ state: 'detached' });
  await ada.waitForAnswer();
  const [after = '', ...more] = await readAnswers(ada);
  expect(more).toEqual([]);
  expect(after.replace(/\s+/g, ' ').startsWith(before.replace(/\s+/g, ' '))).toBe(true);
  expect(after.split(/\s+/).length).toBeGreaterThan(100);
});

it('an edit that the server refuses stays in the editor, and the conversation stays as it was', async () => {
  await say(ada, 'grape');
  await ada.page.route('**/chat_response/**', (route) => route.abort());
  const question = ada.questions.last();
  await question.hover();
  await question.getByRole('button', { name: 'Edit question' }).click();
  const editor = ada.tab.getByRole('textbox', { name: 'Your edited question' });
  await editor.fill('repeat after me: honeydew');
  await editor.press('Enter');
  await ada.tab.getByRole('alert').getByText('I had trouble sending your chat message.').waitFor();
  expect(await editor.inputValue()).toBe('repeat after me: honeydew');
  expect(await readAnswers(ada)).toEqual(['grape']);
  await ada.page.unroute('**/chat_response/**');
  await editor.press('Enter');
  await ada.answers.filter({ hasText: 'honeydew' }).waitFor();
  await ada.waitForAnswer();
  await edit(ada, ada.questions.last(), 'imbe');
  await ada.questions.last().hover();
  await ada.tab.getByRole('button', { name: 'Edit question' }).click();
  await editor.press('Escape');
  await ada.tab.getByRole('button', { name: 'Edit question' }).and(ada.tab.locator(':focus')).waitFor();
});
