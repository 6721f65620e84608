import type { Client } from '#contract/client.ts';
import { getTasks } from '#contract/tasks/tasks.ts';
import { makeTask } from '#tests/harness/client/tasks.ts';
import { BotPane } from '#tests/harness/browser/botPane.ts';
import { QUESTION, SPECIAL_MARKDOWN, makeHandbook } from './actions.ts';
import type { Scene } from './scenes.ts';

/** Creates two tasks of Ada, unless an earlier picture did. */
async function makeTasks(ada: Client): Promise<void> {
  const { tasks } = await ada.call(getTasks, {});
  if (tasks.some(({ TaskTitle }) => TaskTitle === 'Weekly report')) return;
  await makeTask(ada, { title: 'Invitation to the summer party', prompts: ['Write 20 words about the summer'] });
  const prompts = ['Write 30 words about the budget', 'Write 60 words about the next week', ''];
  await makeTask(ada, { title: 'Weekly report', prompts });
}

/** The bot's cards in the host page. */
export const botScenes: Record<string, Scene> = {
  botGreeting: {
    area: '.stage',
    act: async (visit) => {
      const bot = new BotPane(visit.page);
      await bot.open();
      await bot.answers.first().waitFor();
    },
  },
  botAnswer: {
    area: '.stage',
    act: async (visit) => {
      const bot = new BotPane(visit.page);
      await bot.open();
      await bot.attach('handbook.pdf', await makeHandbook());
      await bot.send(QUESTION);
      await bot.waitForAnswer('140 euros');
    },
  },
  botRich: {
    area: '.stage',
    act: async (visit, app) => {
      await app.control('models', 'scenario', { name: 'script', text: SPECIAL_MARKDOWN, chunk: 400 });
      const bot = new BotPane(visit.page);
      await bot.open();
      await bot.send('Show me code, a formula and a table');
      await bot.waitForAnswer('Head of Finance');
    },
  },
  botGroup: {
    area: '.stage',
    act: async (visit) => {
      const bot = new BotPane(visit.page);
      await bot.open('Budget round');
      await bot.send('@AVA write 60 words about lunch');
      await bot.waitForAnswer('Lunch');
    },
  },
  botTasks: {
    area: '.stage',
    act: async (visit, app) => {
      const bot = new BotPane(visit.page);
      await makeTasks(app.as('ada'));
      await bot.open();
      await bot.send('tasks');
      await bot.answers.last().getByRole('button').first().waitFor();
    },
  },
  botTaskRun: {
    area: '.stage',
    act: async (visit, app) => {
      const bot = new BotPane(visit.page);
      await makeTasks(app.as('ada'));
      await bot.open();
      await bot.send('run weekly');
      await bot.waitForAnswer('stopped at a step');
    },
  },
  botModels: {
    area: '.stage',
    act: async (visit) => {
      const bot = new BotPane(visit.page);
      await bot.open();
      await bot.send('model');
      await bot.answers.last().getByRole('button').first().waitFor();
    },
  },
};
