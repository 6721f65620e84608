import type { Db } from './schema.ts';
import { chatsTable } from './tables/chats.ts';
import { filesTable } from './tables/files.ts';
import { messagesTable } from './tables/messages.ts';
import { peopleTable } from './tables/people.ts';
import { processesTable } from './tables/processes.ts';
import { runsTable } from './tables/runs.ts';
import { settingsTable } from './tables/settings.ts';
import { workspacesTable } from './tables/workspaces.ts';

/** All that lasts, by noun. Each table is a set of verbs over the one database; nobody else writes SQL. */
export function createStore(db: Db) {
  return {
    people: peopleTable(db),
    settings: settingsTable(db),
    workspaces: workspacesTable(db),
    chats: chatsTable(db),
    messages: messagesTable(db),
    files: filesTable(db),
    runs: runsTable(db),
    processes: processesTable(db),
  };
}

export type Store = ReturnType<typeof createStore>;
