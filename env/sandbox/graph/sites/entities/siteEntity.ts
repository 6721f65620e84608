import type { Entity, EntityType } from '#sandbox/graph/odata.ts';
import { sitePath } from '#sandbox/graph/sites/store/sharePointIds.ts';
import { toIdentity, toIsoString } from './itemEntity.ts';
import type { Drive, Site } from '#sandbox/graph/sites/store/siteStore.ts';

export const siteType: EntityType = {
  name: 'microsoft.graph.site',
  default: [
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
  optional: ['sharepointIds', 'isPersonalSite'],
};

export const driveType: EntityType = {
  name: 'microsoft.graph.drive',
  default: [
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
  optional: ['sharePointIds', 'sharepointIds', 'system'],
};

export function createSiteEntity(site: Site): Entity {
  const { definition } = site;
  const modified = site.drives.flatMap((drive) =>
    [...drive.items.values()].map(({ modifiedAt }) => modifiedAt.getTime()),
  );
  return {
    createdDateTime: `${definition.created}T08:00:00Z`,
    description: definition.description,
    id: site.id,
    lastModifiedDateTime: toIsoString(new Date(Math.max(0, ...modified))),
    name: sitePath(definition).split('/').at(-1) ?? '',
    webUrl: site.webUrl,
    displayName: definition.name,
    ...(definition.root ? { root: {} } : {}),
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

/** The owner of a site's drive is the site's group: clients find the owners of a site through it. */
export function createDriveEntity(drive: Drive): Entity {
  const { site, root } = drive;
  const group = {
    email: `${site.definition.key}@${site.organization.domain}`,
    id: site.groupId,
    displayName: `${site.definition.name} Owners`,
  };
  return {
    createdDateTime: toIsoString(root.createdAt),
    description: '',
    id: drive.id,
    lastModifiedDateTime: toIsoString(root.modifiedAt),
    name: drive.name,
    webUrl: drive.webUrl,
    driveType: 'documentLibrary',
    createdBy: { user: toIdentity(root.createdBy) },
    lastModifiedBy: { user: toIdentity(root.modifiedBy) },
    owner: { group },
    quota: { state: 'normal', total: 27_487_790_694_400, remaining: 27_487_000_000_000, used: 790_694_400, deleted: 0 },
    sharePointIds: { listId: drive.listId, siteId: site.guid, siteUrl: site.webUrl, webId: site.webGuid },
  };
}
