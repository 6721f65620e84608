import { EnvironmentError } from '#platform/environment.ts';
import { createLog } from '#platform/log.ts';
import { readEnvironment } from './env.ts';

try {
  const env = readEnvironment(process.env);
  // Loaded after the check, because the Bot Framework takes a second to load.
  const { startBot } = await import('./startBot.ts');
  const { close } = await startBot(env, createLog(env.logLevel));
  const stop = () => void close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : error);
  process.exit(1);
}
