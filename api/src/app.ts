import { AvaError } from '#contract/errors.ts';
import { answerKind } from './answers/answerRun.ts';
import { createMounting } from './http/mount.ts';
import { serveDocs } from './http/docs/serveDocs.ts';
import { serveTab, type TabEnvironment } from './http/serveTab.ts';
import { createServer } from './http/server.ts';
import { sendError } from './http/sendError.ts';
import { embeddingKind, failAbandonedFile } from './jobs/embedFile.ts';
import { extractionKind } from './jobs/extractFile.ts';
import { failAbandonedTemplate, templateKind } from './jobs/ingestTemplate.ts';
import { startJobWorkers } from './jobs/jobWorkers.ts';
import type { Jobs } from './jobs/queue.ts';
import { createHealth } from './organization/health.ts';
import { mountAdministration } from './routes/administration.ts';
import { mountBot } from './routes/bot.ts';
import { mountEmailDrafts } from './routes/emailDrafts.ts';
import { mountExports } from './routes/exports.ts';
import { mountFeedback } from './routes/feedback.ts';
import { mountChat } from './routes/chat.ts';
import { mountCorpusFiles } from './routes/corpusFiles.ts';
import { mountFiles } from './routes/files.ts';
import { mountHistory } from './routes/history.ts';
import { mountMeetings } from './routes/meetings.ts';
import { mountModels } from './routes/models.ts';
import { mountOrganization } from './routes/organization.ts';
import { mountPeople } from './routes/people.ts';
import { mountPresentations } from './routes/presentations.ts';
import { mountPrompts } from './routes/prompts.ts';
import { mountRuns } from './routes/runs.ts';
import { mountTaskLibrary } from './routes/taskLibrary.ts';
import { mountTaskRuns } from './routes/taskRuns.ts';
import { mountTasks } from './routes/tasks.ts';
import { mountVersions } from './routes/versions.ts';
import { mountSearch } from './routes/search.ts';
import { mountSettings } from './routes/settings.ts';
import { mountSites } from './routes/sites.ts';
import { mountSources } from './routes/sources.ts';
import { mountWorkspace } from './routes/workspace.ts';
import { checkModel } from './models/check/checkModel.ts';
import { meterModels } from './policies/meterModels.ts';
import { createRuns } from './runs/runs.ts';
import { startSweeps } from './sweeps.ts';
import { createTaskRunKind } from './tasks/taskRunKind.ts';
import { shutDown } from './shutDown.ts';
import type { RunRow } from './storage/tables/runs/runs.ts';
import type { ExternalServices, AppContext } from './context.ts';

export interface App {
  /** Resolves to the port it listens on. `port` is a number, `0` for any, or the name of a pipe. */
  listen(port: string, host: string): Promise<number>;
  /** Rejects new requests, waits up to 25 s for runs to end and marks the others as interrupted. */
  close(drainMs?: number): Promise<void>;
}

export interface AppOptions {
  services: ExternalServices;
  /** Address at which browsers reach AVA. */
  publicUrl: string;
  tab: { folder: string; environment: TabEnvironment };
  /** Whether this process also runs jobs. */
  hasJobWorkers: boolean;
}

/** Builds AVA's API from its external services. */
export async function createApp({ services, publicUrl, tab, hasJobWorkers }: AppOptions): Promise<App> {
  const { log } = services;
  let closing = false;
  const ctx = await createContext(services);
  const server = createServer(log, publicUrl);
  server.pre((request, response, next) => {
    if (!closing || request.url === '/health') return next();
    sendError(request, response, new AvaError('closing', { retryAfter: 2 }), log);
    return next(false);
  });
  await serveTab(server, tab.folder, tab.environment);
  serveDocs(server, tab.environment.version);
  const health = createHealth(ctx, () => closing);
  const mounting = createMounting(server, ctx);
  mountChat(mounting, ctx);
  mountHistory(mounting, ctx);
  mountRuns(mounting, ctx);
  mountFiles(mounting, ctx);
  mountSources(mounting, ctx);
  mountMeetings(mounting, ctx);
  mountPresentations(mounting, ctx);
  mountPeople(mounting, ctx);
  mountModels(mounting, ctx);
  mountSearch(mounting, ctx);
  mountVersions(mounting, ctx);
  mountSettings(mounting, ctx);
  mountSites(mounting, ctx);
  mountCorpusFiles(mounting, ctx);
  mountWorkspace(mounting, ctx);
  mountOrganization(mounting, ctx, health.read);
  mountAdministration(mounting, ctx);
  mountBot(mounting, ctx);
  mountFeedback(mounting, ctx);
  mountExports(mounting, ctx);
  mountEmailDrafts(mounting, ctx);
  mountTasks(mounting, ctx);
  mountTaskRuns(mounting, ctx);
  mountTaskLibrary(mounting, ctx);
  mountPrompts(mounting, ctx);
  const jobs = hasJobWorkers ? await startJobWorkers(ctx) : null;
  const sweeps = startSweeps(ctx);

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        // restify re-emits its server's errors; without a listener they would crash the process.
        server.on('error', (error: Error) => {
          if (server.server.listening) log.error({ error }, 'server error');
          else reject(error);
        });
        const onListening = () => {
          const address = server.server.address();
          resolve(typeof address === 'object' && address ? address.port : 0);
        };
        if (/^\d+$/.test(port)) server.server.listen(Number(port), host, onListening);
        else server.server.listen(port, onListening);
      }),
    async close(drainMs) {
      closing = true;
      await shutDown({ ctx, jobs, server, background: [health, sweeps] }, drainMs);
    },
  };
}

/** Adds the runs to the external services and meters the models; a worker process needs only this. */
export async function createContext(services: ExternalServices): Promise<AppContext> {
  const onReleased = ({ id, kind }: RunRow) => services.queue.send(jobOf(kind), { runId: id });
  const onAbandoned = async (run: RunRow) => {
    if (run.kind === 'embedding') await failAbandonedFile(services, run);
    if (run.kind === 'template') await failAbandonedTemplate(services, run);
  };
  const kinds = [answerKind, extractionKind, embeddingKind, templateKind, createTaskRunKind(services.clock)];
  const runs = await createRuns({ ...services, onReleased, onAbandoned }, kinds);
  const { getEmbedderName, embed } = services.models;
  return {
    ...services,
    models: meterModels(services),
    fileEmbedder: { getEmbedderName, embed },
    checkModel: (model, signal) => checkModel(services.models, model, signal),
    runs,
  };
}

/** The job that continues a released run. */
function jobOf(kind: RunRow['kind']): keyof Jobs {
  return kind === 'embedding' ? 'embed' : kind === 'task' || kind === 'template' ? kind : 'extract';
}
