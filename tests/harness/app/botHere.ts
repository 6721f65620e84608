import { AppCredentials } from 'botframework-connector';
import { createLog } from '#platform/log.ts';
import { readEnvironment } from '#bot/env.ts';
import { startBot } from '#bot/startBot.ts';
import type { TestBot } from './botProcess.ts';

/** The bot as a server of this process, which loads the Bot Framework once for all apps. */
export async function startBotHere(env: NodeJS.ProcessEnv): Promise<TestBot> {
  // Drops the connector's token of an earlier app, because its cache is shared by all bots of the process.
  (AppCredentials as unknown as { cache: Map<string, unknown> }).cache.clear();
  let log = '';
  const variables = readEnvironment(env);
  const bot = await startBot(variables, createLog(variables.logLevel, { write: (line) => void (log += line) }));
  return { url: `http://127.0.0.1:${variables.port}`, readLog: () => log, stop: bot.close };
}
