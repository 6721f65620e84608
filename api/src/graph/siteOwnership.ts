import type { Person } from '../identity/person.ts';
import type { GraphClient } from './graphClient.ts';
import { segment, siteSegment } from './pathSegment.ts';

/** Graph's limit on groups in one question. */
const PER_CHECK = 20;
const MAX_PAGES = 20;

interface Identity {
  id?: string;
}

interface Permission {
  roles?: string[];
  grantedToV2?: { user?: Identity; group?: Identity };
}

interface Paged<T> {
  value: T[];
  '@odata.nextLink'?: string;
}

/**
 * Whether a person is among the owners of a site's group, or in the site's associated owners group. Graph leads to the
 * group by the site's own library, whose owner it is, and to the associated owners by who has full control of its root.
 * Null where one of the two could not be asked and the other did not say yes.
 */
export async function ownsSite(client: GraphClient, person: Person, graphId: string): Promise<boolean | null> {
  const unknown = () => null;
  try {
    const drive = await client.get<{ id: string; owner?: { group?: Identity } }>(
      person,
      `/sites/${siteSegment(graphId)}/drive?$select=id,owner`,
    );
    const groupId = drive.owner?.group?.id;
    const owns = groupId ? await isGroupOwner(client, person, groupId).catch(unknown) : false;
    if (owns) return true;
    const associated = await isAssociatedOwner(client, person, drive.id).catch(unknown);
    return associated || (owns === null ? null : associated);
  } catch {
    return null;
  }
}

async function isGroupOwner(client: GraphClient, person: Person, groupId: string): Promise<boolean> {
  const owners = pages<Identity>(client, person, `/groups/${segment(groupId)}/owners?$select=id`);
  for await (const page of owners) if (page.some(({ id }) => id === person.id)) return true;
  return false;
}

async function isAssociatedOwner(client: GraphClient, person: Person, driveId: string): Promise<boolean> {
  const groups: string[] = [];
  for await (const page of pages<Permission>(client, person, `/drives/${segment(driveId)}/root/permissions`)) {
    const owning = page.filter(({ roles }) => roles?.includes('owner'));
    if (owning.some(({ grantedToV2 }) => grantedToV2?.user?.id === person.id)) return true;
    groups.push(...owning.flatMap(({ grantedToV2 }) => grantedToV2?.group?.id ?? []));
  }
  for (let from = 0; from < groups.length; from += PER_CHECK) {
    const groupIds = groups.slice(from, from + PER_CHECK);
    const { value } = await client.post<{ value: string[] }>(person, '/me/checkMemberGroups', { groupIds });
    if (value.length > 0) return true;
  }
  return false;
}

async function* pages<T>(client: GraphClient, person: Person, first: string): AsyncGenerator<T[]> {
  let path: string | null = first;
  for (let page = 0; path !== null && page < MAX_PAGES; page += 1) {
    const reply: Paged<T> = await client.get(person, path);
    yield reply.value;
    path = reply['@odata.nextLink'] ? client.pathOf(reply['@odata.nextLink']) : null;
  }
}
