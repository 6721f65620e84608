import { createWorld } from './app.ts';
import { readEnvironment } from './env.ts';
import { workOnJobs } from './jobs/turns.ts';
import { openOutside } from './outside.ts';
import { DRAIN_MS } from '../contract/limits.ts';

/** The same world, working on the queue instead of listening; for PostgreSQL, where processes share the store. */
const env = readEnvironment(process.env);
if (!env.databaseUrl) throw new Error('A worker needs DATABASE_URL: the embedded store belongs to one process.');
const { outside, close } = await openOutside(env);
const world = await createWorld(outside);
const jobs = await workOnJobs(world);
outside.log.info({}, 'AVA works on jobs');

let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  jobs.stop();
  await world.runs.close(DRAIN_MS);
  await outside.queue.close();
  outside.identity.close();
  await close();
  process.exit(0);
}
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
