import type { Caller } from '#sandbox/graph/graphRoute.ts';
import { getParent } from './itemTree.ts';
import type { Drive, Item, ExplicitRole, Role, Site } from './siteStore.ts';

const rank: Record<Role, number> = { read: 1, write: 2, owner: 3 };
/** Application permissions for all sites of the organization. */
const organizationPermissions: [permission: string, role: Role][] = [
  ['Sites.FullControl.All', 'owner'],
  ['Sites.ReadWrite.All', 'write'],
  ['Files.ReadWrite.All', 'write'],
  ['Sites.Read.All', 'read'],
  ['Files.Read.All', 'read'],
];

export function includesRole(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && rank[role] >= rank[needed];
}

/** The caller's role on a site; undefined without access. */
export function getSiteRole(site: Site, caller: Caller): Role | undefined {
  if (caller.organization !== site.organization) return undefined;
  return caller.person ? getPersonRole(site, caller.person.oid) : getApplicationRole(site, caller);
}

/** The caller's role on an item. A person's role on the item or its nearest parent overrides the role on the site. */
export function getItemRole(drive: Drive, item: Item, caller: Caller): Role | undefined {
  if (caller.organization !== drive.site.organization) return undefined;
  if (!caller.person) return getApplicationRole(drive.site, caller);
  return getPersonItemRole(drive, item, caller.person.oid);
}

/** A person's role on a site: owner in the owners group, otherwise their own role or that of everyone. */
function getPersonRole(site: Site, oid: string): Role | undefined {
  const explicitRole = site.people.get(oid);
  if (explicitRole === 'none') return undefined;
  return site.ownersGroup.has(oid) ? 'owner' : (explicitRole ?? site.everyone);
}

function getPersonItemRole(drive: Drive, item: Item, oid: string): Role | undefined {
  const explicitRole: ExplicitRole | undefined = item.people.get(oid);
  if (explicitRole !== undefined) return explicitRole === 'none' ? undefined : explicitRole;
  const roleOnSite = getPersonRole(drive.site, oid);
  if (item.isRestricted) return roleOnSite === 'owner' ? roleOnSite : undefined;
  const parent = getParent(drive, item);
  return parent ? getPersonItemRole(drive, parent, oid) : roleOnSite;
}

function getApplicationRole(site: Site, { roles, application }: Caller): Role | undefined {
  const roleOnAllSites = organizationPermissions.find(([permission]) => roles.includes(permission))?.[1];
  if (roleOnAllSites || !roles.includes('Sites.Selected')) return roleOnAllSites;
  return [...site.applications.values()].find(({ clientId }) => clientId === application)?.role;
}
