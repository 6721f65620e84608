/** The process that reads templates and writes presentations. It does one task. */
import { deserialize, serialize } from 'node:v8';
import { isAvaError } from '#contract/errors.ts';
import { receiveRequest, sendMessage } from '#platform/childProcess/parentPipes.ts';
import { startWatchdog } from '#platform/childProcess/startWatchdog.ts';
import { tasks } from './tasks.ts';
import type { Reply, TaskRequest } from './runTask.ts';

const MAX_CAUSE_CHARACTERS = 2_000;

process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
void receiveRequest().then((request) => handle(deserialize(request) as TaskRequest));

async function handle({ name, input, limits }: TaskRequest): Promise<void> {
  await startWatchdog(limits.memoryBytes, limits.timeMs);
  send({ result: tasks[name](input as never) });
}

function fail(error: unknown): void {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (isAvaError(error)) send({ error: { code: error.code, detail: error.detail } });
  else send({ failure: cause.slice(0, MAX_CAUSE_CHARACTERS) });
}

function send(reply: Reply): void {
  sendMessage(serialize(reply));
}
