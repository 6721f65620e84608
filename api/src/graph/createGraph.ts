import { createDoor } from './contentClient.ts';
import { createGraphClient, type GraphOptions } from './graphClient.ts';
import { createDrives } from './drives.ts';
import type { Graph } from './graph.ts';
import { createPeople } from './people.ts';
import { createSites } from './sites.ts';

/** Graph, or the sandbox that speaks as Graph does. */
export function createGraph(options: GraphOptions): Graph {
  const client = createGraphClient(options);
  return { ...createPeople(client), ...createSites(client), ...createDrives(client, createDoor(options.baseUrl)) };
}
