import { BotChat } from '../harness/botChat.ts';
import type { TestApp } from '../harness/startApp.ts';
import { makePdf, makePng } from '../harness/documents.ts';
import type { Visit } from '../harness/visit.ts';

export interface Scene {
  /** What the person does until the picture is taken. */
  act: (here: Visit, app: TestApp) => Promise<void>;
  /** What of the host page is in the picture; the tab when nothing is said. */
  shows?: string;
}

const QUESTION = 'How much is paid for a night in a hotel in capital cities?';

const handbook = () =>
  makePdf([
    ['Northwind travel handbook', 'Who to ask when this handbook leaves something open.'],
    ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.', 'Breakfast may be added to the bill.'],
  ]);

/** An answer with everything that Markdown has, and words that run from right to left. */
const RICH = `# Moving the office

A short plan with **dates**, a [list of movers](https://movers.example/list) and one formula: \`cost = rooms × 120\`.

| Step | Who | When | Notes |
| --- | --- | --- | --- |
| Pack the archive | Facilities | Monday | Labels are in the cupboard beside the lift, second shelf |
| Move the desks | Movers | Tuesday | Lift booked from 7 to 11 |

\`\`\`typescript
export function costOfTheMove(rooms: number, floors: number): number {
  return rooms * 120 + floors * 80; // The lift is booked by the hour, which is why the floors count and not the metres.
}
\`\`\`

> Whoever packs, labels.

- One
  - Nested
- Two

שלום, זו תשובה קצרה בעברית עם מספר 42.

1. First
2. Second
`;

async function attach(here: Visit, name: string, mimeType: string, bytes: Uint8Array): Promise<void> {
  await here.tab.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(bytes) });
}

async function attachHandbook(here: Visit): Promise<void> {
  await attach(here, 'Travel handbook.pdf', 'application/pdf', await handbook());
  await here.tab.getByText('Processed Travel handbook.pdf successfully!').waitFor();
}

async function askWithFile(here: Visit): Promise<void> {
  await attachHandbook(here);
  await here.ask(QUESTION);
  await here.answered();
}

async function askShortly(here: Visit, text = 'write 60 words about the summer budget'): Promise<void> {
  await here.ask(text);
  await here.answered();
}

const source = (here: Visit) =>
  here.answers
    .last()
    .getByRole('button', { name: /^Source 1/ })
    .first();

/** Below 680 px help and settings are in the person's menu. */
async function openFromHeader(here: Visit, name: 'Help' | 'Settings'): Promise<void> {
  const button = here.tab.getByRole('banner').getByRole('button', { name, exact: true });
  if ((await button.count()) > 0) return button.click();
  await here.tab.getByRole('button', { name: /^Account of/ }).click();
  await here.tab.getByRole('menuitem', { name, exact: true }).click();
}

async function showHistory(here: Visit): Promise<void> {
  const show = here.tab.getByRole('button', { name: 'Show history' });
  if ((await show.count()) > 0) await show.click();
  await here.history.waitFor();
}

/** A place of the workspace; those without room are in a menu. */
async function openPlace(here: Visit, name: string): Promise<void> {
  const tab = here.tab.getByRole('tab', { name });
  await here.tab.getByRole('tablist', { name: 'Workspace' }).waitFor();
  if (await tab.isVisible()) return tab.click();
  await here.tab.getByRole('button', { name: 'More tabs' }).click();
  await here.tab.getByRole('menuitem', { name }).click();
}

async function chatMenu(here: Visit, item: string | null): Promise<void> {
  await askShortly(here);
  await showHistory(here);
  await here.tab
    .getByRole('button', { name: /^More options for/ })
    .first()
    .click();
  if (item) await here.tab.getByRole('menuitem', { name: item }).click();
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
      const bot = new BotChat(here.page);
      await bot.open();
      await bot.attach('handbook.pdf', await handbook());
      await bot.say(QUESTION);
      await bot.answered('140 euros');
    },
  },
  botGroup: {
    shows: '.stage',
    act: async (here) => {
      const bot = new BotChat(here.page);
      await bot.open('Budget round');
      await bot.say('@AVA write 60 words about lunch');
      await bot.answered('Lunch');
    },
  },
};
