import { z } from 'zod';
import { findPerson } from '../../people.ts';
import { graphErrors } from '../errors.ts';
import type { Entity } from '../odata.ts';
import { ok, type GraphRoute } from '../route.ts';
import { grantApplication } from './build.ts';
import { itemIn, siteIn } from './finding.ts';
import { identityOf } from './itemEntity.ts';
import { onItems, onSites, readingFiles } from './patterns.ts';
import type { Found } from './finding.ts';
import { parentOf } from './tree.ts';
import type { Item, Site, World } from './world.ts';

const FULL_CONTROL = ['Sites.FullControl.All'];

const Grant = z.looseObject({
  roles: z.array(z.enum(['read', 'write', 'owner'])).length(1),
  grantedToIdentities: z
    .array(z.looseObject({ application: z.looseObject({ id: z.string(), displayName: z.string() }) }))
    .length(1),
});

/** Who may use an item, and which applications may use a site (Sites.Selected). */
export function permissionRoutes(world: World): GraphRoute[] {
  const administered = { scopes: FULL_CONTROL, roles: FULL_CONTROL };
  return [
    ...onItems('/permissions', {
      ...readingFiles,
      handle: (request, caller) => ok({ value: itemPermissions(itemIn(world, request, caller)) }),
    }),
    ...onSites('/permissions', {
      ...administered,
      method: 'GET',
      handle: (request, caller) => ok({ value: sitePermissions(siteIn(world, request, caller)) }),
    }),
    ...onSites('/permissions', {
      ...administered,
      method: 'POST',
      handle: (request, caller) => {
        const parsed = Grant.safeParse(request.body);
        if (!parsed.success) throw graphErrors.invalidRequest('The request is malformed or incorrect.');
        const site = siteIn(world, request, caller, 'owner');
        const { id: clientId, displayName } = parsed.data.grantedToIdentities[0]!.application;
        const id = grantApplication(site, { clientId, displayName, role: parsed.data.roles[0]! });
        return { status: 201, body: sitePermissions(site).find((permission) => permission['id'] === id) };
      },
    }),
    ...onSites('/permissions/{permissionId}', {
      ...administered,
      method: 'DELETE',
      handle: (request, caller) => {
        const site = siteIn(world, request, caller, 'owner');
        if (!site.applications.delete(request.params['permissionId'] ?? '')) throw graphErrors.itemNotFound();
        return { status: 204, body: undefined };
      },
    }),
  ];
}

function sitePermissions(site: Site): Entity[] {
  return [...site.applications].map(([id, { clientId, displayName, role }]) => {
    const application = { id: clientId, displayName };
    return { id, roles: [role], grantedToIdentitiesV2: [{ application }], grantedToIdentities: [{ application }] };
  });
}

/** The site's groups and, from the item upwards, what was said of single people. */
function itemPermissions({ drive, item }: Found): Entity[] {
  const { site } = drive;
  const group = (id: string, displayName: string, role: string) => ({
    id,
    roles: [role],
    grantedToV2: { group: { id, displayName } },
  });
  const associated = group(site.ownersGroupId, `${site.story.name} Site Owners`, 'owner');
  const groups = [associated, group(site.groupId, site.story.name, 'write')];
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
  for (let at: Item | undefined = item; at; at = at.closed ? undefined : parentOf(drive, at)) chain.push(at);
  const closed = chain.at(-1)?.closed === true;
  const onSite = closed ? [] : [...site.people];
  const single = new Map([...onSite, ...chain.toReversed().flatMap(({ people }) => [...people])]);
  return [
    ...(closed ? [associated] : [...groups, ...everyone]),
    ...[...single].flatMap(([oid, role]) => personal(oid, role)),
  ];
}

function personal(oid: string, role: string): Entity[] {
  const person = findPerson(oid);
  if (!person || role === 'none') return [];
  return [
    {
      id: Buffer.from(person.userPrincipalName).toString('base64url'),
      roles: [role],
      grantedToV2: { user: identityOf(person) },
    },
  ];
}
