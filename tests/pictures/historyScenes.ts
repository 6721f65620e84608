import { randomUUID } from 'node:crypto';
import { getChats, shareChat } from '#contract/chats/chat.ts';
import { organizeChats, saveFolder } from '#contract/chats/history.ts';
import { getPerson } from '#sandbox/people.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { askAndWait, openChatMenu, searchChats, showHistory, waitForDialog } from './actions.ts';
import type { Scene } from './scenes.ts';

const FOLDER = 'Budget 2027';
const organized = new WeakMap<TestApp, Promise<void>>();

/** Creates Ada's chats once for all pictures: a pinned one, one with a new answer, a folder with one, and a copy of Ben's. */
function ensureOrganized(app: TestApp): Promise<void> {
  const chats = organized.get(app) ?? organizeHistory(app);
  organized.set(app, chats);
  return chats;
}

async function organizeHistory(app: TestApp): Promise<void> {
  const ada = app.as('ada');
  const make = async (text: string, client = ada) => {
    const convo_id = await makeChat(client);
    await ask(client, { convo_id, text });
    return convo_id;
  };
  const [pinned, unread, filed] = [
    await make('write 40 words about the travel budget'),
    await make('write 40 words about the lift'),
    await make('write 40 words about the summer budget'),
  ];
  const folder_id = randomUUID();
  await ada.call(saveFolder, { folder_id, name: FOLDER });
  await ada.call(organizeChats, { convo_ids: [filed], folder_id });
  await ada.call(organizeChats, { convo_ids: [pinned], pinned: true });
  await ada.call(organizeChats, { convo_ids: [unread], unread: true });
  const ben = app.as('ben');
  const shared = await make('write 40 words about bread', ben);
  await ben.call(shareChat, { convo_id: shared, peers: [getPerson('ada').oid] });
}

/** Shows the chats of `ensureOrganized`: the tab loads its lists again when it gets the focus. */
async function showOrganized(visit: Visit, app: TestApp): Promise<void> {
  await ensureOrganized(app);
  await visit.frame.evaluate(`window.dispatchEvent(new Event('focus'))`);
  await showHistory(visit);
  const folder = visit.tab
    .getByRole('button', { name: FOLDER, exact: false })
    .and(visit.tab.locator('[aria-expanded]'));
  await folder.first().waitFor();
  if ((await folder.first().getAttribute('aria-expanded')) === 'false') await folder.first().click();
}

async function openHistoryMenu(visit: Visit, item: string): Promise<void> {
  await visit.tab.getByRole('button', { name: 'More actions' }).click();
  await visit.tab.getByRole('menuitem', { name: item }).click();
}

const clearSearch = (visit: Visit) => searchChats(visit, '');

/** Scenes of the history of chats, and of the notes in a conversation that its actions leave. */
export const historyScenes: Record<string, Scene> = {
  organized: { act: showOrganized },
  selection: {
    after: 'organized',
    act: async (visit) => {
      await openHistoryMenu(visit, 'Select chats');
      const boxes = visit.history.getByRole('checkbox');
      await boxes.nth(1).waitFor();
      for (const index of [0, 1]) await boxes.nth(index).check();
    },
    leave: (visit) => visit.tab.getByRole('button', { name: 'Clear selection' }).click(),
  },
  found: {
    after: 'organized',
    act: async (visit) => {
      await searchChats(visit, 'budget');
      await visit.tab.getByRole('heading', { name: 'In messages' }).waitFor();
    },
    leave: clearSearch,
  },
  move: {
    act: async (visit) => {
      await askAndWait(visit);
      await showHistory(visit);
      await openChatMenu(visit, 'Move to folder');
      await waitForDialog(visit, 'Move to folder');
    },
  },
  sharedCopy: {
    after: 'organized',
    act: async (visit, app) => {
      const { chats } = await app.as('ada').call(getChats, { limit: 50 });
      const copy = chats.find(({ SharedBy }) => SharedBy !== null);
      // Searches for the chat, because the list draws only the rows in view.
      await searchChats(visit, copy?.Title ?? '');
      await visit.history.locator(`[data-title="${copy?.ConversationId}"]`).first().click();
      await visit.tab.getByText('This is your own copy.').waitFor();
    },
    leave: clearSearch,
  },
  temporary: {
    act: async (visit) => {
      await showHistory(visit);
      await openHistoryMenu(visit, 'Temporary chat');
      await visit.tab.getByText(/^Temporary chat: /).waitFor();
      await askAndWait(visit, 'write 20 words about tea');
    },
  },
};
