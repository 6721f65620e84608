import type { Browser } from 'playwright-core';
import { getTask, getTasks, type Task } from '#contract/tasks/tasks.ts';
import { openParts } from '#api/ooxml/parts.ts';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { openWorkspaceTab } from '#tests/pictures/actions.ts';
import { getStep, openNewTask, openTasks, write } from '#tests/pictures/taskActions.ts';

const themes = ['default', 'dark', 'contrast'] as const;
const widths = [1280, 680, 400];

let app: TestApp;
let browser: Browser;
let ben: Visit;

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true, tasks: true } }), openBrowser()]);
  for (const [owner, name] of [
    ['ada', 'Finance'],
    ['ines', 'Travel'],
  ] as const) {
    const site = await makeCorpus(app.as(owner), name);
    const files = await listCrawledFiles(app.as(owner), site.SiteId);
    await addFiles(
      app.as(owner),
      site,
      files.filter((file) => /^(Audit|Hotels)/.test(file.name)),
    );
  }
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getPlan = () => ben.tab.getByRole('region', { name: 'Plan' });

async function readTask(): Promise<Task> {
  const [task] = (await app.as('ben').call(getTasks, {})).tasks;
  return app.as('ben').call(getTask, { task_id: task!.TaskId });
}

async function findProblems(name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths)
    for (const theme of themes) {
      await ben.page.setViewportSize({ width, height: 800 });
      await ben.chooseTheme(theme);
      problems.push(...(await ben.findLayoutProblems()).map((problem) => `${name}, ${width}, ${theme}: ${problem}`));
    }
  await ben.chooseTheme('default');
  await ben.page.setViewportSize({ width: 1280, height: 800 });
  return problems;
}

it('Ben starts a research, sees its plan and what is looked up, and finds both again after a reload', async () => {
  ben = await openVisit(browser, app, { person: 'ben' });
  await openNewTask(ben);
  await getStep(ben, 1).getByRole('switch', { name: 'Research' }).click();
  expect(await getStep(ben, 1).getByRole('switch', { name: 'Use a SuperPrompt' }).count()).toBe(0);
  await write(ben, 1, 'Which hotel do we stay at in Merrow? How often are travel advances settled?');
  expect(await findProblems('research')).toEqual([]);
  await app.control('models', 'pace', { ms: 60, wordsPerDelta: 1 });
  await ben.tab.getByRole('button', { name: 'Run All Steps' }).click();
  await getPlan().getByText('Which hotel do we stay at in Merrow').waitFor();
  await getPlan().getByRole('list', { name: 'What AVA looked up' }).getByText('All my sites').first().waitFor();

  await ben.page.reload();
  await openTasks(ben);
  const { TaskTitle } = await readTask();
  const show = ben.tab.getByRole('button', { name: 'Show history' });
  if ((await show.count()) > 0) await show.click();
  await ben.tab.getByRole('list', { name: 'Tasks' }).getByRole('button', { name: TaskTitle, exact: true }).click();
  await getPlan().getByText('How often are travel advances settled?').waitFor();
  await app.control('models', 'pace', { ms: 0 });
  await ben.tab.getByRole('heading', { name: 'Summary' }).waitFor();
  await eventually(async () => expect((await readTask()).lastRun?.state).toBe('complete'));
}, 180_000);

it('opens the plan of the report, and a citation at its page', async () => {
  await getPlan().getByRole('button', { name: 'Plan: 2 questions' }).click();
  await getPlan()
    .getByRole('button', { name: /^Which hotel .* Answered$/ })
    .click();
  await getPlan()
    .getByRole('button', { name: /^Search sites All my sites \d+ results?$/ })
    .waitFor();
  expect(await findProblems('report')).toEqual([]);
  await ben.tab
    .getByRole('button', { name: /^Source \d+: Hotels We Like\.pdf/ })
    .last()
    .click();
  await ben.tab.getByText('Hotels We Like.pdf').last().waitFor();
}, 180_000);

it('exports the report to Word, where each citation leads to its file', async () => {
  await openWorkspaceTab(ben, 'Task Output');
  await ben.tab.getByRole('button', { name: exportTexts.export, exact: true }).last().click();
  await ben.tab.getByRole('menuitem', { name: exportTexts.kinds.docx.menuItem }).click();
  const dialog = ben.tab.getByRole('dialog', { name: exportTexts.kinds.docx.title });
  await dialog.getByRole('textbox').fill('Travel');
  await dialog.getByRole('button', { name: exportTexts.kinds.docx.confirm }).click();
  await dialog.waitFor({ state: 'detached' });
  const address = (await ben.page.getByRole('link').last().getAttribute('href')) ?? '';
  const parts = openParts(Buffer.from(await (await fetch(address)).arrayBuffer()));
  const read = (name: string) => Buffer.from(parts.get(name) ?? []).toString();

  const output = (await readTask()).TaskData[0]?.stepOutput;
  const used = output?.links.filter(({ number }) => output.content.includes(`[${number}]`)) ?? [];
  expect(new Set(used.map(({ filename }) => filename)).size).toBeGreaterThan(1);
  expect(read('word/document.xml')).toContain('Summary');
  const cited = [...read('word/document.xml').matchAll(/<w:footnoteReference w:id="(\d+)"/g)].map(([, id]) => id);
  expect(cited.length).toBeGreaterThanOrEqual(used.length);
  const notes = read('word/footnotes.xml').split('<w:footnote ').slice(1);
  const relations = read('word/_rels/footnotes.xml.rels');
  for (const id of cited) {
    const note = notes.find((text) => text.includes(`w:id="${id}"`)) ?? '';
    const relation = /<w:hyperlink [^>]*r:id="([^"]+)"/.exec(note)?.[1] ?? 'none';
    const target = new RegExp(`Id="${relation}"[^>]*Target="([^"]+)"|Target="([^"]+)"[^>]*Id="${relation}"`).exec(
      relations,
    );
    const link = used.find(({ filename }) => note.includes(filename))?.link ?? 'none';
    expect((target?.[1] ?? target?.[2])?.replaceAll('&amp;', '&')).toBe(link);
  }
});
