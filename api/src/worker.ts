import { createContext } from './app.ts';
import { readEnvironment } from './env.ts';
import { startJobWorkers } from './jobs/jobWorkers.ts';
import { openExternalServices } from './externalServices.ts';
import { shutDown, stopOnSignal } from './shutDown.ts';

/** A process that runs jobs and does not listen. It needs PostgreSQL, because several processes share the store. */
const env = readEnvironment(process.env);
if (!env.databaseUrl) throw new Error('A worker needs DATABASE_URL: only one process can open the embedded store.');
const { services, close } = await openExternalServices(env);
const ctx = await createContext(services);
const jobs = await startJobWorkers(ctx);
services.log.info({}, 'worker started');

stopOnSignal(() => shutDown({ ctx, jobs, server: null, background: [] }).then(close));
