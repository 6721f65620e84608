import type { Generated } from 'kysely';
import type { UnreadContent } from '#contract/files/unread.ts';
import type { Json, Timestamp } from './columnTypes.ts';

/** Tables of corpora: their files, the search index, and what searches leave behind. */
export interface CorpusSchema {
  site: {
    tenant_id: string;
    /** The site's own id: 32 hexadecimal digits. */
    id: string;
    /** Graph's id: host, site and web. */
    graph_id: string;
    /** Id of the library with the files of the corpus; empty for a site list that has no files. */
    drive_id: string;
    name: string;
    link: string;
    description: string;
    prompt: string;
    config: Json<Record<string, unknown>>;
    creator_id: string;
    creator_email: string;
    created_at: Timestamp;
  };
  /** Requests of people for access to sites that they can't read. */
  access_request: {
    tenant_id: string;
    site_id: string;
    person_id: string;
    /** From the token of the request. */
    person_name: string;
    person_email: string;
    state: string;
    asked_at: Timestamp;
    decided_at: Timestamp | null;
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
    /** The requested version; empty if Graph returned none. */
    etag: string;
    modified_at: Timestamp;
    creator_id: string;
    creator_name: string;
    creator_email: string;
    state: string;
    reason: string | null;
    /** Digest of the bytes of the file's version; null until they are fetched. */
    sha256: string | null;
    /** End of the lease of the process that fetches the bytes, or of a pause after a failed fetch. */
    fetch_until: Timestamp | null;
    /** How often a fetch failed with a transient error. */
    attempts: number;
    run_id: string;
    citations: number;
    created_at: Timestamp;
  };
  /** When a site was last checked for changes on behalf of a person, and Graph's delta link for the next check. */
  site_visit: {
    tenant_id: string;
    site_id: string;
    person_id: string;
    checked_at: Timestamp;
    delta_link: string | null;
  };
  /** Searchable content of one site or one file of a chat, with totals from which the weights of words are computed. */
  search_index: {
    id: Generated<number>;
    tenant_id: string;
    /** Null for a file of a chat. */
    site_id: string | null;
    file_id: string | null;
    files: Generated<number>;
    chunks: Generated<number>;
    words: Generated<number>;
  };
  /** One version of a file's chunks. Searches find only the visible version. */
  document_version: {
    id: string;
    index_id: number;
    item_id: string;
    etag: string;
    name: string;
    type: string;
    language: string;
    /** Model that made the vectors; null without vectors. */
    embedder: string | null;
    visible: Generated<boolean>;
    chunks: Generated<number>;
    words: Generated<number>;
    started_at: Timestamp;
    /** What of the file was not read. */
    unread: Json<UnreadContent[]>;
  };
  chunk: {
    id: Generated<number>;
    version_id: string;
    /** Position in reading order, from 0. */
    n: number;
    part: number;
    /** Range of characters in the text of the part. */
    char_from: number;
    char_to: number;
    location: Json<Record<string, unknown>>;
    body: string;
  };
  chunk_words: { chunk_id: number; version_id: string; index_id: number; words: number; tsv: string };
  chunk_vector: {
    chunk_id: number;
    version_id: string;
    index_id: number;
    embedder: string;
    bits: string;
    vector: Uint8Array;
  };
  /** Number of files and chunks of an index that contain a word. */
  term: { index_id: number; word: string; files: number; chunks: number };
  /** The origins of an answer: ids of its hits and files, no text. */
  search: {
    message_id: string;
    chat_id: string;
    tenant_id: string;
    /** Empty if no site was searched and the answer is based on earlier answers only. */
    site_id: string;
    hits: Json<unknown[]>;
    /** The files on which the earlier answers in the prompt are based; null in old rows, for which they were not saved. */
    inherited_files: Json<unknown[]> | null;
    created_at: Timestamp;
  };
  /** Words of unanswered questions, each once per person. `asker` is a hash of the person. */
  unanswered_word: {
    tenant_id: string;
    site_id: string;
    word: string;
    display: string;
    asker: string;
    asked_at: Timestamp;
  };
}
