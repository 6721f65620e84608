/**
 * The worker thread that owns the embedded engine. It takes calls in order, one at a time; while a transaction
 * is open, only that transaction's calls are run and the others wait.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Cell, type Call, type FromWorker, type Result, type ToWorker, type WorkerSettings } from './workerMessages.ts';
import { describeError, Engine, refusal } from './engine.ts';

if (parentPort === null) throw new Error('The embedded engine runs in a worker thread.');
const port = parentPort;
const { dataDir, cells } = workerData as WorkerSettings;
const post = (message: FromWorker) => port.postMessage(message);

const engine = await Engine.open(dataDir, (channel, payload) => post({ channel, payload }));

const waiting: Call[] = [];
const ofSession: Call[] = [];
let session = 0;
let working = false;

port.on('message', (message: ToWorker) => {
  if ('abandon' in message) return abandon(message.abandon);
  for (const call of message.calls) (call.session === 0 || call.kind === 'begin' ? waiting : ofSession).push(call);
  if (!working) void work();
});
post({ ready: true });

async function work(): Promise<void> {
  working = true;
  for (let call = next(); call !== undefined; call = next()) await answer(call);
  working = false;
}

/** A call of a transaction that has ended is taken too, to be refused. */
function next(): Call | undefined {
  return ofSession.shift() ?? (session === 0 ? waiting.shift() : undefined);
}

async function answer(call: Call): Promise<void> {
  Atomics.store(cells, Cell.running, call.id);
  Atomics.add(cells, Cell.count, 1);
  try {
    post({ id: call.id, results: await run(call) });
  } catch (error) {
    post({ id: call.id, ...describeError(error) });
  }
  // After the answer is posted: a statement that is neither running nor answered has not been started.
  Atomics.store(cells, Cell.running, 0);
}

async function run(call: Call): Promise<Result[]> {
  if (call.session !== 0 && call.kind !== 'begin' && call.session !== session) {
    throw refusal('25P01', 'The transaction has ended.');
  }
  switch (call.kind) {
    case 'begin':
      return engine.exec(call.sql).then((results) => {
        enter(call.session);
        return results;
      });
    case 'end':
      return engine.exec(call.sql).finally(() => enter(0));
    case 'query':
      return alone(call, async () => [await engine.query(call.sql, call.values, call.rowMode)]);
    case 'exec':
      return alone(call, () => engine.exec(call.sql));
    case 'close':
      await engine.close();
      return [];
    default:
      return call satisfies never;
  }
}

/**
 * A statement of its own must leave no transaction behind: a string of statements that failed after its BEGIN
 * would make every later caller fail, and a BEGIN sent as a statement would swallow other callers' work.
 */
async function alone(call: Call, statement: () => Promise<Result[]>): Promise<Result[]> {
  try {
    const results = await statement();
    if (call.session === 0 && engine.inTransaction) throw refusal('25001', 'Open a transaction with transaction().');
    return results;
  } finally {
    if (call.session === 0 && engine.inTransaction) await engine.exec('rollback');
  }
}

function enter(number: number): void {
  session = number;
  Atomics.store(cells, Cell.session, number);
}

/** Rolls back a transaction whose owner sends nothing more, and lets the others go on. */
function abandon(number: number): void {
  if (number !== session || working) return;
  working = true;
  void engine.exec('rollback').finally(() => {
    enter(0);
    return work();
  });
}
