import { sql } from 'kysely';

/** The database's time. Processes compare times with it because their own clocks can differ. */
export const databaseNow = sql<Date>`now()`;

export const ago = (ms: number) => sql<Date>`now() - ${ms} * interval '1 millisecond'`;

export const fromNow = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;
