import { wordStarts } from '../filter.ts';
import { countOf, pageOf, selected } from '../odata.ts';
import { ok, type GraphRequest, type GraphRoute } from '../route.ts';
import { graphErrors } from '../errors.ts';
import { atLeast, siteRole } from './access.ts';
import { driveIn, openDriveIn, siteIn } from './finding.ts';
import { onDrives, onSites, readingFiles, readingSites } from './patterns.ts';
import { driveEntity, driveType, siteEntity, siteType } from './siteEntity.ts';
import type { Drive, Site, World } from './world.ts';

const USUAL_TOP = 200;
const MOST_TOP = 999;

export function siteRoutes(world: World): GraphRoute[] {
  return [
    {
      ...readingSites,
      pattern: '/sites',
      handle: (request, caller) => {
        const own = world.sites.filter((site) => atLeast(siteRole(site, caller), 'read'));
        return ok(listSites(request, own));
      },
    },
    ...onSites('', {
      ...readingSites,
      handle: (request, caller) => ok(writeSite(siteIn(world, request, caller), request)),
    }),
    ...onSites('/drives', {
      ...readingFiles,
      handle: (request, caller) => ok(listDrives(request, siteIn(world, request, caller).drives)),
    }),
    ...onDrives('', {
      ...readingFiles,
      handle: (request, caller) => ok(writeDrive(openDriveIn(world, request, caller), request)),
    }),
    {
      ...readingSites,
      pattern: '/groups/{groupId}/sites/root',
      handle: (request, caller) => {
        const { site } = driveIn(world, request, caller);
        if (!atLeast(siteRole(site, caller), 'read')) throw graphErrors.accessDenied();
        return ok(writeSite(site, request));
      },
    },
  ];
}

/** `?search=words` or `?search=*`; without it, Graph lists sites to applications only. */
function listSites(request: GraphRequest, sites: Site[]) {
  const { query } = request;
  const words = query.get('search')?.trim();
  if (words === undefined) throw graphErrors.invalidRequest('The list of sites is read with the search parameter.');
  const fits = ({ story }: Site) => wordStarts(`${story.name} ${story.description}`, words.replaceAll('*', ' '));
  return pageOf(words ? sites.filter(fits) : [], request, {
    context: 'sites',
    top: countOf(query, '$top', USUAL_TOP, MOST_TOP),
    write: (site) => selected(siteType, siteEntity(site), query),
  });
}

function listDrives(request: GraphRequest, drives: Drive[]) {
  return pageOf(drives, request, {
    context: 'drives',
    top: countOf(request.query, '$top', USUAL_TOP, MOST_TOP),
    write: (drive) => selected(driveType, driveEntity(drive), request.query),
  });
}

function writeSite(site: Site, { base, query }: GraphRequest) {
  return { '@odata.context': `${base}/$metadata#sites/$entity`, ...selected(siteType, siteEntity(site), query) };
}

function writeDrive(drive: Drive, { base, query }: GraphRequest) {
  return { '@odata.context': `${base}/$metadata#drives/$entity`, ...selected(driveType, driveEntity(drive), query) };
}
