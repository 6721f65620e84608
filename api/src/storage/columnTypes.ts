import type { ColumnType } from 'kysely';

/** JSON columns: written as text (`toJson`), read as values, on both engines. */
export type Json<T> = ColumnType<T, string, string>;
export type Timestamp = ColumnType<Date, Date, Date>;

/** Columns of a row that belongs to a person. */
export interface Owned {
  tenant_id: string;
  owner_id: string;
}
