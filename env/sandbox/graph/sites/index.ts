import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ControlTable } from '../controlTable.ts';
import type { GraphReply, GraphRoute } from '../route.ts';
import { buildWorld } from './build.ts';
import { deltaRoutes } from './deltaRoutes.ts';
import { DOWNLOAD_PATH } from './downloadUrls.ts';
import { groupRoutes } from './groupRoutes.ts';
import { itemRoutes } from './itemRoutes.ts';
import { listRoutes } from './listRoutes.ts';
import { sendFile } from './passages.ts';
import { permissionRoutes } from './permissionRoutes.ts';
import { searchRoutes } from './searchRoutes.ts';
import { siteControls } from './siteControls.ts';
import { siteRoutes } from './siteRoutes.ts';
import { uploadRoutes } from './uploadRoutes.ts';
import { UPLOAD_PATH, uploadSessions } from './uploadSessions.ts';

export { fileIdsOf, siteGuid, siteIdOf } from './ids.ts';

/** An address that opens without a token. A reply that is not sent already is returned. */
type OpenAddress = (
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
) => Promise<GraphReply | void>;

export type Sites = {
  routes: GraphRoute[];
  controls: ControlTable;
  /** By path. */
  openAddresses: Record<string, OpenAddress>;
};

/** Sites, libraries and files: a world of its own for each Graph that is started. */
export function openSites(): Sites {
  const world = buildWorld();
  const sessions = uploadSessions(world);
  return {
    routes: [
      ...siteRoutes(world),
      ...listRoutes(world),
      ...itemRoutes(world),
      ...uploadRoutes(world, sessions),
      ...deltaRoutes(world),
      ...searchRoutes(world),
      ...permissionRoutes(world),
      ...groupRoutes(world),
    ],
    controls: siteControls(world),
    openAddresses: {
      [DOWNLOAD_PATH]: (query, request, response) => sendFile(world, query, request, response),
      [UPLOAD_PATH]: (query, request) => sessions.answer(query, request),
    },
  };
}
