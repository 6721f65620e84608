import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { getGraphStatus } from '#api/graph/client/graphErrors.ts';
import { getPage, type Page } from '#api/graph/client/pages.ts';

/** 410: the link is too old. 400: Graph does not know its token, for example after a library was moved. */
const REFUSED_LINK: ReadonlySet<number | null> = new Set([410, 400]);

/** A page of changes. Returns null if Graph no longer accepts the link. */
export async function getChanges<T>(
  client: GraphClient,
  person: Person,
  pages: { firstPath: string; link: string | null },
  signal?: AbortSignal,
): Promise<Page<T> | null> {
  try {
    return await getPage<T>(client, person, pages, signal);
  } catch (error) {
    if (pages.link !== null && REFUSED_LINK.has(getGraphStatus(error))) return null;
    throw error;
  }
}
