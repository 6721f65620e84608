import { isTokenRefusal } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from './client/graphClient.ts';
import { listPages } from './client/pages.ts';
import { toPathSegment, toSiteSegment } from './client/pathSegment.ts';

/** Graph's limit on groups in one membership check. */
const GROUPS_PER_CHECK = 20;

interface Identity {
  id?: string;
}

interface Permission {
  roles?: string[];
  grantedToV2?: { user?: Identity; group?: Identity };
}

/**
 * Whether a person owns a site: as an owner of its group, or as a member of its associated owners group. The group is the
 * owner of the site's default library; the associated owners have full control of the library's root.
 * Returns null if one check failed and the other did not confirm ownership. Throws if there is no token for the person.
 */
export async function ownsSite(client: GraphClient, person: Person, graphId: string): Promise<boolean | null> {
  const toUnknown = (error: unknown): null => {
    if (isTokenRefusal(error)) throw error;
    return null;
  };
  try {
    const drive = await client.get<{ id: string; owner?: { group?: Identity | null } | null }>(
      person,
      `/sites/${toSiteSegment(graphId)}/drive?$select=id,owner`,
    );
    const groupId = drive.owner?.group?.id;
    const ownsGroup = groupId ? await isGroupOwner(client, person, groupId).catch(toUnknown) : false;
    if (ownsGroup) return true;
    const isAssociated = await isAssociatedOwner(client, person, drive.id).catch(toUnknown);
    return isAssociated || (ownsGroup === null ? null : isAssociated);
  } catch (error) {
    return toUnknown(error);
  }
}

async function isGroupOwner(client: GraphClient, person: Person, groupId: string): Promise<boolean> {
  const owners = listPages<Identity>(client, person, `/groups/${toPathSegment(groupId)}/owners?$select=id`);
  for await (const { items } of owners) if (items.some(({ id }) => id === person.id)) return true;
  return false;
}

async function isAssociatedOwner(client: GraphClient, person: Person, driveId: string): Promise<boolean> {
  const groups: string[] = [];
  const permissions = listPages<Permission>(client, person, `/drives/${toPathSegment(driveId)}/root/permissions`);
  for await (const { items } of permissions) {
    const ownerships = items.filter(({ roles }) => roles?.includes('owner'));
    if (ownerships.some(({ grantedToV2 }) => grantedToV2?.user?.id === person.id)) return true;
    groups.push(...ownerships.flatMap(({ grantedToV2 }) => grantedToV2?.group?.id ?? []));
  }
  for (let start = 0; start < groups.length; start += GROUPS_PER_CHECK) {
    const groupIds = groups.slice(start, start + GROUPS_PER_CHECK);
    const { value } = await client.post<{ value: string[] }>(person, '/me/checkMemberGroups', { groupIds });
    if (value.length > 0) return true;
  }
  return false;
}
