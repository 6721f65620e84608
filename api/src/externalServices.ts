import { join } from 'node:path';
import { systemClock } from '#platform/clock.ts';
import { getGraphAudience } from '#platform/microsoftClouds.ts';
import type { Environment } from './env.ts';
import { setOcrLanguages } from './extract/ocr/languages.ts';
import { createGraph } from './graph/createGraph.ts';
import { createQueue } from './jobs/queue.ts';
import { readLastEvaluation } from './organization/lastEvaluation.ts';
import { createOrganizations } from './organization/organizations.ts';
import { createLog, type Log } from '#platform/log.ts';
import { createMcpServers } from './mcp/mcpServers.ts';
import { createModels } from './models/models.ts';
import { createReranker } from './models/reranker.ts';
import { openBlobs } from './storage/blobs/openBlobs.ts';
import { openDatabase } from './storage/openDatabase.ts';
import { createStore } from './storage/store.ts';
import { defaultQuota } from './storage/tables/chats/chatQuota.ts';
import type { ExternalServices } from './context.ts';
import type { Identity, IdentityOptions } from './identity/identity.ts';
import { createOnBehalfOf } from './identity/onBehalfOf.ts';
import { createTokenVerifier } from './identity/tokenVerifier.ts';

/** During a rolling restart, the old process holds the lock of the data folder for some seconds. */
const LOCK_WAIT_MS = 8_000;

/** Opens the services of an environment; the sandbox differs from production only in addresses. */
export async function openExternalServices(
  env: Environment,
  log: Log = createLog(env.logLevel),
): Promise<{ services: ExternalServices; close(): Promise<void> }> {
  const database = await openDatabase({
    databaseUrl: env.databaseUrl,
    dataDir: env.dataDir,
    log,
    waitMs: LOCK_WAIT_MS,
    onLockLost: () => {
      log.error({}, 'data folder lock lost; exiting to avoid data loss');
      process.exit(1);
    },
  });
  const identity = createIdentity({ ...env.entra, graphAudience: getGraphAudience(env.graphBaseUrl) }, log);
  const store = createStore(database.kysely, {
    ...defaultQuota,
    bytes: env.bytesPerPerson,
    uploadBytes: env.uploadBytesPerPerson,
  });
  await setOcrLanguages(env.ocrLanguages, join(env.dataDir, 'ocr'));
  const { pubSub } = database;
  const shared = database.kind === 'postgres';
  const organizations = await createOrganizations({
    store,
    pubSub,
    shared,
    log,
    tenantId: env.entra.tenantId,
    path: env.organizationPath,
    file: env.organizationFile,
  });
  const services: ExternalServices = {
    identity,
    graph: createGraph({ baseUrl: env.graphBaseUrl, identity, clock: systemClock }),
    models: createModels({ ...env.model, log }),
    reranker: env.reranker && createReranker(env.reranker, log),
    mcp: createMcpServers(env.mcpServers, { clock: systemClock, log }),
    store,
    pubSub,
    shared,
    blobs: await openBlobs({ dataDir: env.dataDir, azure: env.azureBlobs }),
    queue: await createQueue(database.boss, log),
    organizations,
    readLastEvaluation: () => readLastEvaluation(env.dataDir),
    clock: systemClock,
    log,
    runsPerPerson: env.runsPerPerson,
    tokensPerPerson: env.tokensPerPerson,
    passageTokens: env.passageTokens,
    embeddingWeight: env.embeddingWeight,
  };
  return { services, close: () => organizations.close().then(() => database.close()) };
}

/** Connects to Entra, or to the sandbox's stand-in for it. */
function createIdentity(options: IdentityOptions, log: Log): Identity {
  return { ...createTokenVerifier(options, log), ...createOnBehalfOf(options, log) };
}
