import { createLog } from '../../../api/platform/log.ts';
import { readEnvironment } from '../../../api/src/env.ts';
import { startApi, type RunningApi } from '../../../api/src/startApi.ts';
import type { ApiProcess } from './apiProcess.ts';

const NO_PROCESS = "This API is part of the test's process. Start the app with `process: 'own'`.";

/**
 * The API as a server of this process. A process for each app would load and compile all modules again, which takes more
 * CPU time than the tests of most files.
 */
export function createApiHere(env: NodeJS.ProcessEnv): ApiProcess {
  let log = '';
  let api: RunningApi | undefined;

  return {
    async start() {
      const variables = readEnvironment(env);
      api = await startApi(variables, createLog(variables.logLevel, { write: (line) => void (log += line) }));
    },
    async stop(signal) {
      if (signal !== 'SIGTERM') throw new Error(NO_PROCESS);
      await api?.close();
      api = undefined;
      return 0;
    },
    runSecond: () => Promise.reject(new Error(NO_PROCESS)),
    getPid: () => process.pid,
    readLog: () => log,
  };
}
