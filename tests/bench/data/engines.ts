import { getPostgresUnavailableReason, startPostgres } from '#tests/harness/storage/postgres.ts';

export interface Engine {
  name: 'embedded' | 'PostgreSQL';
  /** `null` for the embedded engine. */
  databaseUrl: string | null;
}

/** Runs the same work on the embedded engine and on a new PostgreSQL server, if one can start. */
export async function runOnEachEngine<T>(work: (engine: Engine) => Promise<T[]>): Promise<T[]> {
  const embedded = await work({ name: 'embedded', databaseUrl: null });
  const reason = getPostgresUnavailableReason();
  if (reason !== null) {
    console.log(`Not run on PostgreSQL: ${reason}`);
    return embedded;
  }
  const server = await startPostgres();
  if (server.url === null) throw new Error(`PostgreSQL did not start: ${server.reason}`);
  try {
    return [...embedded, ...(await work({ name: 'PostgreSQL', databaseUrl: server.url }))];
  } finally {
    await server.stop();
  }
}
