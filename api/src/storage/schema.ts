import type { ColumnType, Generated, Transaction, Kysely } from 'kysely';

/** Columns that are JSON: written as text (`JSON.stringify`), read as values, the same on both engines. */
type Json<T> = ColumnType<T, string, string>;
type Moment = ColumnType<Date, Date, Date>;

interface Owned {
  tenant_id: string;
  owner_id: string;
}

export interface Schema {
  person: {
    tenant_id: string;
    id: string;
    name: string;
    email: string;
    first_seen_at: Moment;
    last_seen_at: Moment;
  };
  settings: Owned & { settings: Json<Record<string, unknown>> };
  workspace: Owned & { id: string; content: Json<Record<string, unknown>>; updated_at: Moment };
  file_viewer: Owned & { id: string; document_url: string; updated_at: Moment };
  chat: Owned & {
    id: string;
    type: string;
    title: string;
    workspace_id: string | null;
    file_viewer_id: string | null;
    corpus: string | null;
    settings: Json<Record<string, unknown>> | null;
    shared_by: string | null;
    created_at: Moment;
    updated_at: Moment;
  };
  message: {
    chat_id: string;
    id: string;
    /** Total order of all messages; the chat's row is locked while its messages are written. */
    position: Generated<number>;
    source: string;
    content: string;
    state: Json<Record<string, unknown>>;
    run_id: string | null;
    seq: number;
    links: Json<unknown[]>;
    follow_ups: Json<string[]>;
    files: Json<unknown[]>;
    /** The message that an answer answers. */
    reply_to: string | null;
    metadata: Json<Record<string, unknown>> | null;
    /** Hash of what was sent, so that one id cannot stand for two messages. */
    fingerprint: string | null;
    created_at: Moment;
  };
  file: Owned & {
    id: string;
    name: string;
    type: string;
    size: number;
    sha256: string;
    created_at: Moment;
  };
  file_text: { file_id: string; extraction: Json<Record<string, unknown>>; tokens: number };
  run: Owned & {
    id: string;
    kind: string;
    /** The chat of an answer, the file of an extraction. */
    subject_id: string;
    /** The answer that the run writes. */
    message_id: string | null;
    /** The client's name for the run, by which it cancels. */
    session_id: string;
    /** The process that works on it; null while it waits in the queue. */
    process_id: string | null;
    state: string;
    cancel_at: Moment | null;
    created_at: Moment;
    ended_at: Moment | null;
  };
  run_event: { run_id: string; seq: number; data: Json<Record<string, unknown>> };
  process: { id: string; host: string; pid: number; beat_at: Moment };
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Who a row belongs to: tenant and object id from the token, never anything a client sent. */
export interface Owner {
  tenantId: string;
  id: string;
}
