import { createContentClient } from './contentClient.ts';
import { createDrives } from './drives.ts';
import type { Graph } from './graph.ts';
import { createGraphClient, type GraphOptions } from './graphClient.ts';
import { addLists } from './lists.ts';
import { createPeople } from './people.ts';
import { createSites } from './sites.ts';

/** Connects to Graph, or to the sandbox's stand-in for it. */
export function createGraph(options: GraphOptions): Graph {
  const client = createGraphClient(options);
  return {
    ...createPeople(client),
    ...createSites(client),
    ...addLists(client, createDrives(client, createContentClient(options.baseUrl))),
  };
}
