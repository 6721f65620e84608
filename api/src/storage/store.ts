import type { Db } from './schema.ts';
import { botTable } from './tables/bot.ts';
import { chatsTable } from './tables/chats.ts';
import { chunkSearchTable } from './tables/chunkSearch.ts';
import { chunksTable } from './tables/chunks.ts';
import { corpusFilesTable } from './tables/corpusFiles.ts';
import { filesTable } from './tables/files.ts';
import { messagesTable } from './tables/messages.ts';
import { peopleTable } from './tables/people.ts';
import { processesTable } from './tables/processes.ts';
import { usualQuota, type Quota } from './tables/quota.ts';
import { runsTable } from './tables/runs.ts';
import { searchesTable } from './tables/searches.ts';
import { settingsTable } from './tables/settings.ts';
import { sitesTable } from './tables/sites.ts';
import { stemsTable } from './tables/stems.ts';
import { wordCountsTable } from './tables/wordCounts.ts';
import { workspacesTable } from './tables/workspaces.ts';

/** All that lasts, by noun. Each table is a set of verbs over the one database; nobody else writes SQL. */
export function createStore(db: Db, quota: Quota = usualQuota) {
  return {
    people: peopleTable(db),
    settings: settingsTable(db),
    workspaces: workspacesTable(db, quota),
    chats: chatsTable(db, quota),
    messages: messagesTable(db, quota),
    files: filesTable(db),
    sites: sitesTable(db),
    corpusFiles: corpusFilesTable(db),
    chunks: chunksTable(db),
    chunkSearch: chunkSearchTable(db),
    wordCounts: wordCountsTable(db),
    stems: stemsTable(db),
    searches: searchesTable(db),
    runs: runsTable(db),
    processes: processesTable(db),
    bot: botTable(db),
  };
}

export type Store = ReturnType<typeof createStore>;
