import type { Caller } from '../route.ts';
import { parentOf } from './tree.ts';
import type { Drive, Item, OwnRole, Role, Site } from './world.ts';

const rank: Record<Role, number> = { read: 1, write: 2, owner: 3 };
/** Application permissions that open every site of the organization. */
const everywhere: [permission: string, role: Role][] = [
  ['Sites.FullControl.All', 'owner'],
  ['Sites.ReadWrite.All', 'write'],
  ['Files.ReadWrite.All', 'write'],
  ['Sites.Read.All', 'read'],
  ['Files.Read.All', 'read'],
];

export function atLeast(role: Role | undefined, needed: Role): boolean {
  return role !== undefined && rank[role] >= rank[needed];
}

/** What a caller may do with a site; undefined: nothing. */
export function siteRole(site: Site, caller: Caller): Role | undefined {
  if (caller.organization !== site.organization) return undefined;
  return caller.person ? personRole(site, caller.person.oid) : applicationRole(site, caller);
}

/** What a caller may do with an item: what was said of them there, else of what is around it, else of the site. */
export function itemRole(drive: Drive, item: Item, caller: Caller): Role | undefined {
  if (caller.organization !== drive.site.organization) return undefined;
  if (!caller.person) return applicationRole(drive.site, caller);
  return personItemRole(drive, item, caller.person.oid);
}

/** A person's role on a site: their own, the associated owners', or everybody's. */
export function personRole(site: Site, oid: string): Role | undefined {
  const own = site.people.get(oid);
  if (own === 'none') return undefined;
  return site.ownersGroup.has(oid) ? 'owner' : (own ?? site.everyone);
}

/** A person's role on an item. */
export function personItemRole(drive: Drive, item: Item, oid: string): Role | undefined {
  const own: OwnRole | undefined = item.people.get(oid);
  if (own !== undefined) return own === 'none' ? undefined : own;
  const onSite = personRole(drive.site, oid);
  if (item.closed) return onSite === 'owner' ? onSite : undefined;
  const parent = parentOf(drive, item);
  return parent ? personItemRole(drive, parent, oid) : onSite;
}

function applicationRole(site: Site, { roles, application }: Caller): Role | undefined {
  const all = everywhere.find(([permission]) => roles.includes(permission))?.[1];
  if (all || !roles.includes('Sites.Selected')) return all;
  return [...site.applications.values()].find(({ clientId }) => clientId === application)?.role;
}
