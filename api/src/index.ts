import { loadTokenizer } from '#contract/text/tokens.ts';
import { EnvironmentError } from '#platform/environment.ts';
import { createLog } from '#platform/log.ts';
import { readEnvironment, type Environment } from './env.ts';
import { stopOnSignal } from './shutDown.ts';
import { startApi } from './startApi.ts';

async function start(env: Environment): Promise<void> {
  const { close } = await startApi(env, createLog(env.logLevel));
  stopOnSignal(close);
  // The tokenizer is loaded now, so that the first message does not wait for it.
  await loadTokenizer();
}

function describeStartError(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `The port is in use: ${error.message}. Set PORT to another one.`;
  if ('code' in error && error.code === 'data_folder_in_use') return error.message;
  return error.stack ?? error.message;
}

try {
  await start(readEnvironment(process.env));
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}
