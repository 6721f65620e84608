import { randomUUID } from 'node:crypto';
import type { Client } from '#contract/client.ts';
import type { FunctionCall } from '#contract/runs/functionCalls.ts';
import type { TaskEvent } from '#contract/tasks/taskEvents.ts';
import { cancelTaskResponse, followTaskRun, getTaskRun } from '#contract/tasks/taskRuns.ts';
import { getTask, saveTask } from '#contract/tasks/tasks.ts';
import { HIDDEN_OUTPUT } from '#api/tasks/readableOutputs.ts';
import { collect } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { getResultNames } from '#tests/harness/client/functionCalls.ts';
import { foldRun, makeTask, openRun, runAll, startAndWait, toSavedStep } from '#tests/harness/client/tasks.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ben: Client;

const TOPIC = 'Write a report for a traveller.';
const HOTEL = 'Which hotel do we stay at in Merrow?';
const ADVANCES = 'How often are travel advances settled?';
const BOATHOUSE = 'What does the boathouse cost?';
const CLOSED = /1\.2 million crowns|Minutes 2026|Board Minutes/;

/** Ben can read Finance and Travel. Farid's Board Minutes are closed to him. */
beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true } });
  ben = app.as('ben');
  for (const [owner, name, wanted] of [
    ['ada', 'Finance', /^Audit/],
    ['ines', 'Travel', /./],
    ['farid', 'Board Minutes', /./],
  ] as const) {
    const site = await makeCorpus(app.as(owner), name);
    const files = await listCrawledFiles(app.as(owner), site.SiteId);
    await addFiles(
      app.as(owner),
      site,
      files.filter((file) => wanted.test(file.name)),
    );
  }
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
const plan = (...questions: string[]) => say({ text: JSON.stringify({ questions }), match: TOPIC });
const look = (match: string, ...calls: [name: string, args: object][]) =>
  say({ rawCalls: calls.map(([name, args]) => ({ name, arguments: JSON.stringify(args) })), match });
const writeQueries = (question: string, ...queries: string[]) =>
  say({ text: JSON.stringify({ queries }), match: `${question}</question>` });

/** A task of Ben whose only step is a research about this text, in the mentioned sites. */
async function makeResearch(text: string, sites: readonly string[] = [], changes: object = {}) {
  const { taskId, stepIds } = await makeTask(ben, { prompts: [text] });
  const [step] = (await ben.call(getTask, { task_id: taskId })).TaskData;
  if (!step) throw new Error('The task has no step.');
  const mentions = sites.map((name) => ({ type: 'mention', name, children: [{ text: '' }] }));
  const userPrompt = JSON.stringify([{ type: 'paragraph', children: [...mentions, { text }] }]);
  const stepInput = { ...step.stepInput, userPrompt };
  const TaskData = [toSavedStep(step, { stepType: 'research', stepInput, ...changes })];
  await ben.call(saveTask, { task_data: { TaskId: taskId, TaskData } });
  return { taskId, stepId: stepIds[0] ?? '' };
}

const readOutput = async (taskId: string) => (await ben.call(getTask, { task_id: taskId })).TaskData[0]?.stepOutput;
const listTitles = (calls: readonly FunctionCall[] = []) => calls.map(({ title }) => title);
const listMarkers = (text: string) => new Set([...text.matchAll(/\[(\d+)\]/g)].map(([, digits]) => Number(digits)));

describe('Ben researches all of his sites', () => {
  it('sees a plan first, then what is looked up for each question, and gets a report whose sources are numbered once', async () => {
    await plan(HOTEL, ADVANCES, BOATHOUSE);
    await writeQueries(ADVANCES, 'travel advances settled');
    await look(ADVANCES, ['search', { queries: ['settled every quarter'] }], ['list', {}]);
    await say({ text: 'Travel advances are settled every quarter [1].', match: ADVANCES });
    await writeQueries(BOATHOUSE, 'boathouse purchase board');
    await look(BOATHOUSE, ['search', { queries: ['boathouse board minutes'] }], ['list', { name: 'Minutes' }]);
    await say({ text: '[0] I found nothing about it.', match: BOATHOUSE });
    const { taskId, stepId } = await makeResearch(TOPIC);
    const events = await collect(await openRun(ben, taskId));

    const steps = events.flatMap((event) => (event.type === 'step' ? [event.event] : []));
    const types = steps.map(({ type }) => type);
    expect(types.indexOf('plan')).toBeLessThan(types.indexOf('look'));
    expect(types.lastIndexOf('look')).toBeLessThan(types.indexOf('chunk'));

    const output = (await foldRun(toStream(events))).outputs[stepId];
    expect(output?.state).toEqual({ name: 'complete', finish: 'stop' });
    const [hotel, advances, boathouse] = output?.plan ?? [];
    expect(output?.plan?.map(({ question, state }) => [question, state])).toEqual([
      [HOTEL, 'found'],
      [ADVANCES, 'found'],
      [BOATHOUSE, 'nothing'],
    ]);
    expect(hotel?.calls).toMatchObject([{ title: 'Search sites', asked: 'All my sites' }]);
    expect(hotel?.finding).toContain('Heron');
    expect(listTitles(advances?.calls)).toEqual(['Search sites', 'Search files', 'List files']);
    expect(getResultNames(boathouse?.calls.at(-1))).toEqual([]);

    const { content = '', links = [] } = output ?? {};
    expect(content).toMatch(/^## Summary/);
    for (const text of ['Heron', 'settled every quarter']) expect(content).toContain(text);
    expect(content).toMatch(
      /I found nothing in the files that you can read about “What does the boathouse cost\?”\.\*$/,
    );
    expect(links.map(({ number }) => number)).toEqual(links.map((_, index) => index + 1));
    const inFindings = listMarkers(`${hotel?.finding} ${advances?.finding}`);
    expect(inFindings.size).toBeGreaterThan(1);
    expect(listMarkers(content)).toEqual(inFindings);
    const [settled] = listMarkers(advances?.finding ?? '');
    expect(links.find(({ number }) => number === settled)).toMatchObject({
      filename: expect.stringMatching(/^Audit/),
      standing: 'holds',
    });

    expect(await readOutput(taskId)).toMatchObject({ content, links, plan: output?.plan });
    const prompts = (await app.listRequests<object>('models')).map((request) => JSON.stringify(request)).join('\n');
    for (const text of [JSON.stringify(events), prompts]) expect(text).not.toMatch(CLOSED);
  });

  it('follows it from any event, and another device shows the same', async () => {
    await plan(HOTEL, ADVANCES);
    const { taskId } = await makeResearch(TOPIC);
    const events = await collect(await openRun(ben, taskId));
    const whole = await foldRun(toStream(events));
    const cut = events.findIndex((event) => event.type === 'step' && event.event.type === 'look');
    const rest = await collect(await ben.stream(followTaskRun, { run_id: whole.run_id, from: cut }));
    expect(await foldRun(toStream([...events.slice(0, cut), ...rest]))).toEqual(whole);
    const { steps } = await ben.call(getTaskRun, { run_id: whole.run_id });
    expect(steps[0]).toMatchObject({
      sites: ['All my sites'],
      output: { plan: whole.outputs[steps[0]?.stepId ?? '']?.plan },
    });
  });

  it('stops it during the second question: the first finding stays, and nothing goes on', async () => {
    await plan(HOTEL, ADVANCES, BOATHOUSE);
    await writeQueries(ADVANCES, 'travel advances');
    await app.control('models', 'scenario', { name: 'silence', match: ADVANCES });
    const { taskId, stepId } = await makeResearch(TOPIC);
    const { runId, session } = await startAndWait(ben, taskId, stepId);
    await eventually(async () =>
      expect((await listAnswerRequests(app)).some((request) => getPromptText(request).includes(ADVANCES))).toBe(true),
    );
    await ben.call(cancelTaskResponse, { task_session_id: taskId, event_session_id: session });
    const run = await foldRun(await ben.stream(followTaskRun, { run_id: runId }));
    expect(run.state).toBe('stopped');
    const output = await readOutput(taskId);
    expect(output).toMatchObject({ state: { name: 'stopped' }, content: '' });
    expect(output?.plan?.map(({ state }) => state)).toEqual(['found', 'stopped', 'stopped']);
    expect(output?.plan?.[0]?.finding).toContain('Heron');
    expect(output?.links.length).toBeGreaterThan(0);
  });

  it('gets a report also if the model writes no plan, and if one question fails', async () => {
    await say({ text: 'I would rather not plan.', match: HOTEL });
    const whole = await makeResearch(HOTEL);
    const single = (await runAll(ben, whole.taskId)).outputs[whole.stepId];
    expect(single?.plan).toMatchObject([{ question: HOTEL, state: 'found' }]);
    expect(single?.content).toMatch(/^## Summary[^]*Heron/);

    await app.control('models', 'reset');
    await plan(HOTEL, ADVANCES);
    await writeQueries(ADVANCES, 'travel advances');
    await app.control('models', 'scenario', { name: '401', match: ADVANCES, count: 1 });
    const broken = await makeResearch(TOPIC);
    const output = (await runAll(ben, broken.taskId)).outputs[broken.stepId];
    expect(output?.plan?.map(({ state }) => state)).toEqual(['found', 'failed']);
    expect(output?.content).toContain(`Something went wrong with “${ADVANCES}”`);
  });

  it('looks up no more than the budget allows, and the report says so', async () => {
    const questions = Array.from({ length: 6 }, (_, index) => `What do hotels cost in year ${2020 + index}?`);
    await plan(...questions);
    for (const question of questions) await writeQueries(question, 'hotels');
    await app.control('models', 'scenario', {
      name: 'script',
      text: 'In Merrow we stay at the Heron [1].',
      rawCalls: [1, 2, 3, 4].map((n) => ({
        name: 'search',
        arguments: `{"queries": ["hotels ${n} ${randomUUID()}"]}`,
      })),
      match: 'What do hotels cost',
    });
    const { taskId, stepId } = await makeResearch(TOPIC);
    const output = (await runAll(ben, taskId)).outputs[stepId];
    // AVA's own search, and the six calls of each question.
    for (const { calls } of output?.plan ?? []) expect(calls.length).toBeLessThanOrEqual(7);
    expect(output?.state.name).toBe('complete');
    expect(output?.content).toMatch(/I used up the look-ups for “What do hotels cost in year 2020\?”/);
  });
});

describe('the scope of a research', () => {
  it('is the mentioned site, whatever the model asks for', async () => {
    await plan(HOTEL);
    await writeQueries(HOTEL, 'hotel Merrow');
    await look(
      HOTEL,
      ['search', { queries: ['audit advances'], sites: ['Finance'] }],
      ['list', {}],
      ['list', { name: 'Audit' }],
    );
    await say({ text: 'We stay at the Heron [1].', match: HOTEL });
    const { taskId, stepId } = await makeResearch(TOPIC, ['Travel']);
    const output = (await runAll(ben, taskId)).outputs[stepId];
    const [first, , list, audit] = output?.plan?.[0]?.calls ?? [];
    expect(first).toMatchObject({ title: 'Search sites', asked: 'Travel' });
    expect(getResultNames(list).length).toBeGreaterThan(0);
    expect(getResultNames(audit)).toEqual([]);
    expect(JSON.stringify(output)).not.toMatch(/Audit Letter|Audit Findings/);
  });

  it('is the mentioned sites that Ben can search, and the report says that one of them is missing', async () => {
    await plan(HOTEL);
    await writeQueries(HOTEL, 'hotel Merrow');
    const { taskId, stepId } = await makeResearch(TOPIC, ['Travel', 'Board Minutes']);
    const output = (await runAll(ben, taskId)).outputs[stepId];
    expect(output?.content).toMatch(
      /Heron[^]*\n\n\*One of the sites you chose can't be searched now, so this answer comes from the others\.\*$/,
    );
    expect(await readOutput(taskId)).toMatchObject({ content: output?.content });

    await app.control('models', 'reset');
    await plan('What is the price of zinc?');
    await writeQueries('What is the price of zinc?', 'zinc');
    const empty = await makeResearch(TOPIC, ['Travel', 'Board Minutes']);
    expect((await runAll(ben, empty.taskId)).outputs[empty.stepId]?.content).toMatch(
      /^I found nothing about this[^]*\n\n\*One of the sites you chose can't be searched now/,
    );
  });

  it('is the files of the step, and their citations lead to them', async () => {
    const text = 'Tea is served at four. The tea room is on the third floor.';
    const { file } = await uploadAndRead(ben, new File([text], 'Tea.txt', { type: 'text/plain' }));
    const stepData = [
      { dataId: file.file_id, dataName: file.fileName, dataSize: file.fileSize, dataType: 'TXT' as const },
    ];
    const { taskId, stepId } = await makeResearch('When is tea served?\nWhere is the tea room?', [], { stepData });
    const output = (await runAll(ben, taskId)).outputs[stepId];
    expect(output?.plan).toMatchObject([
      { question: 'When is tea served?', state: 'found', calls: [] },
      { question: 'Where is the tea room?', state: 'found', calls: [] },
    ]);
    expect(output?.links).toMatchObject([{ filename: 'Tea.txt', number: 1 }]);
    expect(output?.content).toContain('[1]');
  });

  it('is nothing: AVA says that it found nothing, and asks no model for a report', async () => {
    await plan('What is the price of zinc?');
    await writeQueries('What is the price of zinc?', 'zinc');
    const { taskId, stepId } = await makeResearch(TOPIC, ['Travel']);
    const output = (await runAll(ben, taskId)).outputs[stepId];
    expect(output).toMatchObject({
      content: 'I found nothing about this in the files of this site that you can read.',
      links: [],
      plan: [{ state: 'nothing' }],
    });
    expect((await listAnswerRequests(app)).map(getPromptText).join()).not.toContain('Task: research report');
  });
});

it('a research shows neither plan nor look-ups once Ben can no longer open a file that it is based on', async () => {
  await plan(ADVANCES);
  const { taskId, stepId } = await makeResearch(TOPIC, ['Finance']);
  const { run_id, outputs } = await runAll(ben, taskId);
  expect(JSON.stringify(outputs[stepId])).toContain('Audit Letter');
  const file = 'finance/Documents/Audit/Audit Letter 2025.pdf';
  await app.control('graph', 'access', { person: 'ben', file, role: 'none' });
  // A new process has cached no access.
  await app.terminate();
  await app.restart();
  const output = await readOutput(taskId);
  expect(output).toMatchObject({ content: HIDDEN_OUTPUT, links: [] });
  expect(output?.plan).toBeUndefined();
  const { steps } = await ben.call(getTaskRun, { run_id });
  const replayed = await collect(await ben.stream(followTaskRun, { run_id }));
  for (const shown of [steps[0]?.output, replayed]) expect(JSON.stringify(shown)).not.toMatch(/Audit Letter|advances/);
});

async function* toStream(events: readonly TaskEvent[]): AsyncGenerator<TaskEvent> {
  for (const event of events) yield await Promise.resolve(event);
}
