import type { Organization } from '../contract/organization.ts';
import type { Clock } from '../platform/clock.ts';
import type { Graph } from './graph/graph.ts';
import type { Identity } from './identity/identity.ts';
import type { Queue } from './jobs/queue.ts';
import type { Log } from '../platform/log.ts';
import type { Models } from './models/models.ts';
import type { Runs } from './runs/runs.ts';
import type { Blobs } from './storage/blobs.ts';
import type { PubSub } from './storage/pubSub.ts';
import type { Store } from './storage/store.ts';

/** The services, chosen once at the top. Production, sandbox and tests differ in what they hand in and nowhere else. */
export interface ExternalServices {
  identity: Identity;
  graph: Graph;
  models: Models;
  store: Store;
  bus: PubSub;
  /** Whether other processes work on the same store. */
  shared: boolean;
  blobs: Blobs;
  queue: Queue;
  organization: Organization;
  clock: Clock;
  log: Log;
  /** How many runs one person may have under way at once. */
  runsPerPerson: number;
  /** How many tokens one person may give to models in a minute. */
  tokensPerPerson: number;
}

/** What every feature is given. */
export interface AppContext extends ExternalServices {
  runs: Runs;
}
