import type { SearchableSource, SourceEntry, SourceFile, SourceMessage } from '#contract/files/sources.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { FoundMessage } from '#api/graph/mail/messages.ts';
import type { Person } from '#api/identity/person.ts';
import type { AppContext } from '#api/context.ts';

/** Searches one source with the person's own permissions. Without words, only mail has entries: the latest. */
export async function searchSource(
  { graph }: AppContext,
  person: Person,
  source: SearchableSource,
  text: string,
): Promise<SourceEntry[]> {
  const words = text.trim();
  if (source === 'mail') return (await graph.searchMail(person, words)).map((mail) => toMessage('mail', mail));
  if (words === '') return [];
  if (source === 'chats') return (await graph.searchChats(person, words)).map((hit) => toMessage('chat', hit));
  return (await graph.searchFiles(person, words)).map(({ item, excerpt }) => toFile(item, { excerpt }));
}

export async function listRecentFiles({ graph }: AppContext, person: Person): Promise<SourceEntry[]> {
  const files = await graph.listRecentFiles(person);
  return files.map(({ item, accessedOn }) => toFile(item, { accessedOn }));
}

/** Folders first, then files, each by name. */
export async function listFolder(
  { graph }: AppContext,
  person: Person,
  driveId: string | null,
  folderId: string | null,
): Promise<{ entries: SourceEntry[]; truncated: boolean }> {
  const { items, truncated } = await graph.listFolder(person, driveId, folderId);
  const byName = items.toSorted((a, b) => a.name.localeCompare(b.name, 'en-US', { numeric: true }));
  const folders = byName.filter(({ isFolder }) => isFolder).map(toFolder);
  return {
    entries: [...folders, ...byName.filter(({ isFolder }) => !isFolder).map((item) => toFile(item))],
    truncated,
  };
}

/** Followed sites first; a search covers all sites that the person can read. */
export async function listSourceSites({ graph }: AppContext, person: Person, search: string) {
  const [followed, found] = await Promise.all([graph.listFollowedSites(person), graph.findSites(person, search)]);
  const followedIds = new Set(followed.map(({ id }) => id));
  const shown = search.trim() === '' ? [...followed, ...found.filter(({ id }) => !followedIds.has(id))] : found;
  const sites = shown.map(({ id, graphId, name, link }) => ({
    id: graphId,
    name,
    link,
    followed: followedIds.has(id),
  }));
  return sites.toSorted((a, b) => Number(b.followed) - Number(a.followed) || a.name.localeCompare(b.name, 'en-US'));
}

export async function listSourceLibraries({ graph }: AppContext, person: Person, siteId: string) {
  const libraries = await graph.listLibraries(person, siteId);
  return libraries.flatMap(({ driveId, name }) => (driveId === null ? [] : { driveId, name }));
}

function toFile(
  item: LocatedItem,
  { excerpt = '', accessedOn }: { excerpt?: string; accessedOn?: string } = {},
): SourceFile {
  return {
    kind: 'file',
    url: item.url,
    name: item.name,
    size: item.size ?? 0,
    mimeType: item.mimeType,
    modifiedOn: item.lastModified,
    accessedOn: accessedOn || null,
    owner: item.owner,
    excerpt,
    webUrl: item.webUrl,
    resource: item.siteId === '' ? null : { siteId: item.siteId, itemId: item.id },
  };
}

function toFolder({ driveId, id, name, lastModified }: LocatedItem): SourceEntry {
  return { kind: 'folder', driveId, folderId: id, name, modifiedOn: lastModified };
}

function toMessage<K extends SourceMessage['kind']>(kind: K, { subject, ...message }: FoundMessage) {
  return { kind, ...message, title: subject };
}
