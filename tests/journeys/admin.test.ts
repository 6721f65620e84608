import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { getOrganizationSettings, saveOrganizationSettings } from '#contract/admin/admin.ts';
import { saveRating } from '#contract/chats/feedback.ts';
import { writeLastEvaluation } from '#api/organization/lastEvaluation.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { AccessibilityCheck } from '#tests/harness/browser/accessibility.ts';
import { expectFocus, moveFocusTo, pressKeys } from '#tests/harness/browser/keyboard.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { sampleEvaluation } from '#tests/harness/sampleEvaluation.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

const WALK_MS = 300_000;
const SECTIONS = [
  'General',
  'Features',
  'Prompts & templates',
  'Budgets & retention',
  'Models',
  'Usage',
  'Evaluation',
  'Feedback',
  'Changes',
];

let app: TestApp;
let browser: Browser;
let ada: Visit;
let dev: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app, { person: 'ada' });
  dev = await openVisit(browser, app, { person: 'dev' });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getTab = (name: string) => dev.tab.getByRole('tab', { name: new RegExp(`^${name}`) });
const getField = (name: string) => dev.tab.getByRole('textbox', { name, exact: true });

const accessibility = new AccessibilityCheck(['dark', 'contrast']);

/** Tells the tab that the person has returned to it, which makes it look for changes. */
const returnToTab = (visit: Visit) => visit.frame.evaluate(`window.dispatchEvent(new Event('focus'))`);

it(
  'Dev changes the alert and a feature with the keyboard only, and Ada sees both in her open tab',
  async () => {
    await moveFocusTo(dev, dev.tab.getByRole('button', { name: /^Account of/ }), 'Shift+Tab');
    await pressKeys(dev, 'Enter');
    await moveFocusTo(dev, dev.tab.getByRole('menuitem', { name: 'Administration' }), 'ArrowDown');
    await pressKeys(dev, 'Enter');
    await dev.tab.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();

    await moveFocusTo(dev, dev.tab.getByRole('switch', { name: 'Show an alert at the top of AVA' }));
    await pressKeys(dev, 'Space');
    await moveFocusTo(dev, getField('Title'));
    await dev.page.keyboard.insertText('Maintenance');
    await moveFocusTo(dev, getField('Message'));
    await dev.page.keyboard.insertText('AVA is updated on Friday.');
    await dev.tab.getByText('AVA is updated on Friday. ·').waitFor();
    await moveFocusTo(dev, getTab('General'), 'Shift+Tab');
    await pressKeys(dev, 'ArrowDown', 'Enter');
    await moveFocusTo(dev, dev.tab.getByRole('switch', { name: /^Tasks/ }));
    await pressKeys(dev, 'Space');
    await dev.tab.getByText('2 unsaved changes').waitFor();
    await moveFocusTo(dev, dev.tab.getByRole('button', { name: 'Review and save' }));
    await pressKeys(dev, 'Enter');
    const review = dev.tab.getByRole('dialog', { name: 'Save these changes?' });
    await review.getByRole('row', { name: 'Tasks On Off' }).waitFor();
    await moveFocusTo(dev, review.getByRole('button', { name: 'Save', exact: true }));
    await pressKeys(dev, 'Enter');
    await dev.tab.getByText('Settings saved. They apply to everybody now.').waitFor();

    await returnToTab(ada);
    await ada.tab.getByRole('region', { name: 'Alerts' }).getByText('AVA is updated on Friday.').waitFor();
    await ada.tab.getByRole('tab', { name: 'Tasks' }).waitFor({ state: 'detached' });
  },
  WALK_MS,
);

/** @proves threat:administration-screen */
it('Ada finds no link to the screen, and the page at its address says who can open it', async () => {
  await ada.tab.getByRole('button', { name: /^Account of/ }).click();
  await ada.tab.getByRole('menuitem', { name: 'About AVA' }).waitFor();
  expect(await ada.tab.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0);
  await pressKeys(ada, 'Escape');
  await ada.frame.evaluate(`history.pushState(null, '', '/admin')`);
  await ada.tab.getByRole('heading', { name: 'Only administrators can open this' }).waitFor();
  await ada.tab.getByRole('tab', { name: 'Chat' }).click();
});

it(
  'an invalid value says what to correct, and a draft stays when Dev leaves',
  async () => {
    await getTab('Budgets & retention').click();
    await getField('Days that chats are kept').fill('3');
    await dev.tab.getByText('Enter at least 7 days.').waitFor();
    await dev.tab.getByText('Correct 1 field to save').waitFor();
    // In another section, the button opens the section of the invalid field and focuses the field.
    await getTab('Usage').click();
    await dev.tab.getByRole('button', { name: 'Review and save' }).click();
    await expectFocus(dev.tab.getByRole('textbox', { name: /^Days that chats are kept/ }));
    await dev.tab.getByRole('tab', { name: 'Chat', exact: true }).click();
    await dev.waitUntilReady();
    await dev.tab.getByRole('button', { name: 'Go back' }).click();
    await dev.tab.getByText('Enter at least 7 days.').waitFor();
    await dev.tab.getByRole('button', { name: 'Discard' }).click();
    await dev.tab.getByText('Correct 1 field to save').waitFor({ state: 'detached' });
  },
  WALK_MS,
);

it(
  'two administrators save: the second one sees both values and chooses, before reviewing the rest',
  async () => {
    await getTab('General').click();
    await getField('Name of the organization').fill('Northwind Studios');
    await getField('Support address').fill('help@northwind.example');
    const admin = app.as('dev');
    const { version, settings } = await admin.call(getOrganizationSettings, {});
    await admin.call(saveOrganizationSettings, { version, settings: { ...settings, name: 'Northwind Group' } });
    await dev.tab.getByRole('button', { name: 'Review and save' }).click();
    const conflict = dev.tab.getByRole('dialog', { name: 'Another administrator saved changes' });
    await conflict.getByRole('radio', { name: 'Mine: Northwind Studios' }).waitFor();
    await conflict.getByRole('radio', { name: 'Theirs: Northwind Group' }).click();
    expect(await accessibility.findProblems(dev)).toEqual([]);
    await conflict.getByRole('button', { name: 'Continue' }).click();
    const review = dev.tab.getByRole('dialog', { name: 'Save these changes?' });
    await review.getByRole('row', { name: /^Support address/ }).waitFor();
    expect(await review.getByRole('row', { name: /^Name of the organization/ }).count()).toBe(0);
    expect(await accessibility.findProblems(dev)).toEqual([]);
    await review.getByRole('button', { name: 'Cancel' }).click();
    await dev.tab.getByRole('button', { name: 'Discard' }).click();
    expect(await getField('Name of the organization').inputValue()).toBe('Northwind Group');
  },
  WALK_MS,
);

it('the changes are listed, and an earlier version is restored', async () => {
  await getTab('Changes').click();
  await dev.tab.getByRole('heading', { name: 'Version 1, Dev Raman' }).waitFor();
  await dev.tab.getByRole('button', { name: 'Restore the settings of the installation' }).click();
  await dev.tab.getByText('The settings of the installation are restored').waitFor();
  await returnToTab(ada);
  await ada.tab.getByRole('tab', { name: 'Tasks' }).waitFor();
});

it('usage shows figures, a table and a CSV file, feedback the comments without their authors', async () => {
  const elif = app.as('elif');
  const { message_id } = await ask(elif, {
    convo_id: await makeChat(elif),
    text: 'repeat after me: quixotic xylophones',
  });
  await elif.call(saveRating, { message_id, reaction: 'dislike', comment: 'Too short.' });
  await getTab('Usage').click();
  await dev.tab.getByRole('img', { name: 'Questions per day, last 30 days' }).waitFor();
  await dev.tab.getByRole('button', { name: 'Show as a table' }).click();
  await dev.tab.getByRole('columnheader', { name: 'Prompt tokens' }).waitFor();
  const download = dev.page.waitForEvent('download');
  await dev.tab.getByRole('button', { name: 'Download CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('All models,1,1,');
  expect(csv).not.toContain('xylophones');
  await getTab('Feedback').click();
  const comments = dev.tab.getByRole('list', { name: 'Comments, the newest ones first' });
  await comments.getByText('Too short.').waitFor();
  expect(await comments.innerText()).not.toMatch(/Elif|xylophones/);
});

it('the last evaluation is shown by kind of question, and before the first one that there is none', async () => {
  await getTab('Evaluation').click();
  await dev.tab.getByText('Nobody has run an evaluation yet.').waitFor();
  await writeLastEvaluation(app.dataDir, sampleEvaluation);
  await getTab('Usage').click();
  await getTab('Evaluation').click();
  await dev.tab.getByText('Last run: Nov 26, 2026, GPT-4.1. Files: 112.').waitFor();
  await dev.tab.getByRole('row', { name: 'several hops 20 85 % 15 2 1 0 2 0 88 % 81 % 2.4 14,210 11.3' }).waitFor();
  await dev.tab.getByRole('row', { name: 'All 40 85 % 15 2 2 19 2 0 88 % 81 % 1.7 12,004 8.9' }).waitFor();
});

it('Dev checks a model and reads what works, and what fails', async () => {
  await getTab('Models').click();
  const model = dev.tab.getByRole('region', { name: /without images/ });
  await model.getByRole('button', { name: /^Check / }).click();
  await model.getByText(/^Everything works that this model claims/).waitFor();
  const results = model.getByRole('listitem');
  expect(await results.count()).toBe(8);
  await results.filter({ hasText: 'Function call: works' }).waitFor();
  await results.filter({ hasText: 'Image: skipped' }).waitFor();
  await app.control('models', 'scenario', { name: '401' });
  await model.getByRole('button', { name: /^Check / }).click();
  await model.getByText(/^1 thing fails/).waitFor();
  await app.control('models', 'reset');
  await results.filter({ hasText: 'The server refuses the key.' }).waitFor();
});

it(
  'axe finds no problem in any section of the administration, in three themes',
  async () => {
    const problems: string[] = [];
    for (const section of SECTIONS) {
      await getTab(section).click();
      await dev.tab.getByRole('heading', { level: 2, name: section }).waitFor();
      problems.push(...(await accessibility.findProblems(dev)).map((problem) => `${section}: ${problem}`));
    }
    expect(problems).toEqual([]);
  },
  WALK_MS,
);

it('a budget that is used up says when it is renewed, and the question stays', async () => {
  const admin = app.as('dev');
  const { version, settings } = await admin.call(getOrganizationSettings, {});
  const budgets = { person: { day: 1, month: null }, departments: [] };
  await admin.call(saveOrganizationSettings, { version, settings: { ...settings, budgets, retentionDays: 90 } });
  const person = app.as('ada');
  await ask(person, { convo_id: await makeChat(person), text: 'repeat after me: tea' });
  await ada.ask('How long is the lease?');
  await ada.tab.getByText(/Please wait a moment before trying again\. Your budget for today is used up\./).waitFor();
  await ada.questions.filter({ hasText: 'How long is the lease?' }).waitFor();
  await returnToTab(ada);
  await ada.tab.getByText('Chats are deleted 90 days after their last message').waitFor();
});
