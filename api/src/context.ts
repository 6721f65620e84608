import type { EvaluationRun } from '#contract/admin/evaluation.ts';
import type { ModelCheckEvent } from '#contract/admin/modelCheck.ts';
import type { Model } from '#contract/models.ts';
import type { Clock } from '#platform/clock.ts';
import type { Graph } from './graph/graph.ts';
import type { Identity } from './identity/identity.ts';
import type { Organizations } from './organization/organizations.ts';
import type { Queue } from './jobs/queue.ts';
import type { Log } from '#platform/log.ts';
import type { McpServers } from './mcp/mcpServers.ts';
import type { Embedder } from './models/embedder.ts';
import type { Models } from './models/models.ts';
import type { MeteredModels } from './models/personModels.ts';
import type { Reranker } from './models/reranker.ts';
import type { Runs } from './runs/runs.ts';
import type { Blobs } from './storage/blobs/blobs.ts';
import type { PubSub } from './storage/pubSub.ts';
import type { Store } from './storage/store.ts';

/** Services outside the process. Production, sandbox and tests differ only in what they pass here. */
export interface ExternalServices {
  identity: Identity;
  graph: Graph;
  models: Models;
  reranker: Reranker | null;
  mcp: McpServers;
  store: Store;
  pubSub: PubSub;
  /** Whether other processes use the same store. */
  shared: boolean;
  blobs: Blobs;
  queue: Queue;
  organizations: Organizations;
  /** The figures of the last run of `npm run evaluate`; null if there is none. */
  readLastEvaluation(): Promise<EvaluationRun | null>;
  clock: Clock;
  log: Log;
  /** Runs that one person can have in progress at once. */
  runsPerPerson: number;
  /** Tokens that one person can send to models in a minute. */
  tokensPerPerson: number;
  /** Tokens of the passages that an answer reads from a search, and as many from its look-ups, if the model has room. */
  passageTokens: number;
  /** How much the vectors of the embedding model decide what a search finds, from 0 to 1. */
  embeddingWeight: number;
}

/** Passed to every feature as its first argument. */
export interface AppContext extends Omit<ExternalServices, 'models'> {
  /** Each call of a model is made for a person and counts toward that person's allowance. */
  models: MeteredModels;
  /** Embeds the files of sites. That belongs to the organization, so nobody's allowance limits it. */
  fileEmbedder: Embedder;
  /** Checks a model for an administrator. That belongs to the organization, too. */
  checkModel(model: Model, signal: AbortSignal): AsyncGenerator<ModelCheckEvent>;
  runs: Runs;
}
