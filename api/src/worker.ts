import { createContext } from './app.ts';
import { readEnvironment } from './env.ts';
import { startJobWorkers } from './jobs/jobWorkers.ts';
import { openExternalServices } from './externalServices.ts';
import { DRAIN_MS } from '../contract/limits.ts';

/** Works on the queue instead of listening; for PostgreSQL, where processes share the store. */
const env = readEnvironment(process.env);
if (!env.databaseUrl) throw new Error('A worker needs DATABASE_URL: the embedded store belongs to one process.');
const { services, close } = await openExternalServices(env);
const ctx = await createContext(services);
const jobs = await startJobWorkers(ctx);
services.log.info({}, 'worker started');

let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  jobs.stop();
  await ctx.runs.close(DRAIN_MS);
  await services.queue.close();
  services.identity.close();
  await close();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
