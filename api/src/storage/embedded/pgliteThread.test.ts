import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#tests/harness/eventually.ts';
import { makeDataFolder } from '#tests/harness/storage/testStore.ts';
import { isRetryable } from '#api/storage/errors.ts';
import { startMaintenance } from './maintenance.ts';
import { PGliteThread } from './pgliteThread.ts';
import { startWatchdog } from './watchdog.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const ENDLESS_QUERY = 'select count(*) from generate_series(1, 2000000000)';

describe('the embedded engine', () => {
  let folder: string;
  let thread: PGliteThread;
  beforeAll(async () => {
    folder = await makeDataFolder('nothing');
    thread = new PGliteThread(join(folder, 'db'), createRecordingLog());
    await thread.waitReady;
    await thread.exec('create table note (id int primary key, body text)');
  });
  afterAll(async () => {
    await thread.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(() => thread.exec('delete from note'));
  const notes = async () =>
    (await thread.query<{ id: number }>('select id from note order by id')).rows.map(({ id }) => id);

  it('writes its WAL so that an acknowledged commit is on the disk', async () => {
    const { rows } = await thread.query('select current_setting($1) as fsync, current_setting($2) as method', [
      'fsync',
      'wal_sync_method',
    ]);
    expect(rows).toEqual([{ fsync: 'on', method: 'open_datasync' }]);
  });

  it('runs statements in the order of their calls', async () => {
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        thread.query('select $1::int', [index]).then(() => void order.push(index)),
      ),
    );
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('makes other callers wait for an open transaction', async () => {
    const transaction = await thread.begin();
    await transaction.query('insert into note values (1)');
    const outside = notes();
    await transaction.query('insert into note values (2)');
    await transaction.commit();
    expect(await outside).toEqual([1, 2]);
    await expect(transaction.query('select 1')).rejects.toMatchObject({ code: '25P01' });
  });

  it('rejects BEGIN as a statement, and rolls back a script that failed after its BEGIN', async () => {
    await expect(thread.query('begin')).rejects.toMatchObject({ code: '25001' });
    await expect(thread.exec('begin; insert into note values (3); select wrong; commit')).rejects.toMatchObject({
      code: '42703',
    });
    await thread.query('insert into note values (4)');
    expect(await notes()).toEqual([4]);
  });

  it('sends and returns megabytes of bytes', async () => {
    const bytes = new Uint8Array(5_000_000).map((_, index) => index % 251);
    const { rows } = await thread.query<{ bytes: Uint8Array }>('select $1::bytea as bytes', [bytes]);
    expect(Buffer.compare(rows[0]?.bytes ?? new Uint8Array(), bytes)).toBe(0);
  });

  describe('under the watchdog', () => {
    let stop: () => void;
    beforeEach(() => {
      stop = startWatchdog(thread, { statementMs: 700, idleTransactionMs: 700, intervalMs: 50 });
    });
    afterEach(() => stop());

    /** @proves threat:runaway-statement */
    it('stops a statement that runs too long, runs the waiting ones and keeps listeners', async () => {
      const received: string[] = [];
      let restarts = 0;
      const unlisten = await thread.listen('watch', (payload) => void received.push(payload));
      const removeHandler = thread.onRestart(() => void (restarts += 1));
      await thread.query('insert into note values (1)');
      const endless = thread.query(ENDLESS_QUERY).catch((error: unknown) => error);
      const waiting = Promise.all([
        thread.query('insert into note values (2)'),
        thread.query('insert into note values (3)'),
        notes(),
      ]);
      const later = thread.transaction((transaction) => transaction.query('insert into note values (4)'));
      const failure = await endless;
      expect(failure).toMatchObject({ code: 'statement_timeout' });
      expect(isRetryable(failure)).toBe(true);
      expect((await waiting)[2]).toEqual([1, 2, 3]);
      await later;
      expect(await notes()).toEqual([1, 2, 3, 4]);
      await thread.query(`select pg_notify('watch', 'still here')`);
      await eventually(() => expect(received).toEqual(['still here']));
      expect(restarts).toBe(1);
      removeHandler();
      await unlisten();
    });

    it('rolls back a transaction whose statement ran too long', async () => {
      const transaction = await thread.begin();
      await transaction.query('insert into note values (5)');
      await expect(transaction.query(ENDLESS_QUERY)).rejects.toMatchObject({ code: 'statement_timeout' });
      await expect(transaction.commit()).rejects.toMatchObject({ code: 'transaction_lost', retryable: true });
      expect(await notes()).toEqual([]);
    });

    it('rolls back an idle transaction, so that other callers do not wait', async () => {
      const transaction = await thread.begin();
      await transaction.query('insert into note values (6)');
      expect(await notes()).toEqual([]);
      await expect(transaction.query('select 1')).rejects.toMatchObject({
        code: 'transaction_timeout',
        retryable: true,
      });
      await transaction.rollback();
    });

    it('lets a statement with a longer time limit finish', async () => {
      const { rows } = await thread.query('select 1 as done from pg_sleep(1.2)', [], { limitMs: 10_000 });
      expect(rows).toEqual([{ done: 1 }]);
    });
  });

  /** @proves threat:query-plans */
  it('stays small and keeps its statistics current through maintenance', async () => {
    const options = { intervalMs: 50, checkpointBytes: 16 * 2 ** 20, idleMs: 200, minIntervalMs: 0 };
    const stop = startMaintenance(thread, { log: createRecordingLog(), ...options });
    await thread.exec(
      `create table churn as select i as id, 0 as n, repeat(md5(i::text), 10) as body from generate_series(1, 10000) i`,
    );
    let maxWalBytes = 0;
    for (let round = 0; round < 16; round += 1) {
      await thread.exec('update churn set n = n + 1');
      maxWalBytes = Math.max(maxWalBytes, sizeOf(join(folder, 'db', 'pg_wal')));
    }
    // Without checkpoints, the WAL of sixteen updates takes more than 100 MB.
    expect(maxWalBytes).toBeLessThan(80 * 2 ** 20);
    const state = `select n_dead_tup as dead, reltuples::int as planned
      from pg_stat_user_tables join pg_class on oid = relid where pg_class.relname = 'churn'`;
    // The statistics are checked only once a second, because each query interrupts the engine's idle time.
    const isMaintained = async () => expect((await thread.query(state)).rows).toEqual([{ dead: 0, planned: 10_000 }]);
    await eventually(isMaintained, { everyMs: 1_000 });
    await stop();
  });
});

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
