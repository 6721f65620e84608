import type { Generated, GeneratedAlways, Transaction, Kysely } from 'kysely';
import type { FieldChange } from '#contract/admin/admin.ts';
import type { EmailDraft } from '#contract/exports/emailDrafts.ts';
import type { Json, Owned, Timestamp } from './columnTypes.ts';
import type { CorpusSchema } from './corpusSchema.ts';
import type { TaskSchema } from './taskSchema.ts';

/** Tables of the prompt library. */
interface PromptSchema {
  prompt: Owned & {
    id: string;
    /** Name and address at the last save, for people who have never opened the tab. */
    owner_name: string;
    owner_email: string;
    title: string;
    /** The title for comparison with others: `toTitleKey`. */
    title_key: string;
    text: string;
    labels: Json<string[]>;
    is_private: boolean;
    /** Ids of the sites whose readers see the prompt; empty for everybody in the organization. */
    teams: Json<string[]>;
    version: number;
    bytes: GeneratedAlways<number>;
    created_at: Timestamp;
    modified_at: Timestamp;
    /** Set when the person deleted the prompt; it can be restored until the sweep removes it. */
    deleted_at: Timestamp | null;
  };
  prompt_version: {
    prompt_id: string;
    version: number;
    title: string;
    text: string;
    labels: Json<string[]>;
    is_private: boolean;
    modified_at: Timestamp;
  };
}

export interface Schema extends CorpusSchema, PromptSchema, TaskSchema {
  person: {
    tenant_id: string;
    id: string;
    name: string;
    email: string;
    /** From the profile in the directory, for the budget of a department. */
    department: Generated<string>;
    first_seen_at: Timestamp;
    last_seen_at: Timestamp;
    /** When the person has seen or skipped the welcome. */
    welcomed_at: Timestamp | null;
  };
  /** Settings that an administrator saved. */
  organization_version: {
    tenant_id: string;
    version: number;
    settings: Json<Record<string, unknown>>;
    changes: Json<FieldChange[]>;
    author_id: string;
    author_name: string;
    restored_version: number | null;
    created_at: Timestamp;
  };
  /** Retention times of ORGANIZATION_FILE; 0 for a file that keeps chats. */
  file_retention: { days: number; since: Timestamp; replaced_at: Timestamp | null };
  /** Questions and tokens of a person with one model on a day (UTC, YYYY-MM-DD). */
  usage_of_day: Owned & {
    day: string;
    model: string;
    department: string;
    questions: number;
    prompt_tokens: number;
    answer_tokens: number;
  };
  settings: Owned & { settings: Json<Record<string, unknown>> };
  workspace: Owned & {
    id: string;
    content: Json<Record<string, unknown>>;
    bytes: GeneratedAlways<number>;
    version: Generated<number>;
    updated_at: Timestamp;
  };
  file_viewer: Owned & { id: string; document_url: string; version: Generated<number>; updated_at: Timestamp };
  chat: Owned & {
    id: string;
    type: string;
    title: string;
    workspace_id: string | null;
    file_viewer_id: string | null;
    corpus: string | null;
    sites: Json<unknown> | null;
    settings: Json<Record<string, unknown>> | null;
    shared_by: string | null;
    /** Bytes of all messages when the last one was accepted. A later answer is counted with the next message. */
    bytes: Generated<number>;
    /** Bytes of a copy that its receiver has not opened. They count toward the quota of the person who shared it. */
    copied_bytes: Generated<number>;
    /** The person who shared the copy, while its receiver has not opened it. */
    sharer_id: string | null;
    pinned: Generated<boolean>;
    folder_id: string | null;
    /** Whether an answer was written, or a copy was received, since the person last saw the chat. */
    unread: Generated<boolean>;
    temporary: Generated<boolean>;
    /** Set when the person deleted the chat; it can be restored until the sweep removes it. */
    deleted_at: Timestamp | null;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  chat_folder: Owned & { id: string; name: string; created_at: Timestamp };
  message: {
    chat_id: string;
    id: string;
    /** Order of the messages in a chat. The chat's row is locked while its messages are written. */
    position: Generated<number>;
    source: string;
    content: string;
    state: Json<Record<string, unknown>>;
    run_id: string | null;
    seq: number;
    links: Json<unknown[]>;
    /** What the model thought before the answer: text, and whether it is shortened. */
    thoughts: Json<Record<string, unknown>> | null;
    /** Functions that the model called for the answer. */
    calls: Json<unknown[]>;
    follow_ups: Json<string[]>;
    files: Json<unknown[]>;
    /** In an answer: id of the question. */
    reply_to: string | null;
    /** The message before this one; null in a first message. Messages with the same parent and source are versions. */
    parent_id: string | null;
    /** Whether this is the version that continues its parent. One child of a parent is chosen. */
    chosen: Generated<boolean>;
    /** Whether the message is on the active path: it and all messages before it are chosen. */
    active: Generated<boolean>;
    metadata: Json<Record<string, unknown>> | null;
    /** Hash of a question, to detect a different question with the same id. */
    fingerprint: string | null;
    /** In a copied chat: name of the person who asked, if it was not the owner. */
    author: string | null;
    /** The run and `seq` whose words are in `message_words`; null until they are saved. */
    indexed_version: string | null;
    bytes: GeneratedAlways<number>;
    /** The part of `bytes` that no model reads again. */
    thought_bytes: GeneratedAlways<number>;
    created_at: Timestamp;
  };
  /** Words of a complete message, for the search in chats. */
  message_words: { chat_id: string; message_id: string; tsv: string };
  file: Owned & {
    id: string;
    name: string;
    type: string;
    size: number;
    sha256: string;
    /** The person who shared the task of this file, while its receiver has not opened it. */
    sharer_id: string | null;
    created_at: Timestamp;
  };
  /** Bytes that a person uploaded or imported on a day (UTC, YYYY-MM-DD). */
  received_bytes: Owned & { day: string; bytes: number };
  presentation_template: Owned & {
    id: string;
    name: string;
    sha256: string;
    /** Size of the uploaded bytes; 0 if it was uploaded before sizes were saved. */
    size: Generated<number>;
    layouts: number | null;
    /** `word`: the template of an organization, which its settings name. */
    kind: Generated<'slides' | 'word'>;
    created_at: Timestamp;
  };
  /** A file that was made for a person, until its download expires. */
  exported_file: Owned & {
    id: string;
    name: string;
    type: string;
    size: number;
    sha256: string;
    ticket_hash: string;
    expires_at: Timestamp;
  };
  /** A draft that was created in a person's mailbox; `reply` is null while it is being created. */
  email_draft: Owned & { key: string; reply: Json<EmailDraft> | null; created_at: Timestamp };
  file_text: { file_id: string; extraction: Json<Record<string, unknown>>; tokens: number };
  run: Owned & {
    id: string;
    kind: string;
    /** Id of the chat of an answer, or of the file of an extraction or embedding. */
    subject_id: string;
    /** The answer that the run writes. */
    message_id: string | null;
    /** Id that the client chose for the run, to cancel it. */
    session_id: string;
    /** Size of the prompt in tokens. */
    tokens: Generated<number>;
    /** The process that works on the run; null while the run waits. */
    process_id: string | null;
    /** How often processes have claimed the run. Graceful shutdowns are not counted. */
    attempts: Generated<number>;
    state: string;
    cancel_at: Timestamp | null;
    created_at: Timestamp;
    ended_at: Timestamp | null;
  };
  run_event: { run_id: string; seq: number; data: Json<Record<string, unknown>> };
  process: { id: string; host: string; pid: number; heartbeat_at: Timestamp };
  /** Activities of Teams that a process has claimed. */
  bot_activity: Owned & { activity_id: string; claimed_at: Timestamp };
  /** The current chat of a person in a Teams conversation. */
  bot_conversation: Owned & { conversation_id: string; chat_id: string; updated_at: Timestamp };
  /** The answer that a message in Teams shows. */
  bot_message: Owned & {
    conversation_id: string;
    activity_id: string;
    chat_id: string;
    message_id: string;
    created_at: Timestamp;
  };
  /** A person's rating of an answer. `site_id` is empty if no site was searched. */
  answer_rating: Owned & {
    chat_id: string;
    message_id: string;
    site_id: string;
    reaction: string;
    comment: string;
    /** Why the person reported the answer to the administrators; null if they did not. */
    report_reason: string | null;
    report_comment: Generated<string>;
    /** Whether the administrators can read the answer. */
    report_answer: Generated<boolean>;
    updated_at: Timestamp;
  };
  /** People who get notices in Teams. Files that were finished up to `notified_at` are not reported again. */
  bot_notice: Owned & {
    reference: string;
    notified_at: Timestamp;
    tasks_notified_at: Generated<Date>;
    access_notified_at: Generated<Date>;
  };
}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** Owner of a row: tenant and object id from the token, never values from a client. */
export interface Owner {
  tenantId: string;
  id: string;
}
