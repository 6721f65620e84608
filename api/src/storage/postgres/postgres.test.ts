import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { eventually } from '#tests/harness/eventually.ts';
import { getPostgresUnavailableReason, startPostgres } from '#tests/harness/storage/postgres.ts';
import { isRetryable } from '#api/storage/errors.ts';
import type { Database } from '#api/storage/database.ts';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { openMigrationPool, openPool } from './connections.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const reason = getPostgresUnavailableReason();
const describeOrSkip = reason === null ? describe : describe.skip;

const migrations = {
  '0001_slow': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table once (id int)`.execute(db);
      await sql`select pg_sleep(0.3)`.execute(db);
    },
  },
};

describeOrSkip(
  reason === null ? 'the store on a PostgreSQL server' : `the store on a PostgreSQL server (not run: ${reason})`,
  () => {
    let url: string;
    let stop: () => Promise<void>;
    const opened: Database[] = [];
    let observer: pg.Client;
    const open = async () => {
      const database = await openDatabase({ databaseUrl: url, log: createRecordingLog(), migrations });
      opened.push(database);
      return database;
    };
    /** The connections that the store holds on the server. */
    const connections = async () => {
      const { rows } = await observer.query(`select pid, query from pg_stat_activity where application_name = 'ava'`);
      return rows as { pid: number; query: string }[];
    };

    beforeAll(async () => {
      const server = await startPostgres();
      if (server.url === null) throw new Error(server.reason);
      ({ url, stop } = server);
      observer = new pg.Client(url);
      await observer.connect();
    });
    afterAll(async () => {
      await observer?.end();
      await stop?.();
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
    });

    it('is migrated once when four processes open it at the same time', async () => {
      const databases = await Promise.all([open(), open(), open(), open()]);
      const { rows } = await sql`select name from kysely_migration`.execute(databases[0].kysely);
      expect(rows).toEqual([{ name: '0001_slow' }]);
    });

    /** @proves threat:connection-count */
    it('uses at most ten connections per process for a hundred callers, jobs and listeners', async () => {
      const { kysely, pubSub, boss: queueOptions } = await open();
      const boss = new PgBoss({ ...queueOptions, schema: 'jobs_count' });
      await boss.start();
      await boss.createQueue('busy', { notify: true });
      await boss.work('busy', async () => undefined);
      const unsubscribers = await Promise.all(
        [1, 2, 3].map((number) => pubSub.subscribe(`channel_${number}`, () => undefined)),
      );
      const queries = Promise.all(Array.from({ length: 100 }, () => sql`select pg_sleep(0.02)`.execute(kysely)));
      expect((await connections()).length).toBeLessThanOrEqual(10);
      await queries;
      await Promise.all(unsubscribers.map((unsubscribe) => unsubscribe()));
      await boss.stop({ graceful: false });
    });

    it('delivers notifications across processes, and reports when its listener was disconnected', async () => {
      const [subscriber, publisher] = [await open(), await open()];
      const received: string[] = [];
      let reconnects = 0;
      await subscriber.pubSub.subscribe(
        'news',
        (payload) => void received.push(payload),
        () => void (reconnects += 1),
      );
      await publisher.pubSub.publish('news', 'one');
      await eventually(() => expect(received).toEqual(['one']));
      const listening = (await connections()).find(({ query }) => query.startsWith('listen'));
      await observer.query('select pg_terminate_backend($1)', [listening?.pid]);
      await eventually(() => expect(reconnects).toBe(1));
      await publisher.pubSub.publish('news', 'two');
      await eventually(() => expect(received).toEqual(['one', 'two']));
    });

    /** @proves threat:postgres-restart */
    it('recovers after all its connections were terminated', async () => {
      const { kysely } = await open();
      await sql`select 1`.execute(kysely);
      const broken = sql`select pg_sleep(5)`.execute(kysely).catch((error: unknown) => error);
      await eventually(async () =>
        expect((await connections()).some(({ query }) => query.includes('pg_sleep(5)'))).toBe(true),
      );
      for (const { pid } of await connections()) await observer.query('select pg_terminate_backend($1)', [pid]);
      expect(isRetryable(await broken)).toBe(true);
      await eventually(async () => expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]));
    });

    it.each([
      ['statements', openPool],
      ['migrations', openMigrationPool],
    ])('the pool for %s survives the loss of an idle connection', async (_, createPool) => {
      const pool = createPool(url, createRecordingLog());
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      await observer.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await eventually(() => expect(pool.totalCount).toBe(0));
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await pool.end();
    });

    /** @proves threat:runaway-statement */
    it('stops a statement that runs too long with a timeout error', async () => {
      const { kysely } = await open();
      const failure = await kysely
        .transaction()
        .execute(async (transaction) => {
          await sql`set local statement_timeout = 100`.execute(transaction);
          await sql`select pg_sleep(5)`.execute(transaction);
        })
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: '57014' });
      expect(isRetryable(failure)).toBe(true);
      const { rows } = await sql`select current_setting('statement_timeout') as limit`.execute(kysely);
      expect(rows).toEqual([{ limit: '30s' }]);
    });

    it('rejects with a retryable error if the server cannot be reached', async () => {
      const failure = await openDatabase({
        databaseUrl: 'postgres://ava@127.0.0.1:1/ava',
        log: createRecordingLog(),
      }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
      expect(isRetryable(failure)).toBe(true);
    });
  },
);
