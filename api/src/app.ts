import { DRAIN_MS } from '../contract/limits.ts';
import { AvaError } from '../contract/errors.ts';
import { answerKind } from './answers/answerKind.ts';
import { createMounting } from './http/mount.ts';
import { serveDocs } from './http/serveDocs.ts';
import { serveTab, type TabEnvironment } from './http/serveTab.ts';
import { createServer } from './http/server.ts';
import { sendError } from './http/sendError.ts';
import { sweepBlobs } from './files/sweep.ts';
import { embeddingKind, giveUpEmbedding } from './jobs/embedFile.ts';
import { extractionKind } from './jobs/extractFile.ts';
import { workOnJobs } from './jobs/turns.ts';
import { createHealth } from './organisation/health.ts';
import { mountBot } from './routes/bot.ts';
import { mountChat } from './routes/chat.ts';
import { mountCorpusFiles } from './routes/corpusFiles.ts';
import { mountFiles } from './routes/files.ts';
import { mountModels } from './routes/models.ts';
import { mountOrganisation } from './routes/organisation.ts';
import { mountPeople } from './routes/people.ts';
import { mountRuns } from './routes/runs.ts';
import { mountSearch } from './routes/search.ts';
import { mountSettings } from './routes/settings.ts';
import { mountSites } from './routes/sites.ts';
import { mountWorkspace } from './routes/workspace.ts';
import { createRuns } from './runs/runs.ts';
import type { RunRow } from './storage/tables/runs.ts';
import type { Outside, World } from './world.ts';

/** A request that is under way when AVA closes may take this long to notice. */
const CLOSE_SOCKETS_MS = 1_000;

export interface App {
  /** Resolves to the port it listens on. `port` may be a number, `0` for any, or the name of a pipe. */
  listen(port: string, host: string): Promise<number>;
  /** Takes no more requests, lets runs end for up to 25 s, marks the others as interrupted. */
  close(drainMs?: number): Promise<void>;
}

export interface AppOptions {
  outside: Outside;
  tab: { folder: string; environment: TabEnvironment };
  /** Whether this process also works on jobs. */
  worksOnJobs: boolean;
}

/** AVA's API over the outside it is handed. */
export async function createApp({ outside, tab, worksOnJobs }: AppOptions): Promise<App> {
  const { store, log, queue, identity } = outside;
  let closing = false;
  const world = await createWorld(outside);
  const server = createServer(log);
  server.pre((request, response, next) => {
    if (!closing || request.url === '/health') return next();
    sendError(request, response, new AvaError('closing', { retryAfter: 2 }), log);
    return next(false);
  });
  await serveTab(server, tab.folder, tab.environment);
  serveDocs(server, tab.environment.version);
  const { health, close: closeHealth } = createHealth(store, () => closing);
  const mounting = createMounting(server, world);
  mountChat(mounting, world);
  mountRuns(mounting, world);
  mountFiles(mounting, world);
  mountPeople(mounting, world);
  mountModels(mounting, world);
  mountSearch(mounting, world);
  mountSettings(mounting, world);
  mountSites(mounting, world);
  mountCorpusFiles(mounting, world);
  mountWorkspace(mounting, world);
  mountOrganisation(mounting, world, health);
  mountBot(mounting, world);
  const jobs = worksOnJobs ? await workOnJobs(world) : null;
  const sweeping = sweepBlobs(world);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        // restify passes the errors of its server on, and without a listener they would end the process.
        server.on('error', (error: Error) => {
          if (server.server.listening) log.error({ error }, 'the server had a problem');
          else reject(error);
        });
        const listening = () => {
          const address = server.server.address();
          resolve(typeof address === 'object' && address ? address.port : 0);
        };
        if (/^\d+$/.test(port)) server.server.listen(Number(port), host, listening);
        else server.server.listen(port, listening);
      }),
    async close(drainMs = DRAIN_MS) {
      closing = true;
      jobs?.stop();
      server.server.close();
      await world.runs.close(drainMs);
      await outside.clock.sleep(server.inflightRequests() > 0 ? CLOSE_SOCKETS_MS : 0);
      server.server.closeAllConnections();
      closeHealth();
      sweeping.close();
      await queue.close();
      identity.close();
    },
  };
}

/** The outside with its runs; a worker process needs no more than this. */
export async function createWorld(outside: Outside): Promise<World> {
  const onReleased = ({ id, kind }: RunRow) =>
    outside.queue.send(kind === 'embedding' ? 'embed' : 'extract', { runId: id });
  const onGivenUp = async (run: RunRow) => {
    if (run.kind === 'embedding') await giveUpEmbedding(outside, run);
  };
  const runs = await createRuns({ ...outside, onReleased, onGivenUp }, [answerKind, extractionKind, embeddingKind]);
  return { ...outside, runs };
}
