import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { eventually } from '../../../../tests/harness/eventually.ts';
import { whyNoPostgres, withPostgres } from '../../../../tests/harness/storage/postgres.ts';
import { listeningLog } from '../../../../tests/harness/storage/testStore.ts';
import { isRetryable, isStatementTimeout } from '../errors.ts';
import { openDatabase, type Database } from '../open.ts';
import { openMigrationPool, openPool } from './connections.ts';

const reason = whyNoPostgres();
const tell = reason === null ? describe : describe.skip;

const migrations = {
  '0001_slow': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table once (id int)`.execute(db);
      await sql`select pg_sleep(0.3)`.execute(db);
    },
  },
};

tell(
  reason === null ? 'the store on a PostgreSQL server' : `the store on a PostgreSQL server (not run: ${reason})`,
  () => {
    let url: string;
    let stop: () => Promise<void>;
    const opened: Database[] = [];
    let observer: pg.Client;
    const open = async () => {
      const database = await openDatabase({ databaseUrl: url, log: listeningLog(), migrations });
      opened.push(database);
      return database;
    };
    /** The connections that the store holds on the server. */
    const connections = async () => {
      const { rows } = await observer.query(`select pid, query from pg_stat_activity where application_name = 'ava'`);
      return rows as { pid: number; query: string }[];
    };

    beforeAll(async () => {
      const server = await withPostgres();
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

    it('is opened by four processes at once, and migrated by one of them', async () => {
      const databases = await Promise.all([open(), open(), open(), open()]);
      const { rows } = await sql`select name from kysely_migration`.execute(databases[0].kysely);
      expect(rows).toEqual([{ name: '0001_slow' }]);
    });

    it('uses at most ten connections a process, with a hundred callers, jobs and listeners at once', async () => {
      const { kysely, pubSub: bus, boss: jobs } = await open();
      const boss = new PgBoss({ ...jobs, schema: 'jobs_count' });
      await boss.start();
      await boss.createQueue('busy', { notify: true });
      await boss.work('busy', async () => undefined);
      const stopListening = await Promise.all(
        [1, 2, 3].map((number) => bus.subscribe(`channel_${number}`, () => undefined)),
      );
      const asking = Promise.all(Array.from({ length: 100 }, () => sql`select pg_sleep(0.02)`.execute(kysely)));
      expect((await connections()).length).toBeLessThanOrEqual(10);
      await asking;
      await Promise.all(stopListening.map((end) => end()));
      await boss.stop({ graceful: false });
    });

    it('hears across processes, and says so when its listening connection was lost', async () => {
      const [here, there] = [await open(), await open()];
      const heard: string[] = [];
      let reconnects = 0;
      await here.pubSub.subscribe(
        'news',
        (payload) => void heard.push(payload),
        () => void (reconnects += 1),
      );
      await there.pubSub.publish('news', 'one');
      await eventually(() => expect(heard).toEqual(['one']));
      const listening = (await connections()).find(({ query }) => query.startsWith('listen'));
      await observer.query('select pg_terminate_backend($1)', [listening?.pid]);
      await eventually(() => expect(reconnects).toBe(1));
      await there.pubSub.publish('news', 'two');
      await eventually(() => expect(heard).toEqual(['one', 'two']));
    });

    it('goes on after all its connections were broken', async () => {
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
      ['everybody’s statements', openPool],
      ['migrations', openMigrationPool],
    ])('the pool for %s outlives a connection that breaks while nobody uses it', async (_, openOne) => {
      const pool = openOne(url, listeningLog());
      const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      await observer.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await eventually(() => expect(pool.totalCount).toBe(0));
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await pool.end();
    });

    it('stops a statement that runs too long, in words the store knows', async () => {
      const { kysely } = await open();
      const failure = await kysely
        .transaction()
        .execute(async (transaction) => {
          await sql`set local statement_timeout = 100`.execute(transaction);
          await sql`select pg_sleep(5)`.execute(transaction);
        })
        .catch((error: unknown) => error);
      expect(isStatementTimeout(failure) && isRetryable(failure)).toBe(true);
      const { rows } = await sql`select current_setting('statement_timeout') as limit`.execute(kysely);
      expect(rows).toEqual([{ limit: '30s' }]);
    });

    it('says that a server cannot be reached', async () => {
      const failure = await openDatabase({ databaseUrl: 'postgres://ava@127.0.0.1:1/ava', log: listeningLog() }).catch(
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code: 'ECONNREFUSED' });
      expect(isRetryable(failure)).toBe(true);
    });
  },
);
