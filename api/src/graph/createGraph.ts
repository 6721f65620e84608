import { createContentClient } from './drives/contentClient.ts';
import { createDrafts } from './mail/drafts.ts';
import { createDrives } from './drives/drives.ts';
import { createFileSources } from './fileSources.ts';
import type { Graph } from './graph.ts';
import { createGraphClient, type GraphOptions } from './client/graphClient.ts';
import { addLists } from './lists/lists.ts';
import { createMeetings } from './mail/meetings.ts';
import { createMessages } from './mail/messages.ts';
import { createOneDrive } from './drives/oneDrive.ts';
import { createPeople } from './people.ts';
import { createSites } from './sites.ts';

/** Connects to Graph, or to the sandbox's stand-in for it. */
export function createGraph(options: GraphOptions): Graph {
  const client = createGraphClient(options);
  const drives = createDrives(client, createContentClient(options.baseUrl));
  return {
    ...createPeople(client),
    ...createSites(client),
    ...createFileSources(client, options.baseUrl),
    ...createMessages(client.withPermissions('mail'), client.withPermissions('chats')),
    ...createDrafts(client.withPermissions('drafts')),
    ...createMeetings(client.withPermissions('meetings')),
    ...createOneDrive(client, drives),
    ...addLists(client, drives),
  };
}
