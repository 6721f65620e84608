import { subscribe, unsubscribe, type ChannelListener } from 'node:diagnostics_channel';
import type { Server } from 'node:http';
import { createLog } from '#platform/log.ts';
import { readEnvironment } from '#api/env.ts';
import { startApi, type RunningApi } from '#api/startApi.ts';
import type { ApiProcess } from './apiProcess.ts';

const NO_PROCESS = "This API is part of the test's process. Start the app with `process: 'own'`.";
const REQUEST_STARTED = 'http.server.request.start';

/**
 * The API as a server of this process. A process for each app would load and compile all modules again, which takes more
 * CPU time than the tests of most files.
 */
export function createApiHere(env: NodeJS.ProcessEnv): ApiProcess {
  let log = '';
  let api: RunningApi | undefined;
  let server: Server | undefined;
  /** Remembers the API's server when it receives its first request. */
  const findServer: ChannelListener = (message) => {
    const started = message as { server: Server };
    const address = started.server.address();
    if (typeof address === 'object' && address?.port === Number(env['PORT'])) server = started.server;
  };

  return {
    async start() {
      const variables = readEnvironment(env);
      subscribe(REQUEST_STARTED, findServer);
      api = await startApi(variables, createLog(variables.logLevel, { write: (line) => void (log += line) }));
    },
    async stop(signal) {
      unsubscribe(REQUEST_STARTED, findServer);
      // This cuts all responses before they are complete, so a browser sees the same as after a kill.
      if (signal === 'SIGKILL') server?.closeAllConnections();
      await api?.close(signal === 'SIGKILL' ? 0 : undefined);
      api = undefined;
      return 0;
    },
    runSecond: () => Promise.reject(new Error(NO_PROCESS)),
    getPid: () => process.pid,
    readLog: () => log,
  };
}
