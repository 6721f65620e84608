import type { ControlTable } from '#sandbox/graph/controlTable.ts';
import type { GraphRoute, OpenAddress } from '#sandbox/graph/graphRoute.ts';
import { createOffice } from '#sandbox/graph/office/createOffice.ts';
import { buildSites } from './store/buildSites.ts';
import { deltaRoutes } from './routes/deltaRoutes.ts';
import { DOWNLOAD_PATH } from './transfer/downloadUrls.ts';
import { groupRoutes } from './routes/groupRoutes.ts';
import { itemRoutes } from './routes/itemRoutes.ts';
import { listRoutes } from './routes/listRoutes.ts';
import { sendFile } from './transfer/sendFile.ts';
import { permissionRoutes } from './routes/permissionRoutes.ts';
import { recentRoutes } from './routes/recentRoutes.ts';
import { searchRoutes } from './routes/searchRoutes.ts';
import { siteControls } from './siteControls.ts';
import { siteRoutes } from './routes/siteRoutes.ts';
import { uploadRoutes } from './routes/uploadRoutes.ts';
import { UPLOAD_PATH, createUploadSessions } from './transfer/uploadSessions.ts';

export type Sites = {
  routes: GraphRoute[];
  controls: ControlTable;
  /** Handlers of the addresses that need no token, by path. */
  openAddresses: Record<string, OpenAddress>;
};

/** Creates the sites, libraries and files of one Graph server. */
export function createSites(): Sites {
  const store = buildSites();
  const office = createOffice();
  const sessions = createUploadSessions(store);
  return {
    routes: [
      ...siteRoutes(store),
      ...listRoutes(store),
      ...itemRoutes(store),
      ...uploadRoutes(store, sessions),
      ...deltaRoutes(store),
      ...searchRoutes(store, office.search),
      ...recentRoutes(store),
      ...office.routes,
      ...permissionRoutes(store),
      ...groupRoutes(store),
    ],
    controls: { ...siteControls(store), ...office.controls },
    openAddresses: {
      ...office.openAddresses,
      [DOWNLOAD_PATH]: (query, request, response) => sendFile(store, query, request, response),
      [UPLOAD_PATH]: (query, request) => sessions.handleRequest(query, request),
    },
  };
}
