import { sql, type Kysely } from 'kysely';
import { PgBoss } from 'pg-boss';
import { eventually } from '#tests/harness/eventually.ts';
import { describeOnEmptyEngines } from '#tests/harness/storage/testStore.ts';
import { isRetryable } from './errors.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Tables of this test; the store's own tables are tested elsewhere. */
const migrations = {
  '0001_story': {
    up: async (db: Kysely<unknown>) => {
      await sql`create table guest (id int primary key, name text constraint guest_name unique, at timestamptz default now())`.execute(
        db,
      );
      await sql`create table counter (id int primary key, n int not null)`.execute(db);
    },
  },
};

const rowsOf = async <T = Record<string, unknown>>(database: { kysely: Kysely<Schema> }, text: string) =>
  (await sql.raw<T>(text).execute(database.kysely)).rows;

describeOnEmptyEngines('the store', (store) => {
  let database: Database;
  beforeAll(async () => {
    database = await store().open({ migrations });
  });
  afterAll(() => database?.close());

  it('returns the same JavaScript values on both engines', async () => {
    const [row] = await rowsOf(
      database,
      `select 1::int4 a, 5::int8 b, 9007199254740993::int8 c, 1.50::numeric d, 1.5::float8 e, '2026-01-02'::date f,
        '2026-01-02 03:04:05.678+02'::timestamptz g, '2026-01-02 03:04:05'::timestamp h, '{"x":[1]}'::jsonb i,
        '\\x01ff'::bytea j, '{1,2}'::int[] k, '{a,"b c"}'::text[] l, true m, interval '1 day 2 hours' n, null::int o,
        count(*) p, sum(2::int8) q, '{5,9007199254740993}'::int8[] r, '{"2026-01-02 03:04:05+00"}'::timestamptz[] s,
        '10110'::bit(5) t, 'a:1'::tsvector u, '{"{\\"a\\":1}"}'::jsonb[] v, '{\\\\x01,NULL}'::bytea[] w,
        '6f9619ff-8b86-d011-b42d-00cf4fc964ff'::uuid x, array_agg(1.5::float4) y from (values (1)) one(z)`,
    );
    expect(row).toEqual({
      a: 1,
      b: 5,
      c: 9007199254740993n,
      d: '1.50',
      e: 1.5,
      f: '2026-01-02',
      g: new Date('2026-01-02T01:04:05.678Z'),
      h: new Date('2026-01-02T03:04:05Z'),
      i: { x: [1] },
      j: new Uint8Array([1, 255]),
      k: [1, 2],
      l: ['a', 'b c'],
      m: true,
      n: '1 day 02:00:00',
      o: null,
      p: 1,
      q: '2',
      r: [5, 9007199254740993n],
      s: [new Date('2026-01-02T03:04:05Z')],
      t: '10110',
      u: "'a':1",
      v: [{ a: 1 }],
      w: [new Uint8Array([1]), null],
      x: '6f9619ff-8b86-d011-b42d-00cf4fc964ff',
      y: [1.5],
    });
    expect(Object.getPrototypeOf(row?.['j'])).toBe(Object.getPrototypeOf(new Uint8Array()));
  });

  it('accepts the same parameters on both engines', async () => {
    const date = new Date('2026-03-04T05:06:07.089Z');
    const bytes = Buffer.from([0, 1, 2, 255]);
    const { rows } = await sql`
      select ${JSON.stringify([1, 'a'])}::jsonb as list, ${{ a: 1 }}::jsonb as object, ${[1, 2]}::int[] as ids,
        ${['a', 'b"c', '']}::text[] as names, ${date}::timestamptz as date, ${bytes}::bytea as bytes, ${7}::text as text,
        ${true}::boolean as yes, ${12345678901n}::int8 as big, ${null}::text as nothing,
        ${['{"a":1}', '{"b":2}']}::jsonb[] as objects`.execute(database.kysely);
    expect(rows[0]).toEqual({
      list: [1, 'a'],
      object: { a: 1 },
      ids: [1, 2],
      names: ['a', 'b"c', ''],
      date,
      bytes: new Uint8Array([0, 1, 2, 255]),
      text: '7',
      yes: true,
      big: 12345678901,
      nothing: null,
      objects: [{ a: 1 }, { b: 2 }],
    });
  });

  it('rejects a JavaScript array as JSON', async () => {
    await expect(sql`select ${[1]}::jsonb`.execute(database.kysely)).rejects.toMatchObject({ code: '22P02' });
  });

  it('rejects with PostgreSQL’s error codes', async () => {
    await rowsOf(database, `insert into guest (id, name) values (1, 'Ada')`);
    const failure = await rowsOf(database, `insert into guest (id, name) values (2, 'Ada')`).catch(
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({ code: '23505', constraint: 'guest_name', table: 'guest', severity: 'ERROR' });
    expect((failure as { detail: string }).detail).toBe('Key (name)=(Ada) already exists.');
    expect(isRetryable(failure)).toBe(false);
    await expect(rowsOf(database, 'select * from nobody')).rejects.toMatchObject({ code: '42P01' });
    await expect(rowsOf(database, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  });

  it('counts written rows', async () => {
    await rowsOf(database, 'insert into counter values (10, 0), (11, 0)');
    const { numAffectedRows } = await sql`update counter set n = 5 where id >= 10`.execute(database.kysely);
    expect(numAffectedRows).toBe(2n);
    const read = await sql`select * from counter`.execute(database.kysely);
    expect(read.numAffectedRows).toBeUndefined();
  });

  it('isolates forty concurrent transactions', async () => {
    await rowsOf(database, 'insert into counter values (1, 0)');
    const increment = () =>
      database.kysely.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ n: number }>`select n from counter where id = 1 for update`.execute(transaction);
        await sql`update counter set n = ${(rows[0]?.n ?? 0) + 1} where id = 1`.execute(transaction);
      });
    const reads = Array.from({ length: 40 }, () => rowsOf(database, 'select n from counter where id = 1'));
    await Promise.all([...Array.from({ length: 40 }, increment), ...reads]);
    expect(await rowsOf(database, 'select n from counter where id = 1')).toEqual([{ n: 40 }]);
  });

  it('rolls back a transaction that throws, and one whose error was swallowed', async () => {
    const insert = (id: number) => sql`insert into counter values (${id}, 0)`;
    const thrown = database.kysely.transaction().execute(async (transaction) => {
      await insert(20).execute(transaction);
      throw new Error('Ben closed his laptop');
    });
    await expect(thrown).rejects.toThrow('Ben closed his laptop');
    const swallowed = database.kysely.transaction().execute(async (transaction) => {
      await insert(21).execute(transaction);
      await insert(21)
        .execute(transaction)
        .catch(() => undefined);
    });
    await expect(swallowed).rejects.toMatchObject({ name: 'AbortedTransactionError' });
    expect(await rowsOf(database, 'select id from counter where id in (20, 21)')).toEqual([]);
  });

  it('keeps what was written before a savepoint', async () => {
    await database.kysely
      .startTransaction()
      .execute()
      .then(async (transaction) => {
        await sql`insert into counter values (30, 0)`.execute(transaction);
        const withSavepoint = await transaction.savepoint('before').execute();
        await sql`insert into counter values (31, 0)`.execute(withSavepoint);
        const rolledBack = await withSavepoint.rollbackToSavepoint('before').execute();
        await rolledBack.commit().execute();
      });
    expect(await rowsOf(database, 'select id from counter where id in (30, 31)')).toEqual([{ id: 30 }]);
  });

  it('delivers a notification after the commit, never after a rollback, in order', async () => {
    const received: string[] = [];
    const stop = await database.pubSub.subscribe('story', (payload) => void received.push(payload));
    const send = (payload: string, fail: boolean) =>
      database.kysely.transaction().execute(async (transaction) => {
        await sql`select pg_notify('story', ${payload})`.execute(transaction);
        expect(received).not.toContain(payload);
        if (fail) throw new Error('rolled back');
      });
    await send('one', false);
    await expect(send('never', true)).rejects.toThrow('rolled back');
    for (let number = 2; number <= 50; number += 1) await database.pubSub.publish('story', String(number));
    await eventually(() => expect(received).toHaveLength(50));
    expect(received).toEqual(['one', ...Array.from({ length: 49 }, (_, index) => String(index + 2))]);
    await stop();
    await database.pubSub.publish('story', 'after');
    expect(received).toHaveLength(50);
  });

  it('delivers each notification once per subscription, even if another subscriber throws', async () => {
    const received: string[] = [];
    const stops = await Promise.all([
      database.pubSub.subscribe('twice', () => {
        throw new Error('this listener is broken');
      }),
      database.pubSub.subscribe('twice', (payload) => void received.push(payload)),
    ]);
    await database.pubSub.publish('twice', 'hello');
    await database.pubSub.publish('twice', 'again');
    await eventually(() => expect(received).toEqual(['hello', 'again']));
    await Promise.all(stops.map((stop) => stop()));
  });

  it('accepts a notification of 7,999 bytes and rejects a longer one', async () => {
    await database.pubSub.publish('large', 'é'.repeat(3_999));
    await expect(database.pubSub.publish('large', 'é'.repeat(4_000))).rejects.toMatchObject({
      code: 'notification_too_large',
    });
  });

  it('runs jobs and wakes their worker at once', async () => {
    const boss = new PgBoss({ ...database.boss, schema: 'jobs_story' });
    const failures: unknown[] = [];
    boss.on('error', (error) => void failures.push(error));
    await boss.start();
    await boss.createQueue('greet', { notify: true });
    const done: string[] = [];
    await boss.work<{ name: string }>(
      'greet',
      { pollingIntervalSeconds: 3_600, burstWhenBatchFull: true },
      async (jobs) => {
        done.push(...jobs.map((job) => job.data.name));
      },
    );
    await boss.send('greet', { name: 'Cleo' });
    await eventually(() => expect(done).toEqual(['Cleo']));
    await boss.stop({ graceful: false });
    expect(failures).toEqual([]);
  });

  it('keeps its data when it is closed and opened, and does not migrate twice', async () => {
    await rowsOf(database, 'insert into counter values (40, 4)');
    await database.close();
    database = await store().open({ migrations });
    expect(await rowsOf(database, 'select n from counter where id = 40')).toEqual([{ n: 4 }]);
    await expect(database.kysely.selectNoFrom(sql<number>`1`.as('one')).execute()).resolves.toEqual([{ one: 1 }]);
  });

  it('names the migration that failed and rolls it back', async () => {
    await database.close();
    const up = async (db: Kysely<unknown>) => {
      await sql`create table half (id int)`.execute(db);
      await sql`select wrong`.execute(db);
    };
    const broken = { ...migrations, '0002_broken': { up } };
    await expect(store().open({ migrations: broken })).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringContaining('0002_broken'),
    });
    database = await store().open({ migrations });
    await expect(rowsOf(database, 'select * from half')).rejects.toMatchObject({ code: '42P01' });
  });
});
