import type { Entity, EntityType } from '../odata.ts';
import { sitePath } from './ids.ts';
import { identityOf, isoOf } from './itemEntity.ts';
import type { Drive, Site } from './world.ts';

export const siteType: EntityType = {
  name: 'microsoft.graph.site',
  usual: [
    'createdDateTime',
    'description',
    'id',
    'lastModifiedDateTime',
    'name',
    'webUrl',
    'displayName',
    'root',
    'siteCollection',
  ],
  further: ['sharepointIds', 'isPersonalSite'],
};

export const driveType: EntityType = {
  name: 'microsoft.graph.drive',
  usual: [
    'createdDateTime',
    'description',
    'id',
    'lastModifiedDateTime',
    'name',
    'webUrl',
    'driveType',
    'createdBy',
    'lastModifiedBy',
    'owner',
    'quota',
  ],
  further: ['sharePointIds', 'sharepointIds', 'system'],
};

export function siteEntity(site: Site): Entity {
  const { story } = site;
  const modified = site.drives.flatMap((drive) =>
    [...drive.items.values()].map(({ modifiedAt }) => modifiedAt.getTime()),
  );
  return {
    createdDateTime: `${story.created}T08:00:00Z`,
    description: story.description,
    id: site.id,
    lastModifiedDateTime: isoOf(new Date(Math.max(0, ...modified))),
    name: sitePath(story).split('/').at(-1) ?? '',
    webUrl: site.webUrl,
    displayName: story.name,
    ...(story.root ? { root: {} } : {}),
    siteCollection: { hostname: site.host },
    sharepointIds: {
      siteId: site.guid,
      siteUrl: site.webUrl,
      tenantId: site.organization.tenantId,
      webId: site.webGuid,
    },
    isPersonalSite: false,
  };
}

/** The owner of a site's drive is the site's group, which is how one gets from a site to its owners. */
export function driveEntity(drive: Drive): Entity {
  const { site, root } = drive;
  const group = {
    email: `${site.story.key}@${site.organization.domain}`,
    id: site.groupId,
    displayName: `${site.story.name} Owners`,
  };
  return {
    createdDateTime: isoOf(root.createdAt),
    description: '',
    id: drive.id,
    lastModifiedDateTime: isoOf(root.modifiedAt),
    name: drive.name,
    webUrl: drive.webUrl,
    driveType: 'documentLibrary',
    createdBy: { user: identityOf(root.createdBy) },
    lastModifiedBy: { user: identityOf(root.modifiedBy) },
    owner: { group },
    quota: { state: 'normal', total: 27_487_790_694_400, remaining: 27_487_000_000_000, used: 790_694_400, deleted: 0 },
    sharePointIds: { listId: drive.listId, siteId: site.guid, siteUrl: site.webUrl, webId: site.webGuid },
  };
}
