import { BotPane } from '../harness/browser/botPane.ts';
import { QUESTION, makeHandbook } from './actions.ts';
import type { Scene } from './scenes.ts';

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
  botGroup: {
    area: '.stage',
    act: async (visit) => {
      const bot = new BotPane(visit.page);
      await bot.open('Budget round');
      await bot.send('@AVA write 60 words about lunch');
      await bot.waitForAnswer('Lunch');
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
