import type { Db } from './schema.ts';
import { botTable } from './tables/bot/bot.ts';
import { chatsTable } from './tables/chats/chats.ts';
import { chunkLookupTable } from './tables/search/chunkLookup.ts';
import { chunkSearchTable } from './tables/search/chunkSearch.ts';
import { chunksTable } from './tables/search/chunks.ts';
import { accessRequestsTable } from './tables/corpora/accessRequests.ts';
import { corpusFilesTable } from './tables/corpora/corpusFiles.ts';
import { exportedFilesTable } from './tables/people/exportedFiles.ts';
import { emailDraftsTable } from './tables/people/emailDrafts.ts';
import { filesTable } from './tables/people/files.ts';
import { foldersTable } from './tables/chats/folders.ts';
import { messageSearchTable } from './tables/chats/messageSearch.ts';
import { messagesTable } from './tables/chats/messages.ts';
import { fileRetentionTable } from './tables/organization/fileRetention.ts';
import { modelCallsTable } from './tables/organization/modelCalls.ts';
import { organizationVersionsTable } from './tables/organization/organizationVersions.ts';
import { peopleTable } from './tables/people/people.ts';
import { processesTable } from './tables/runs/processes.ts';
import { defaultQuota, type Quota } from './tables/chats/chatQuota.ts';
import { libraryTasksTable } from './tables/tasks/libraryTasks.ts';
import { promptsTable } from './tables/prompts/prompts.ts';
import { promptVersionsTable } from './tables/prompts/promptVersions.ts';
import { ratingsTable } from './tables/chats/ratings.ts';
import { runsTable } from './tables/runs/runs.ts';
import { searchesTable } from './tables/search/searches.ts';
import { settingsTable } from './tables/people/settings.ts';
import { sitesTable } from './tables/corpora/sites.ts';
import { stemsTable } from './tables/search/stems.ts';
import { taskRunsTable } from './tables/tasks/taskRuns.ts';
import { tasksTable } from './tables/tasks/tasks.ts';
import { wordCountsTable } from './tables/search/wordCounts.ts';
import { presentationTemplatesTable } from './tables/people/presentationTemplates.ts';
import { fileViewersTable } from './tables/people/fileViewers.ts';
import { usageTable } from './tables/organization/usage.ts';
import { workspacesTable } from './tables/people/workspaces.ts';

/** The tables of the database. No module other than the storage contains SQL. */
export function createStore(db: Db, quota: Quota = defaultQuota) {
  return {
    people: peopleTable(db),
    organizationVersions: organizationVersionsTable(db),
    fileRetention: fileRetentionTable(db),
    usage: usageTable(db),
    modelCalls: modelCallsTable(db),
    settings: settingsTable(db),
    workspaces: workspacesTable(db, quota),
    fileViewers: fileViewersTable(db, quota),
    chats: chatsTable(db, quota),
    messages: messagesTable(db, quota),
    folders: foldersTable(db),
    messageSearch: messageSearchTable(db),
    ratings: ratingsTable(db),
    files: filesTable(db, quota),
    presentationTemplates: presentationTemplatesTable(db, quota),
    exportedFiles: exportedFilesTable(db),
    emailDrafts: emailDraftsTable(db, quota),
    sites: sitesTable(db),
    accessRequests: accessRequestsTable(db),
    corpusFiles: corpusFilesTable(db),
    chunks: chunksTable(db),
    chunkSearch: chunkSearchTable(db),
    chunkLookup: chunkLookupTable(db),
    wordCounts: wordCountsTable(db),
    stems: stemsTable(db),
    searches: searchesTable(db),
    runs: runsTable(db),
    processes: processesTable(db),
    tasks: tasksTable(db, quota),
    taskRuns: taskRunsTable(db, quota),
    libraryTasks: libraryTasksTable(db, quota),
    prompts: promptsTable(db),
    promptVersions: promptVersionsTable(db),
    bot: botTable(db),
  };
}

export type Store = ReturnType<typeof createStore>;
