import type { Clock } from '#platform/clock.ts';
import type { Graph } from '#api/graph/graph.ts';
import type { ItemRef } from '#api/graph/readableItems.ts';
import type { Person } from '#api/identity/person.ts';
import { Crawl } from '#api/sites/crawl.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

/** AVA's Graph with what the calls need: Ada, the site Finance, its library Documents and a file of it. */
export interface GraphWorld {
  graph: Graph;
  clock: Clock;
  ada: Person;
  siteId: string;
  file: ItemRef;
  /** Changes the file, so that delta reports it. */
  touch(): Promise<unknown>;
}

const WEEKS_MS = 14 * 86_400_000;

async function listCrawledFiles({ graph, clock, ada, file }: GraphWorld) {
  const limits = { files: 50_000, folders: 50_000, idleMs: Infinity };
  const crawl = new Crawl({ graph, clock, log: createRecordingLog() }, file.driveId, limits);
  await crawl.resume(ada);
  const files = [...crawl.files.values()].map(({ name, folder }) => `${folder}/${name}`);
  return { state: crawl.state, files: files.toSorted() };
}

async function listChangedFiles({ graph, ada, file, touch }: GraphWorld) {
  const follow = async (from: string | null) => {
    const changes: { changed: string[]; deleted: string[] } = { changed: [], deleted: [] };
    for (let link = from; ;) {
      const page = await graph.listChanges(ada, file.driveId, link);
      if (page === null) return null;
      changes.changed.push(...page.changed);
      changes.deleted.push(...page.deleted);
      if (page.next === null) return { ...changes, deltaLink: page.deltaLink };
      link = page.next;
    }
  };
  const start = await follow(null);
  await touch();
  const changes = await follow(start?.deltaLink ?? null);
  return changes ? { found: changes.changed.includes(file.itemId), deleted: changes.deleted } : 'resync';
}

async function download({ graph, ada, file }: GraphWorld) {
  const size = await graph.download(ada, file, async (bytes) => {
    let length = 0;
    for await (const part of bytes) length += part.length;
    return length;
  });
  return { isComplete: size === (await graph.findItem(ada, file.driveId, file.itemId))?.size };
}

async function listFolder({ graph, ada }: GraphWorld, driveId: string | null, folderId: string | null = null) {
  const { items, truncated } = await graph.listFolder(ada, driveId, folderId);
  const names = items.map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
  return { names, ids: items.map((item) => ({ driveId: item.driveId, id: item.id })), truncated };
}

function listEvents({ graph, ada }: GraphWorld) {
  const now = Date.now();
  return graph.listOnlineEvents(ada, new Date(now - WEEKS_MS), new Date(now));
}

/** Compares durations, because the times of the sandbox's meetings are relative to now. */
async function listMeetings(world: GraphWorld) {
  return (await listEvents(world)).map(({ subject, start, end }) => [subject, Date.parse(end) - Date.parse(start)]);
}

/** Start and end of each meeting; meetings at the same time are one entry. */
async function listMeetingTimes(world: GraphWorld) {
  const times = (await listEvents(world)).map(({ start, end }) => JSON.stringify([start, end]));
  return [...new Set(times)].map((time) => JSON.parse(time) as string[]);
}

async function listTranscripts(world: GraphWorld) {
  const { graph, ada } = world;
  const joinUrls = (await listEvents(world)).map(({ joinUrl }) => joinUrl);
  const found = await graph.findTranscripts(ada, joinUrls);
  return found.map((meeting) => (meeting.state === 'found' ? meeting.transcripts.length : meeting.state));
}

async function getPhoto({ graph, ada }: GraphWorld) {
  return { type: (await graph.getPhoto(ada, null))?.type ?? null };
}

/** AVA's calls of Graph, by the names that the cases use. */
export const calls: Record<string, (world: GraphWorld) => Promise<unknown>> = {
  listCrawledFiles,
  listChangedFiles,
  download,
  listMeetings,
  listMeetingTimes,
  listTranscripts,
  getPhoto,
  listFolder: (world) => listFolder(world, world.file.driveId),
  listOneDrive: (world) => listFolder(world, null),
  findItem: ({ graph, ada, file }) => graph.findItem(ada, file.driveId, file.itemId),
  isDeleted: ({ graph, ada, file }) => graph.isDeleted(ada, file),
  checkAccess: async ({ graph, ada, file, siteId }) => ({
    file: (await graph.getReadableItems(ada, [file])).has(file),
    site: (await graph.getReadableSites(ada, [siteId])).has(siteId),
  }),
  searchFiles: async ({ graph, ada }) => (await graph.searchFiles(ada, 'budget')).map(({ item }) => item.name),
  searchMail: async ({ graph, ada }) => (await graph.searchMail(ada, 'the')).map(({ subject }) => subject),
  searchChats: async ({ graph, ada }) => (await graph.searchChats(ada, 'exhibition')).map(({ excerpt }) => excerpt),
  listMail: async ({ graph, ada }) => (await graph.searchMail(ada, '')).map(({ subject }) => subject),
  listPeers: ({ graph, ada }) => graph.listPeers(ada, ''),
  findProfiles: ({ graph, ada }) => graph.findProfiles(ada, 'Ben'),
  getProfile: ({ graph, ada }) => graph.getProfile(ada),
  findSites: ({ graph, ada }) => graph.findSites(ada, ''),
  listFollowedSites: ({ graph, ada }) => graph.listFollowedSites(ada),
  listRecentFiles: async ({ graph, ada }) => (await graph.listRecentFiles(ada)).map(({ item }) => item.name),
  listLibraries: ({ graph, ada, siteId }) => graph.listLibraries(ada, siteId),
  ownsSite: ({ graph, ada, siteId }) => graph.ownsSite(ada, siteId),
};
