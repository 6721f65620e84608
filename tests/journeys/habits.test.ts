import type { Browser } from 'playwright-core';
import { deleteChat, getChat } from '#contract/chats/chat.ts';
import { getLatestChat } from '#tests/harness/client/answers.ts';
import { testAccessibility } from '#tests/harness/browser/accessibilityWalk.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { startOver } from '#tests/pictures/actions.ts';
import { askAnotherModel, habitScenes, openAnswerMenu, selectAnswer } from '#tests/pictures/habitScenes.ts';

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

const list = () => ada.tab.getByRole('listbox', { name: 'Suggestions' });
const say = async (text: string) => {
  await ada.ask(`repeat after me: ${text}`);
  await ada.answers.filter({ hasText: text }).last().waitFor();
  await ada.waitForAnswer();
};

it('Ada finds a file with a slash by keyboard, asks about it, and a slash in a path lists nothing', async () => {
  await ada.composer.click();
  await ada.page.keyboard.type('How much is planned in /budget 2027');
  await list()
    .getByRole('option', { name: /^Budget 2027\.pdf/ })
    .waitFor();
  expect(await list().getByRole('option', { selected: true }).count()).toBe(1);
  await ada.page.keyboard.press('Enter');
  const chip = ada.tab.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
  await chip.filter({ hasText: 'Budget 2027.pdf' }).waitFor();
  expect((await ada.composer.innerText()).trim()).toBe('How much is planned in');
  await ada.tab.getByRole('button', { name: 'Send', exact: true, disabled: false }).waitFor();
  await ada.composer.press('Enter');
  await ada.waitForAnswer();
  expect((await getLatestChat(app.as('ada'))).Messages[0]).toMatchObject({
    content: 'How much is planned in',
    files: [{ fileName: 'Budget 2027.pdf' }],
  });

  await startOver(ada);
  await ada.composer.click();
  await ada.page.keyboard.type('and/or see https://northwind.example/a and /etc/hosts');
  expect(await list().count()).toBe(0);
  await ada.composer.press('Control+a');
  await ada.composer.press('Backspace');
});

it('Ada picks Ben at an @, and Escape closes the list', async () => {
  await ada.composer.click();
  await ada.page.keyboard.type('Ask @ben');
  await list()
    .getByRole('option', { name: /^Ben Okafor/ })
    .click();
  await ada.tab.getByText('Ask Ben Okafor (ben.okafor@northwind.example)').waitFor();
  await ada.page.keyboard.type('or @');
  await list().waitFor();
  await ada.page.keyboard.press('Escape');
  await list().waitFor({ state: 'detached' });
  await ada.composer.press('Control+a');
  await ada.composer.press('Backspace');
});

it('Ada quotes an answer, the model sees the quote, and she branches the chat from there', async () => {
  await say('Tea is at four.');
  await say('Cake is at five.');
  await selectAnswer(ada);
  await ada.tab.getByRole('button', { name: 'Quote', exact: true }).click();
  await ada.tab.getByRole('region', { name: 'Quote from an answer' }).getByText('Cake is at five.').waitFor();
  await ada.ask('Why so late?');
  await ada.waitForAnswer();
  const original = await getLatestChat(app.as('ada'));
  expect(original.Messages.at(-2)?.content.split(/\r?\n/)).toEqual(['> Cake is at five.', '', 'Why so late?']);
  await ada.questions.last().getByRole('blockquote').getByText('Cake is at five.').waitFor();

  await ada.answers.first().getByRole('button', { name: 'More actions' }).click();
  await ada.tab.getByRole('menuitem', { name: 'Start a new chat from here' }).click();
  await ada.tab.getByText(/^This new chat continues from/).waitFor();
  await ada.questions.nth(1).waitFor({ state: 'detached' });
  expect(await ada.answers.count()).toBe(1);
  await say('Milk is at six.');
  const branched = await getLatestChat(app.as('ada'));
  expect(branched.Messages.map(({ content }) => content).at(-1)).toBe('Milk is at six.');
  const unchanged = await app.as('ada').call(getChat, { convo_id: original.ConversationId });
  expect(unchanged.Messages).toEqual(original.Messages);
});

it('a chat that was deleted elsewhere starts no branch, and a sentence says why', async () => {
  await say('Tea is at four.');
  const { ConversationId } = await getLatestChat(app.as('ada'));
  await app.as('ada').call(deleteChat, { convo_id: ConversationId });
  await openAnswerMenu(ada, 'Start a new chat from here');
  await ada.tab.getByText('This chat or this message was deleted, so no new chat can start from it.').waitFor();
  expect(await ada.answers.last().innerText()).toContain('Tea is at four.');
});

it('Ada reports an answer and sees what is sent; Dev reads it without her name', async () => {
  await say('Rude words.');
  await openAnswerMenu(ada, 'Report a harmful answer');
  const dialog = ada.tab.getByRole('dialog', { name: 'Report a harmful answer' });
  const sent = dialog.getByRole('region', { name: 'This is sent' });
  await dialog.getByRole('radio', { name: 'It insults or discriminates against people' }).check();
  await dialog.getByRole('textbox', { name: 'Anything to add?' }).fill('It insults us.');
  expect(await sent.innerText()).toContain('It insults us.');
  expect(await sent.innerText()).not.toContain('Rude words.');
  await dialog.getByRole('checkbox', { name: 'Also send the text of this answer' }).check();
  expect(await sent.innerText()).toContain('Rude words.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await ada.tab.getByText('Your report was sent. Thank you.').first().waitFor();

  const dev = await openVisit(browser, app, { person: 'dev' });
  await dev.tab.getByRole('button', { name: /^Account of/ }).click();
  await dev.tab.getByRole('menuitem', { name: 'Administration' }).click();
  await dev.tab.getByRole('tab', { name: 'Feedback' }).click();
  const report = dev.tab.getByRole('list', { name: 'Reported answers, the newest ones first' }).getByRole('listitem');
  await report.first().getByText('It insults us.').waitFor();
  await report.first().getByText('The answer', { exact: true }).click();
  await report.first().getByText('Rude words.').waitFor();
  expect(await dev.tab.getByRole('main').innerText()).not.toContain('Moreau');
  await dev.close();
});

it('Ada compares the answers of two models, and continues with the first', async () => {
  await say('Tea is at four.');
  await askAnotherModel(ada);
  await ada.answers.last().getByRole('button', { name: 'Compare answers' }).click();
  const dialog = ada.tab.getByRole('dialog', { name: 'Compare answers' });
  const [first, second] = [1, 2].map((n) => dialog.getByRole('region', { name: `Version ${n} of 2` }));
  await first?.getByText('Tea is at four.').waitFor();
  await second?.getByText('In the chat').waitFor();
  const models = await Promise.all([first, second].map(async (side) => (await side?.innerText())?.split('\n')[1]));
  expect(new Set(models).size).toBe(2);
  await first?.getByRole('button', { name: 'Continue with this answer' }).click();
  await ada.answers.last().getByText('1/2', { exact: true }).waitFor();
});

testAccessibility({
  'the lists of the composer, quotes, branches, reports and comparisons': {
    scenes: Object.keys(habitScenes),
    furtherThemes: ['dark', 'contrast'],
    device: { viewport: { width: 1280, height: 720 } },
  },
});
