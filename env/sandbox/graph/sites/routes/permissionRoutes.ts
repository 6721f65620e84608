import { z } from 'zod';
import { findPerson } from '#sandbox/people.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import type { Entity } from '#sandbox/graph/odata.ts';
import { ok, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { grantApplication } from '#sandbox/graph/sites/store/buildSites.ts';
import { getItem, getSite } from './findResource.ts';
import { toIdentity } from '#sandbox/graph/sites/entities/itemEntity.ts';
import { onItems, onSites, readingFiles } from './routePatterns.ts';
import type { LocatedItem } from './findResource.ts';
import { getParent } from '#sandbox/graph/sites/store/itemTree.ts';
import type { Item, Site, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const FULL_CONTROL = ['Sites.FullControl.All'];

const Grant = z.looseObject({
  roles: z.array(z.enum(['read', 'write', 'owner'])).length(1),
  grantedToIdentities: z
    .array(z.looseObject({ application: z.looseObject({ id: z.string(), displayName: z.string() }) }))
    .length(1),
});

/** The people with access to an item, and the applications with access to a site (Sites.Selected). */
export function permissionRoutes(store: SiteStore): GraphRoute[] {
  const fullControl = { scopes: FULL_CONTROL, roles: FULL_CONTROL };
  return [
    ...onItems('/permissions', {
      ...readingFiles,
      handle: (request, caller) => ok({ value: listItemPermissions(getItem(store, request, caller)) }),
    }),
    ...onSites('/permissions', {
      ...fullControl,
      method: 'GET',
      handle: (request, caller) => ok({ value: listSitePermissions(getSite(store, request, caller)) }),
    }),
    ...onSites('/permissions', {
      ...fullControl,
      method: 'POST',
      handle: (request, caller) => {
        const parsed = Grant.safeParse(request.body);
        if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
        const site = getSite(store, request, caller, 'owner');
        const { id: clientId, displayName } = parsed.data.grantedToIdentities[0]!.application;
        const id = grantApplication(site, { clientId, displayName, role: parsed.data.roles[0]! });
        return { status: 201, body: listSitePermissions(site).find((permission) => permission['id'] === id) };
      },
    }),
    ...onSites('/permissions/{permissionId}', {
      ...fullControl,
      method: 'DELETE',
      handle: (request, caller) => {
        const site = getSite(store, request, caller, 'owner');
        if (!site.applications.delete(request.params['permissionId'] ?? '')) throw graphErrors.itemNotFound();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function listSitePermissions(site: Site): Entity[] {
  return [...site.applications].map(([id, { clientId, displayName, role }]) => {
    const application = { id: clientId, displayName };
    return { id, roles: [role], grantedToIdentitiesV2: [{ application }], grantedToIdentities: [{ application }] };
  });
}

/** Lists the site's groups, and the permissions of people on the item and its parents. */
function listItemPermissions({ drive, item }: LocatedItem): Entity[] {
  const { site } = drive;
  const createGroupPermission = (id: string, displayName: string, role: string) => ({
    id,
    roles: [role],
    grantedToV2: { group: { id, displayName } },
  });
  const associatedOwners = createGroupPermission(site.ownersGroupId, `${site.definition.name} Site Owners`, 'owner');
  const groups = [associatedOwners, createGroupPermission(site.groupId, site.definition.name, 'write')];
  const everyone = site.everyone
    ? [
        {
          id: 'everyone',
          roles: [site.everyone],
          grantedToV2: { siteUser: { displayName: 'Everyone except external users' } },
        },
      ]
    : [];
  const chain: Item[] = [];
  let current: Item | undefined = item;
  while (current) {
    chain.push(current);
    current = current.isRestricted ? undefined : getParent(drive, current);
  }
  const isRestricted = chain.at(-1)?.isRestricted === true;
  const inheritedPeople = isRestricted ? [] : [...site.people];
  const people = new Map([...inheritedPeople, ...chain.toReversed().flatMap((link) => [...link.people])]);
  return [
    ...(isRestricted ? [associatedOwners] : [...groups, ...everyone]),
    ...[...people].flatMap(([oid, role]) => createPersonPermission(oid, role)),
  ];
}

function createPersonPermission(oid: string, role: string): Entity[] {
  const person = findPerson(oid);
  if (!person || role === 'none') return [];
  return [
    {
      id: Buffer.from(person.userPrincipalName).toString('base64url'),
      roles: [role],
      grantedToV2: { user: toIdentity(person) },
    },
  ];
}
