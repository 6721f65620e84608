import type { Kysely } from 'kysely';
import type { ConstructorOptions } from 'pg-boss';
import type { PubSub } from './pubSub.ts';
import type { Schema } from './schema.ts';

export interface Database {
  kind: 'embedded' | 'postgres';
  kysely: Kysely<Schema>;
  pubSub: PubSub;
  /** Options for the constructor of pg-boss. */
  boss: ConstructorOptions;
  /** Whether the pgvector extension is installed. */
  pgvector: boolean;
  /** Stops maintenance, connections and engine, and releases the lock. Stop pg-boss first. */
  close(): Promise<void>;
}
