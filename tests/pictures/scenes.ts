import type { TestApp } from '#tests/harness/app/startApp.ts';
import {
  askAndWait,
  attach,
  attachHandbook,
  hideWorkspace,
  openAccountMenu,
  openChatMenu,
  openModelMenu,
  openFromHeader,
  openWorkspace,
  searchChats,
  sendFiles,
  showHistory,
  waitForDialog,
} from './actions.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { makePartlyReadDocx } from '#tests/harness/partlyReadDocx.ts';
import { makePng } from '#sandbox/documents/png.ts';

export interface Scene {
  /** Actions that lead from an empty chat, or from the screen of `after`, to this screen. */
  act: (visit: Visit, app: TestApp) => Promise<void>;
  /** The scene that this one continues. */
  after?: string;
  /** Undoes changes of the scene that neither Escape nor a new chat resets, such as files of the draft. */
  leave?: (visit: Visit, app: TestApp) => Promise<void>;
  /** Selector of the part of the host page in the screenshot; the tab by default. */
  area?: string;
  /** Only a new visit resets what the scene leaves behind. */
  leavesTraces?: boolean;
  /** Who sees the screen; Ada by default. */
  person?: string;
}

async function signOut(visit: Visit): Promise<void> {
  await openAccountMenu(visit);
  await visit.tab.getByRole('menuitem', { name: 'Sign out' }).click();
  await visit.tab.getByRole('heading', { name: 'You are signed out of AVA' }).waitFor();
}

/** The empty chat, its files, menus, dialogs and states of the connection. */
export const scenes: Record<string, Scene> = {
  empty: { act: async () => undefined },
  modelMenu: { after: 'empty', act: openModelMenu },
  modeSettings: {
    after: 'empty',
    act: async (visit) => {
      await openModelMenu(visit);
      await visit.tab.getByRole('menuitem', { name: /^Response style/ }).click();
      await waitForDialog(visit, 'My AVA Settings: Chat');
    },
  },
  settings: { after: 'empty', act: (visit) => openFromHeader(visit, 'Settings') },
  help: { after: 'empty', act: (visit) => openFromHeader(visit, 'Help') },
  person: { after: 'empty', act: openAccountMenu },
  about: {
    after: 'empty',
    act: async (visit) => {
      await openAccountMenu(visit);
      await visit.tab.getByRole('menuitem', { name: 'About AVA' }).click();
      await waitForDialog(visit, 'About AVA');
    },
  },
  profile: {
    after: 'empty',
    act: async (visit) => {
      await openAccountMenu(visit);
      await visit.tab.getByRole('menuitem', { name: 'Profile' }).click();
      await waitForDialog(visit, 'Profile');
    },
  },
  knowledgeAbout: {
    after: 'empty',
    act: async (visit) => {
      await openAccountMenu(visit);
      await visit.tab.getByRole('menuitem', { name: 'Managing Knowledge Search' }).click();
      await waitForDialog(visit, 'Managing Knowledge Search');
    },
  },
  workspace: { after: 'empty', act: openWorkspace, leave: hideWorkspace },
  shortcuts: {
    after: 'empty',
    act: async (visit) => {
      await visit.tab.getByRole('region', { name: 'Write a message' }).waitFor();
      await visit.frame.evaluate(`window.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))`);
      await waitForDialog(visit, 'Keyboard shortcuts');
    },
  },
  file: { act: attachHandbook, leave: sendFiles },
  files: {
    after: 'file',
    act: async (visit) => {
      for (const number of [1, 2, 3, 4, 5])
        await attach(visit, `Minutes ${number}.txt`, 'text/plain', Buffer.from('Agreed.'));
      await visit.tab.getByText('6 file(s) uploaded').click();
      await visit.tab.getByRole('list', { name: 'Attached files' }).waitFor();
    },
    leave: (visit) => visit.tab.getByText('Ready', { exact: true }).nth(5).waitFor(),
  },
  partlyRead: {
    act: async (visit) => {
      const bytes = await makePartlyReadDocx('The harbor clinic had 812 visits.');
      await attach(visit, 'Visits of clinics.docx', 'application/octet-stream', bytes);
      await visit.tab.getByText('Partly read', { exact: true }).waitFor();
      // Its tooltip, or on a phone its menu, says what was not read.
      const chip = visit.tab.getByRole('button', { name: /^Visits of clinics/ });
      const hasMenu = (await chip.getAttribute('aria-haspopup')) !== null;
      await (hasMenu ? chip.click() : chip.hover());
      await visit.tab.getByText(/3 charts were not read/).waitFor();
    },
    leave: async (visit) => {
      await visit.page.keyboard.press('Escape');
      await sendFiles(visit);
    },
  },
  longName: {
    leave: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Remove broken.pdf' }).click();
      await visit.tab.getByText('Ready', { exact: true }).nth(1).waitFor();
      await sendFiles(visit);
    },
    act: async (visit) => {
      const name = `${'A very long name of a very long report about nearly everything '.repeat(3)}.txt`;
      await attach(visit, name, 'text/plain', Buffer.from('Short after all.'));
      await attach(visit, 'photo.png', 'image/png', await makePng(320, 200));
      await attach(visit, 'broken.pdf', 'application/pdf', Buffer.from('%PDF-1.7 not one'));
      await visit.tab.getByText('Failed', { exact: true }).waitFor();
    },
  },
  history: {
    act: async (visit) => {
      await askAndWait(visit);
      await showHistory(visit);
    },
  },
  notFound: {
    after: 'history',
    act: async (visit) => {
      await searchChats(visit, 'quixotic xylophones');
      await visit.tab.getByText('No results found for search term').waitFor();
    },
    leave: (visit) => searchChats(visit, ''),
  },
  chatMenu: { after: 'history', act: (visit) => openChatMenu(visit, null) },
  rename: {
    after: 'history',
    act: async (visit) => {
      await openChatMenu(visit, 'Rename');
      await visit.tab.getByRole('textbox', { name: 'New title' }).waitFor();
    },
  },
  share: {
    after: 'history',
    act: async (visit) => {
      await openChatMenu(visit, 'Share');
      await waitForDialog(visit, 'Share this chat');
    },
  },
  deleted: {
    after: 'history',
    act: async (visit) => {
      await openChatMenu(visit, 'Delete');
      await visit.tab.getByText('Undo', { exact: true }).waitFor();
    },
  },
  offline: {
    act: async (visit) => {
      await visit.page.context().setOffline(true);
      await visit.tab.getByText("You're offline.").waitFor();
      await visit.ask('write 20 words about tea');
      await visit.answers.last().getByText('Waiting for the connection.').waitFor();
    },
    leave: async (visit) => {
      await visit.page.context().setOffline(false);
      await visit.waitForAnswer();
    },
  },
  drop: {
    act: async (visit) => {
      await visit.frame.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'x.txt'));
        window.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }));
      }`);
      await visit.tab.getByText('Drop your files here').waitFor();
    },
  },
  signedOut: {
    act: signOut,
    leave: async (visit) => {
      const signIn = visit.tab.getByRole('button', { name: 'Sign in' });
      // If the welcome was shown, it has already signed in again.
      if ((await signIn.count()) > 0) await signIn.click();
      await visit.waitUntilReady();
    },
  },
  welcome: {
    after: 'signedOut',
    act: async (visit) => {
      await visit.page.route('**/login', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), first_login: true } });
      });
      await visit.tab.getByRole('button', { name: 'Sign in' }).click();
      await visit.tab.getByRole('button', { name: 'Skip' }).waitFor();
    },
    leave: async (visit) => {
      await visit.page.unroute('**/login');
      await visit.tab.getByRole('button', { name: 'Skip' }).click();
      await visit.waitUntilReady();
    },
  },
  signedOutHelp: {
    leavesTraces: true,
    act: async (visit) => {
      await signOut(visit);
      await visit.tab.getByRole('button', { name: 'Help' }).click();
      await waitForDialog(visit, 'Help');
      await visit.tab.getByText('Your first question').waitFor();
    },
  },
  expired: {
    leavesTraces: true,
    act: async (visit) => {
      await visit.page.getByLabel('Session').selectOption('expired');
      // Loads the chats again to get a 401. Sending a message instead would lead to the sign-in screen.
      await visit.frame.evaluate(`window.dispatchEvent(new Event('focus'))`);
      await visit.tab.getByText('Your session has expired').waitFor();
      await visit.composer.click();
      await visit.page.keyboard.insertText('Are you still there?');
    },
  },
};
