import { getTask, deleteTask, saveTask } from '#contract/tasks/tasks.ts';
import { seeTaskRun } from '#contract/tasks/taskRuns.ts';
import { texts } from '#bot/texts.ts';
import { getPerson } from '#sandbox/people.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getButtons, openTeamsChat, type TeamsChat, type VisibleMessage } from '#tests/harness/bot/teamsChat.ts';
import { makeTask, runAll, toSavedStep } from '#tests/harness/client/tasks.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';
import { eventually } from '#tests/harness/eventually.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ bot: true, features: { tasks: true } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});

const say = (...lines: string[]) => lines.map((line) => `repeat after me: ${line}`);
const listTexts = (messages: VisibleMessage[]) => messages.map(({ activity }) => activity.text ?? '');
const toCards = (message: VisibleMessage | undefined) => JSON.stringify(message?.activity.attachments ?? []);

/** Waits for a message whose card contains a text. */
function waitForCard(chat: TeamsChat, text: string): Promise<VisibleMessage> {
  return eventually(
    async () => {
      const message = (await chat.listMessages()).findLast((candidate) => toCards(candidate).includes(text));
      if (!message) throw new Error(`No card says “${text}”: ${app.readBotLog().slice(-2_000)}`);
      return message;
    },
    { everyMs: 100 },
  );
}

function findButton(message: VisibleMessage, verb: string, title = '') {
  const button = getButtons(message).find((one) => one.verb === verb && one.title.includes(title));
  if (!button) throw new Error(`There is no button ${verb}.`);
  return button;
}

describe('Ada in her personal chat', () => {
  const chat = () => openTeamsChat(app, 'ada');

  it('reads in the help how to run tasks, and that she has none yet', async () => {
    await chat().send('help');
    expect(toCards(await chat().waitForAnswer())).toContain('run &lt;task&gt;');
    await chat().send('tasks');
    await waitForCard(chat(), texts.noTasks);
  });

  it('runs a task with a button: a message for each step, then a card; and nothing again while all is fresh', async () => {
    const title = 'Tea *plan* [for](https://evil.example) “all”';
    const prompts = [...say('Tea is at four.'), 'Summarize this.'];
    const { taskId } = await makeTask(app.as('ada'), { title, prompts, chained: true });
    await chat().send('tasks');
    const list = await waitForCard(chat(), texts.whichTask);
    await chat().pressButton(list, findButton(list, 'runTask', 'Tea'));
    const end = await waitForCard(chat(), 'is done.');
    const steps = listTexts(await chat().listMessages()).filter((text) => text.startsWith('**Step'));
    expect(steps).toEqual([
      '**Step 1 of 2**\n\nTea is at four.',
      expect.stringMatching(/^\*\*Step 2 of 2\*\*\n\n.*Tea is at four\. \[1\]/),
    ]);
    expect(toCards(end)).toContain('Tea \\\\*plan\\\\*');
    expect(decodeURIComponent(toCards(end))).toContain(`{"subEntityId":"task/${taskId}"}`);
    await chat().send('run tea');
    const fresh = await waitForCard(chat(), 'is up to date');
    await chat().pressButton(fresh, findButton(fresh, 'showOutputs'));
    await eventually(
      async () => expect(listTexts(await chat().listMessages()).join()).toMatch(/Outputs of.*Tea is at/s),
      {
        everyMs: 100,
      },
    );
  });

  it('runs a research: while it works she reads which question it is about, then the report', async () => {
    const { taskId } = await makeTask(app.as('ada'), {
      title: 'Cup report',
      prompts: ['When is tea?\nWho washes cups?'],
    });
    const text = 'Tea is served at four. Ben washes the cups on Mondays.';
    const { file } = await uploadAndRead(app.as('ada'), new File([text], 'Tea.txt', { type: 'text/plain' }));
    const { file_id: dataId, fileName: dataName, fileSize: dataSize } = file;
    const [step] = (await app.as('ada').call(getTask, { task_id: taskId })).TaskData;
    if (!step) throw new Error('The task has no step.');
    const stepData = [{ dataId, dataName, dataSize, dataType: 'TXT' as const }];
    const TaskData = [toSavedStep(step, { stepType: 'research', stepData })];
    await app.as('ada').call(saveTask, { task_data: { TaskId: taskId, TaskData } });
    await app.control('models', 'scenario', { name: 'slow', ms: 2_000, match: 'Who washes cups?' });
    await chat().send('run cup report');
    await waitForCard(chat(), '2 of 2: Who washes cups?');
    await waitForCard(chat(), 'Your task “Cup report” is done.');
    expect(listTexts(await chat().listMessages()).join()).toMatch(/Summary.*Tea is served at four.*\[1\]/s);
  });

  it('is asked when several titles match, and finds a task by a part of its title', async () => {
    for (const title of ['Weekly report', 'Weekly letter'])
      await makeTask(app.as('ada'), { title, prompts: say('week') });
    await chat().send('run weekly');
    const choice = await waitForCard(chat(), 'matches more than one task');
    expect(getButtons(choice).map(({ title }) => title)).toEqual(['Run Weekly letter', 'Run Weekly report']);
    await chat().send('run the week rep please');
    await waitForCard(chat(), 'Your task “Weekly report” is done.');
    await chat().send('run a race in the rain and win it');
    await eventually(async () => expect(listTexts(await chat().listMessages()).join()).toContain('Attach a file'), {
      everyMs: 100,
    });
    await chat().send('run Weekly raport');
    await waitForCard(chat(), 'called “Weekly raport”');
  });

  it('stops a task while she asks something else, and continues it at the stopped step', async () => {
    const prompts = say('one', 'a silent cup', 'three');
    const { taskId } = await makeTask(app.as('ada'), { title: 'Slow tea', prompts });
    await app.control('models', 'scenario', { name: 'silence', match: 'a silent cup' });
    await chat().send('run Slow tea.');
    const running = await eventually(
      async () => {
        const [message] = (await chat().listMessages()).filter(({ activity }) =>
          activity.text?.includes('Step 2 of 3'),
        );
        if (!message) throw new Error('Step 2 does not run yet.');
        return message;
      },
      { everyMs: 100 },
    );
    await chat().send('repeat after me: still here');
    await eventually(async () => expect(listTexts(await chat().listMessages())).toContain('still here'), {
      everyMs: 100,
    });
    await chat().pressButton(running, findButton(running, 'stopTask'));
    const end = await waitForCard(chat(), 'Your task “Slow tea” was stopped.');
    expect(toCards(end)).toMatch(/Step 1: done.*Step 2: stopped.*Step 3: not run/);
    await app.control('models', 'reset');
    await chat().pressButton(end, findButton(end, 'runTask'));
    const done = await waitForCard(chat(), 'Your task “Slow tea” is done.');
    expect(toCards(done)).toMatch(/Step 1: up to date.*Step 2: done.*Step 3: done/);
    const { TaskData } = await app.as('ada').call(getTask, { task_id: taskId });
    expect(TaskData.map(({ stepOutput }) => stepOutput?.content)).toEqual(['one', 'a silent cup', 'three']);
    const again = await chat().pressButton(running, findButton(running, 'stopTask'));
    expect(again.status).toBe(200);
    await eventually(async () => expect(listTexts(await chat().listMessages())).toContain(texts.taskNotRunning), {
      everyMs: 100,
    });
  });

  it('reads after a restart of the bot that the run continues, and no message still shows that it waits', async () => {
    const { taskId } = await makeTask(app.as('ada'), { title: 'Long tea', prompts: say('a calm cup', 'two') });
    await app.control('models', 'scenario', { name: 'silence', match: 'a calm cup' });
    await chat().send('run long tea');
    await waitForCard(chat(), taskId);
    await app.restartBot();
    const end = await waitForCard(chat(), 'Your task “Long tea” is still running. Open it in AVA.');
    expect(getButtons(end)).toEqual([]);
    const open = (await chat().listMessages()).filter((message) => toCards(message).includes(`"task":"${taskId}"`));
    expect(open).toEqual([]);
    expect((await app.as('ada').call(getTask, { task_id: taskId })).lastRun?.state).toBe('running');
    await app.as('ada').call(deleteTask, { session_id: taskId });
  });

  /** @proves call:deleteTask */
  it('reads why a step failed, and that a task was deleted while it ran', async () => {
    await makeTask(app.as('ada'), { title: 'Empty tea', prompts: ['', ...say('two')] });
    await chat().send('run empty tea');
    const failed = await waitForCard(chat(), 'Your task “Empty tea” stopped at a step that failed.');
    expect(toCards(failed)).toContain('This step has no prompt.');
    const { taskId } = await makeTask(app.as('ada'), { title: 'Lost tea', prompts: say('a quiet cup', 'two') });
    await app.control('models', 'scenario', { name: 'silence', match: 'a quiet cup' });
    await chat().send('run lost tea');
    await waitForCard(chat(), taskId);
    await app.as('ada').call(deleteTask, { session_id: taskId });
    await waitForCard(chat(), 'Your task “Lost tea” was deleted');
  });

  it('gets one notice of a run that nobody saw end, and none of a run that the bot or a tab showed', async () => {
    const countNotices = async () =>
      (await chat().listMessages()).filter((message) => toCards(message).includes(texts.howToStopNotices)).length;
    await chat().send('notify on');
    await eventually(async () => expect(listTexts(await chat().listMessages())).toContain(texts.notifyOn), {
      everyMs: 100,
    });
    const [unseen, seen] = [
      await makeTask(app.as('ada'), { title: 'Unseen tea', prompts: say('one') }),
      await makeTask(app.as('ada'), { title: 'Seen tea', prompts: say('two') }),
    ];
    const { run_id } = await runAll(app.as('ada'), seen.taskId);
    await app.as('ada').call(seeTaskRun, { run_id });
    await makeTask(app.as('ada'), { title: 'Shown tea', prompts: say('three') });
    await chat().send('run shown tea');
    await waitForCard(chat(), 'Your task “Shown tea” is done.');
    await runAll(app.as('ada'), unseen.taskId);
    // Repeats the command, because each command makes the bot look for notices, which otherwise takes up to half a
    // minute.
    await eventually(
      async () => {
        await chat().send('notify');
        expect(await countNotices()).toBe(1);
      },
      { everyMs: 500 },
    );
    const notice = toCards(await waitForCard(chat(), texts.howToStopNotices));
    expect(notice).toContain('Unseen tea');
    expect(decodeURIComponent(notice)).toContain(`{"subEntityId":"task/${unseen.taskId}"}`);
    expect(notice).not.toMatch(/Seen tea|Shown tea/);
    await chat().send('notify off');
  });

  it('runs 30 steps, each once', async () => {
    const prompts = say(...Array.from({ length: 30 }, (_, index) => `cup ${index + 1}`));
    await makeTask(app.as('ada'), { title: 'Many cups', prompts });
    await chat().send('run many cups');
    const end = await waitForCard(chat(), 'Your task “Many cups” is done.');
    expect(toCards(end)).toContain('… and 18 more');
    const steps = listTexts(await chat().listMessages()).filter((text) => text.includes('of 30'));
    expect(steps).toEqual(Array.from({ length: 30 }, (_, index) => `**Step ${index + 1} of 30**\n\ncup ${index + 1}`));
  });
});

describe('in a group', () => {
  async function openGroup(name: string) {
    const group = { kind: 'groupChat', name, people: ['ada', 'ben'] };
    const { id } = (await app.control('channel', 'conversation', group)) as { id: string };
    return { ada: openTeamsChat(app, 'ada', id), ben: openTeamsChat(app, 'ben', id) };
  }

  it('nobody sees Ada’s tasks, and Ben can’t run them', async () => {
    await makeTask(app.as('ada'), { title: 'Leaving Northwind', prompts: say('bye') });
    const { ada, ben } = await openGroup('Onlookers');
    for (const [index, [command, reply]] of [
      ['tasks', texts.tasksInPrivate],
      ['run', texts.tasksInPrivate],
      ['run leaving', texts.noSuchTaskHere('leaving')],
    ].entries()) {
      await ada.send(`@AVA ${command}`, { mentionBot: true });
      expect((await ada.waitForAnswer(index)).activity).toMatchObject({ text: reply, attachments: [] });
    }
    await ben.send('@AVA run Leaving Northwind', { mentionBot: true });
    expect((await ben.waitForAnswer(3)).activity.text).toBe(texts.noSuchTaskHere('Leaving Northwind'));
    expect(JSON.stringify(await ben.listMessages())).not.toContain('bye');
  });

  /** @proves threat:group-chat */
  it('Ada’s run shows no output until she shows them; Ben can neither stop it nor show them', async () => {
    await makeTask(app.as('ada'), { title: 'Round of tea', prompts: say('one cup', 'a stuck cup') });
    await app.control('models', 'scenario', { name: 'silence', match: 'a stuck cup' });
    const { ada, ben } = await openGroup('Tea round');
    await ada.send('@AVA run round of tea', { mentionBot: true });
    const running = await waitForCard(ben, '1 of 2 steps are done');
    const stop = findButton(running, 'stopTask');
    expect(await ben.pressButton(running, stop)).toMatchObject({ body: { value: texts.onlyAskerStopsTask } });
    await ben.send('repeat after me: hello', { mentionBot: true });
    const forged = { ...stop, data: { ...stop.data, asker: getPerson('ben').oid } };
    await ben.pressButton(running, forged);
    await eventually(async () => expect(listTexts(await ben.listMessages())).toContain(texts.staleCard), {
      everyMs: 100,
    });
    await ada.pressButton(running, stop);
    const end = await waitForCard(ben, 'was stopped');
    expect(JSON.stringify(await ben.listMessages())).not.toContain('one cup');
    const show = findButton(end, 'showOutputs');
    expect(await ben.pressButton(end, show)).toMatchObject({ body: { value: texts.onlyAskerShowsOutputs } });
    await ada.pressButton(end, show);
    await eventually(async () => expect(listTexts(await ben.listMessages()).join()).toContain('one cup'), {
      everyMs: 100,
    });
  });
});
