/**
 * The worker thread that owns the embedded engine. It runs one call at a time, in order; while a transaction is open,
 * only the calls of that transaction are run.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Cell, type Call, type FromWorker, type Result, type ToWorker, type WorkerSettings } from './workerMessages.ts';
import { describeError, Engine, createSqlError } from './pgliteEngine.ts';

if (parentPort === null) throw new Error('The embedded engine runs in a worker thread.');
const port = parentPort;
const { dataDir, cells } = workerData as WorkerSettings;
const post = (message: FromWorker) => port.postMessage(message);

const engine = await Engine.open(dataDir, (channel, payload) => post({ channel, payload }));

const queue: Call[] = [];
const sessionQueue: Call[] = [];
let session = 0;
let isWorking = false;

port.on('message', (message: ToWorker) => {
  if ('abandon' in message) return abandon(message.abandon);
  for (const call of message.calls) (call.session === 0 || call.kind === 'begin' ? queue : sessionQueue).push(call);
  if (!isWorking) void work();
});
post({ ready: true });

async function work(): Promise<void> {
  isWorking = true;
  for (let call = next(); call !== undefined; call = next()) await answer(call);
  isWorking = false;
}

/** Returns the next call. Calls of a transaction that has ended are returned too, so that they are rejected. */
function next(): Call | undefined {
  return sessionQueue.shift() ?? (session === 0 ? queue.shift() : undefined);
}

async function answer(call: Call): Promise<void> {
  Atomics.store(cells, Cell.running, call.id);
  Atomics.add(cells, Cell.count, 1);
  try {
    post({ id: call.id, results: await run(call) });
  } catch (error) {
    post({ id: call.id, ...describeError(error) });
  }
  // The number of the running statement is reset only after the reply. So a statement that is neither running nor
  // answered was never started.
  Atomics.store(cells, Cell.running, 0);
}

async function run(call: Call): Promise<Result[]> {
  if (call.session !== 0 && call.kind !== 'begin' && call.session !== session) {
    throw createSqlError('25P01', 'The transaction has ended.');
  }
  switch (call.kind) {
    case 'begin':
      return engine.exec(call.sql).then((results) => {
        setSession(call.session);
        return results;
      });
    case 'end':
      return engine.exec(call.sql).finally(() => setSession(0));
    case 'query':
      return runAlone(call, async () => [await engine.query(call.sql, call.values, call.rowMode)]);
    case 'exec':
      return runAlone(call, () => engine.exec(call.sql));
    case 'close':
      await engine.close();
      return [];
    default:
      return call satisfies never;
  }
}

/**
 * A statement outside of a session must not leave a transaction open: every later caller would fail, or become part of
 * that transaction.
 */
async function runAlone(call: Call, statement: () => Promise<Result[]>): Promise<Result[]> {
  try {
    const results = await statement();
    if (call.session === 0 && engine.inTransaction)
      throw createSqlError('25001', 'Open a transaction with transaction().');
    return results;
  } finally {
    if (call.session === 0 && engine.inTransaction) await engine.exec('rollback');
  }
}

function setSession(number: number): void {
  session = number;
  Atomics.store(cells, Cell.session, number);
}

/** Rolls back a transaction whose owner sends no more statements, and continues with the queue. */
function abandon(number: number): void {
  if (number !== session || isWorking) return;
  isWorking = true;
  void engine.exec('rollback').finally(() => {
    setSession(0);
    return work();
  });
}
