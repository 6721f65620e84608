import { BotPane } from '../harness/browser/botPane.ts';
import type { TestApp } from '../harness/app/startApp.ts';
import {
  QUESTION,
  RICH,
  askShortly,
  askWithFile,
  attach,
  attachHandbook,
  chatMenu,
  handbook,
  openFromHeader,
  openPlace,
  showHistory,
  source,
} from './hands.ts';
import type { Visit } from '../harness/browser/visit.ts';
import { makePng } from '../../env/sandbox/documents/png.ts';

export interface Scene {
  /** What the person does until the picture is taken. */
  act: (here: Visit, app: TestApp) => Promise<void>;
  /** What of the host page is in the picture; the tab when nothing is said. */
  shows?: string;
}

const failing = (scenario: object): Scene => ({
  act: async (here, app) => {
    await app.control('models', 'scenario', scenario);
    await here.ask('write 60 words about the summer budget');
    await here.answers.last().getByRole('alert').waitFor({ timeout: 45_000 });
  },
});

/** Every screen, menu and dialog, and what they look like when something has gone wrong. */
export const scenes: Record<string, Scene> = {
  empty: { act: async () => undefined },
  file: { act: attachHandbook },
  files: {
    act: async (here) => {
      for (const at of [1, 2, 3, 4, 5, 6])
        await attach(here, `Minutes ${at}.txt`, 'text/plain', Buffer.from('Agreed.'));
      await here.tab.getByText('6 file(s) uploaded').click();
    },
  },
  longName: {
    act: async (here) => {
      const name = `${'A very long name of a very long report about nearly everything '.repeat(3)}.txt`;
      await attach(here, name, 'text/plain', Buffer.from('Short after all.'));
      await attach(here, 'photo.png', 'image/png', await makePng(320, 200));
      await attach(here, 'broken.pdf', 'application/pdf', Buffer.from('%PDF-1.7 not one'));
      await here.tab
        .getByText(/Failed to process broken/)
        .first()
        .waitFor();
    },
  },
  answer: { act: askWithFile },
  citation: {
    act: async (here) => {
      await askWithFile(here);
      await source(here).hover();
    },
  },
  viewer: {
    act: async (here) => {
      await askWithFile(here);
      await source(here).click();
      await here.tab.locator('mark').first().waitFor();
    },
  },
  streaming: {
    act: async (here, app) => {
      await app.control('models', 'pace', { ms: 60, wordsPerDelta: 1 });
      await here.ask('write 300 words about moving the office');
      await here.stop.waitFor();
      await here.page.waitForTimeout(1_200);
    },
  },
  rich: {
    act: async (here, app) => {
      await app.control('models', 'scenario', { name: 'script', text: RICH, chunk: 400 });
      await askShortly(here, 'How do we move the office?');
    },
  },
  long: { act: (here) => askShortly(here, 'write 600 words about moving the office') },
  stopped: {
    act: async (here, app) => {
      await app.control('models', 'pace', { ms: 40, wordsPerDelta: 1 });
      await here.ask('write 300 words about moving the office');
      await here.page.waitForTimeout(1_500);
      await here.stop.click();
      await here.tab.getByText('You stopped this answer.').waitFor();
    },
  },
  failed: failing({ name: '500', status: 500 }),
  tooMany: failing({ name: '429', retryAfter: 1 }),
  cutOff: failing({ name: 'errorAfter', deltas: 5 }),
  modelMenu: {
    act: (here) => here.tab.getByRole('button', { name: /^AI model/ }).click(),
  },
  modeSettings: {
    act: async (here) => {
      await here.tab.getByRole('button', { name: /^AI model/ }).click();
      await here.tab.getByRole('menuitem', { name: /^Response style/ }).click();
    },
  },
  settings: { act: (here) => openFromHeader(here, 'Settings') },
  help: { act: (here) => openFromHeader(here, 'Help') },
  person: { act: (here) => here.tab.getByRole('button', { name: /^Account of/ }).click() },
  about: {
    act: async (here) => {
      await here.tab.getByRole('button', { name: /^Account of/ }).click();
      await here.tab.getByRole('menuitem', { name: 'About AVA' }).click();
    },
  },
  history: {
    act: async (here) => {
      await askShortly(here);
      await showHistory(here);
    },
  },
  notFound: {
    act: async (here) => {
      await askShortly(here);
      await showHistory(here);
      await here.tab.getByRole('searchbox', { name: 'Search chats' }).fill('nothing like it');
    },
  },
  chatMenu: { act: (here) => chatMenu(here, null) },
  rename: { act: (here) => chatMenu(here, 'Rename') },
  share: { act: (here) => chatMenu(here, 'Share') },
  delete: { act: (here) => chatMenu(here, 'Delete') },
  insights: {
    act: async (here) => {
      await askShortly(here);
      await here.answers.last().hover();
      await here.answers.last().getByRole('button', { name: 'Insights' }).click();
    },
  },
  workspace: {
    act: (here) => here.tab.getByRole('button', { name: 'Show workspace' }).click(),
  },
  notes: {
    act: async (here) => {
      await here.tab.getByRole('button', { name: 'Show workspace' }).click();
      await openPlace(here, 'Notes');
      await here.tab.getByRole('textbox', { name: 'Notes of this chat' }).fill('Ask the movers for a second offer.');
    },
  },
  results: {
    act: async (here) => {
      await askShortly(here);
      await here.answers.last().hover();
      await here.answers.last().getByRole('button', { name: 'Keep in Results' }).click();
      await here.tab.getByText('Kept in Results').waitFor();
      await here.tab.getByRole('button', { name: 'Show workspace' }).click();
      await openPlace(here, 'Results');
    },
  },
  drop: {
    act: async (here) => {
      await here.frame.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'x.txt'));
        window.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      }`);
    },
  },
  signedOut: {
    act: async (here) => {
      await here.tab.getByRole('button', { name: /^Account of/ }).click();
      await here.tab.getByRole('menuitem', { name: 'Sign out' }).click();
      await here.tab.getByRole('heading', { name: 'You are signed out of AVA' }).waitFor();
    },
  },
  expired: {
    act: async (here) => {
      await here.page.getByLabel('Session').selectOption('expired');
      await here.ask('Are you still there?');
      await here.tab.getByText('Your session has expired').waitFor();
    },
  },
  botAnswer: {
    shows: '.stage',
    act: async (here) => {
      const bot = new BotPane(here.page);
      await bot.open();
      await bot.attach('handbook.pdf', await handbook());
      await bot.say(QUESTION);
      await bot.answered('140 euros');
    },
  },
  botGroup: {
    shows: '.stage',
    act: async (here) => {
      const bot = new BotPane(here.page);
      await bot.open('Budget round');
      await bot.say('@AVA write 60 words about lunch');
      await bot.answered('Lunch');
    },
  },
  botModels: {
    shows: '.stage',
    act: async (here) => {
      const bot = new BotPane(here.page);
      await bot.open();
      await bot.say('model');
      await bot.answers.last().getByRole('button').first().waitFor();
    },
  },
};
