import type { UsedInsight } from '@microsoft/microsoft-graph-types';
import { recentFiles } from '#sandbox/office/recentFiles.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { createPage, readCount, type Entity } from '#sandbox/graph/odata.ts';
import { getCallingPerson, ok, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { getMediaType, getWebUrl } from '#sandbox/graph/sites/entities/itemEntity.ts';
import { findSampleFile } from '#sandbox/graph/sites/store/samplePaths.ts';
import type { SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';
import { readingSites } from './routePatterns.ts';

const MINUTE_MS = 60_000;
const DEFAULT_TOP = 10;
const MAX_TOP = 100;
const ORDER = 'LastUsed/LastAccessedDateTime desc';

/** Files that the caller used last. The list names files that were deleted since, as Graph's does. */
export function recentRoutes(store: SiteStore): GraphRoute[] {
  return [
    {
      method: 'GET',
      pattern: '/me/insights/used',
      scopes: readingSites.scopes,
      handle: (request, caller) => {
        const order = request.query.get('$orderby');
        if (order !== null && order !== ORDER) throw graphErrors.badRequest(`Order by '${order}' is not supported.`);
        const { key } = getCallingPerson(caller);
        const own = recentFiles.filter(({ person }) => person === key);
        const files = order === null ? own : own.toSorted((a, b) => a.openedMinutesAgo - b.openedMinutesAgo);
        return ok(
          createPage(files, request, {
            context: 'insights/used',
            top: readCount(request.query, '$top', DEFAULT_TOP, MAX_TOP),
            toEntity: ({ file, openedMinutesAgo }) => toInsight(store, file, openedMinutesAgo) as Entity,
          }),
        );
      },
    },
  ];
}

function toInsight(store: SiteStore, path: string, openedMinutesAgo: number): UsedInsight {
  const { drive, item } = findSampleFile(store, path);
  const webUrl = getWebUrl(drive, item);
  return {
    id: item.guid,
    lastUsed: {
      lastAccessedDateTime: new Date(Date.now() - openedMinutesAgo * MINUTE_MS).toISOString(),
      lastModifiedDateTime: item.modifiedAt.toISOString(),
    },
    resourceVisualization: { title: item.name, mediaType: getMediaType(item), containerWebUrl: drive.webUrl },
    resourceReference: {
      webUrl,
      id: `drives/${drive.id}/items/${item.id}`,
      type: 'microsoft.graph.driveItem',
    },
  };
}
