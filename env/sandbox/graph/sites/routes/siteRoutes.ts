import { followedSites } from '#sandbox/office/recentFiles.ts';
import { matchesWordStarts } from '#sandbox/graph/odataFilter.ts';
import { readCount, createPage, selectProperties } from '#sandbox/graph/odata.ts';
import { getCallingPerson, ok, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { includesRole, getSiteRole } from '#sandbox/graph/sites/store/roles.ts';
import { getDrive, getReadableDrive, getSite } from './findResource.ts';
import { onDrives, onSites, readingFiles, readingSites } from './routePatterns.ts';
import { createDriveEntity, driveType, createSiteEntity, siteType } from '#sandbox/graph/sites/entities/siteEntity.ts';
import type { Drive, Site, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const DEFAULT_TOP = 200;
const MAX_TOP = 999;

export function siteRoutes(store: SiteStore): GraphRoute[] {
  return [
    {
      ...readingSites,
      pattern: '/sites',
      handle: (request, caller) => {
        const readableSites = store.sites.filter(
          (site) => !site.definition.personalOf && includesRole(getSiteRole(site, caller), 'read'),
        );
        return ok(listSites(request, readableSites));
      },
    },
    ...onSites('', {
      ...readingSites,
      handle: (request, caller) => ok(toSiteReply(getSite(store, request, caller), request)),
    }),
    ...onSites('/drives', {
      ...readingFiles,
      handle: (request, caller) => ok(listDrives(request, getSite(store, request, caller).drives)),
    }),
    {
      ...readingSites,
      pattern: '/me/followedSites',
      handle: (request, caller) => {
        const keys = followedSites[getCallingPerson(caller).key] ?? [];
        const followed = store.sites.filter(
          (site) => keys.includes(site.definition.key) && includesRole(getSiteRole(site, caller), 'read'),
        );
        const toEntity = (site: Site) => selectProperties(siteType, createSiteEntity(site), request.query);
        return ok(createPage(followed, request, { context: 'sites', top: DEFAULT_TOP, toEntity }));
      },
    },
    ...onDrives('', {
      ...readingFiles,
      handle: (request, caller) => ok(toDriveReply(getReadableDrive(store, request, caller), request)),
    }),
    {
      ...readingSites,
      pattern: '/groups/{groupId}/sites/root',
      handle: (request, caller) => {
        const { site } = getDrive(store, request, caller);
        if (!includesRole(getSiteRole(site, caller), 'read')) throw graphErrors.accessDenied();
        return ok(toSiteReply(site, request));
      },
    },
  ];
}

/** Handles `?search=words` and `?search=*`. Throws Graph's 400 without `search`. */
function listSites(request: GraphRequest, sites: Site[]) {
  const { query } = request;
  const words = query.get('search')?.trim();
  if (words === undefined) throw graphErrors.invalidRequest('The search parameter is required to list sites.');
  const matches = ({ definition }: Site) =>
    matchesWordStarts(`${definition.name} ${definition.description}`, words.replaceAll('*', ' '));
  return createPage(words ? sites.filter(matches) : [], request, {
    context: 'sites',
    top: readCount(query, '$top', DEFAULT_TOP, MAX_TOP),
    toEntity: (site) => selectProperties(siteType, createSiteEntity(site), query),
  });
}

function listDrives(request: GraphRequest, drives: Drive[]) {
  return createPage(drives, request, {
    context: 'drives',
    top: readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP),
    toEntity: (drive) => selectProperties(driveType, createDriveEntity(drive), request.query),
  });
}

function toSiteReply(site: Site, { base, query }: GraphRequest) {
  return {
    '@odata.context': `${base}/$metadata#sites/$entity`,
    ...selectProperties(siteType, createSiteEntity(site), query),
  };
}

function toDriveReply(drive: Drive, { base, query }: GraphRequest) {
  return {
    '@odata.context': `${base}/$metadata#drives/$entity`,
    ...selectProperties(driveType, createDriveEntity(drive), query),
  };
}
