import type { Visit } from '#tests/harness/browser/visit.ts';
import type { Scene } from './scenes.ts';

async function openPicker(visit: Visit, source: string): Promise<void> {
  await visit.tab.getByRole('button', { name: 'Add files' }).click();
  await visit.tab.getByRole('menuitem', { name: source }).click();
  await visit.tab.getByRole('dialog').waitFor();
}

/** The menu and the picker for files of Microsoft 365. */
export const sourceScenes: Record<string, Scene> = {
  sourceMenu: {
    after: 'empty',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Add files' }).click();
      await visit.tab.getByRole('menu').waitFor();
    },
  },
  sourceSearch: {
    after: 'empty',
    act: async (visit) => {
      await openPicker(visit, 'Recent');
      await visit.tab.getByRole('searchbox', { name: 'Search your files' }).fill('2026');
      await visit.tab.getByRole('checkbox').first().check({ force: true });
    },
  },
  sourceFolder: {
    after: 'empty',
    act: async (visit) => {
      await openPicker(visit, 'Document sites');
      for (const name of [/^Finance/, /^Documents/])
        await visit.tab.getByRole('listitem').getByRole('button', { name }).click();
      await visit.tab.getByRole('button', { name: /^Planning/ }).waitFor();
    },
  },
  sourceMeetings: {
    after: 'empty',
    act: async (visit) => {
      await openPicker(visit, 'Meetings');
      await visit.tab.getByRole('checkbox', { name: /^Budget review/ }).check({ force: true });
    },
  },
  sourceMeetingsOff: {
    after: 'empty',
    act: async (visit, app) => {
      await app.control('graph', 'transcripts', { access: false });
      await openPicker(visit, 'Meetings');
      await visit.tab.getByText('Send this text to your administrator:').waitFor();
      await app.control('graph', 'transcripts', { access: true });
    },
  },
};
