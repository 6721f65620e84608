import type { ColumnType, Generated, GeneratedAlways, Transaction, Kysely } from 'kysely';

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
  workspace: Owned & {
    id: string;
    content: Json<Record<string, unknown>>;
    bytes: GeneratedAlways<number>;
    updated_at: Moment;
  };
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
    /** Its messages when the last one was taken in; an answer that was written since is counted with the next. */
    bytes: Generated<number>;
    /** What of it was copied from the chat of the person who shared it, for whom it counts. */
    copied_bytes: Generated<number>;
    sharer_id: string | null;
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
    bytes: GeneratedAlways<number>;
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
    /** What a model was given to read for it. */
    tokens: Generated<number>;
    /** The process that works on it; null while it waits in the queue. */
    process_id: string | null;
    /** How often a process has begun it and not ended it. */
    attempts: Generated<number>;
    state: string;
    cancel_at: Moment | null;
    created_at: Moment;
    ended_at: Moment | null;
  };
  run_event: { run_id: string; seq: number; data: Json<Record<string, unknown>> };
  process: { id: string; host: string; pid: number; beat_at: Moment };
  site: {
    tenant_id: string;
    /** The site's own id: 32 hexadecimal digits. */
    id: string;
    /** How Graph names it: host, site and web. */
    graph_id: string;
    /** The library that the corpus is made from; empty for a list without files. */
    drive_id: string;
    name: string;
    link: string;
    description: string;
    prompt: string;
    config: Json<Record<string, unknown>>;
    creator_id: string;
    creator_email: string;
    created_at: Moment;
  };
  corpus_file: {
    id: string;
    tenant_id: string;
    site_id: string;
    item_id: string;
    drive_id: string;
    library: string;
    name: string;
    type: string;
    link: string;
    size: number;
    /** The version that was asked for, empty where Graph gave none. */
    etag: string;
    modified_at: Moment;
    creator_id: string;
    creator_name: string;
    creator_email: string;
    state: string;
    reason: string | null;
    /** The bytes of that version, once they are here. */
    sha256: string | null;
    /** Until when somebody's process is fetching them. */
    fetch_until: Moment | null;
    /** How often fetching them failed although Graph may have them. */
    attempts: number;
    run_id: string;
    citations: number;
    created_at: Moment;
  };
  /** When a person last made AVA look for changes of a site, and where Graph's list of changes goes on for them. */
  site_visit: {
    tenant_id: string;
    site_id: string;
    person_id: string;
    looked_at: Moment;
    delta_link: string | null;
  };
  /** What is searched of one site: how much there is of it, for the weights of words. */
  shelf: {
    id: Generated<number>;
    tenant_id: string;
    site_id: string;
    files: Generated<number>;
    chunks: Generated<number>;
    words: Generated<number>;
  };
  /** All chunks of one version of a file; one set of a file is visible. */
  chunk_set: {
    id: string;
    shelf_id: number;
    item_id: string;
    etag: string;
    name: string;
    type: string;
    language: string;
    /** Who made the vectors; null where there are none. */
    embedder: string | null;
    visible: Generated<boolean>;
    chunks: Generated<number>;
    words: Generated<number>;
    begun_at: Moment;
  };
  chunk: {
    id: Generated<number>;
    set_id: string;
    /** Place in reading order, from 0. */
    n: number;
    part: number;
    /** Where it stands in the text of that part. */
    char_from: number;
    char_to: number;
    place: Json<Record<string, unknown>>;
    body: string;
  };
  chunk_words: { chunk_id: number; set_id: string; shelf_id: number; words: number; tsv: string };
  chunk_vector: {
    chunk_id: number;
    set_id: string;
    shelf_id: number;
    embedder: string;
    bits: string;
    vector: Uint8Array;
  };
  /** In how many files and chunks of a shelf a word is. */
  term: { shelf_id: number; word: string; files: number; chunks: number };
  /** What was found for an answer: ids and scores, no text. */
  search: {
    message_id: string;
    chat_id: string;
    tenant_id: string;
    /** Empty where nothing was searched, and the answer only tells again what others had found. */
    site_id: string;
    hits: Json<unknown[]>;
    /** Files that earlier answers were made from which the model read; null where that was not kept. */
    retold: Json<unknown[]> | null;
    created_at: Moment;
  };
  /** Words of questions that found no answer, each once for a person (who is kept as a hash). */
  unanswered: { tenant_id: string; site_id: string; word: string; shown: string; asker: string; asked_at: Moment };
  /** Activities of Teams that were taken, each once, in whichever process. */
  bot_activity: Owned & { activity_id: string; claimed_at: Moment };
  /** The chat that a conversation in Teams goes on in, for one person of it. */
  bot_conversation: Owned & { conversation_id: string; chat_id: string; updated_at: Moment };
  /** Which answer a message in Teams shows, and what its asker thinks of it. */
  bot_message: Owned & {
    conversation_id: string;
    activity_id: string;
    chat_id: string;
    message_id: string;
    reaction: string | null;
    comment: string | null;
    created_at: Moment;
  };
  /** Who is told in Teams when long work of theirs is done: the bot's own way there, and up to when they have been told. */
  bot_notice: Owned & { reference: string; told_at: Moment };
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Who a row belongs to: tenant and object id from the token, never anything a client sent. */
export interface Owner {
  tenantId: string;
  id: string;
}
