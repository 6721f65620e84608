import { type Kysely, sql } from 'kysely';

/** Conversations in Teams: claimed activities, the chat of each conversation, and which message shows which answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table bot_activity (
      tenant_id text not null, owner_id text not null, activity_id text not null, claimed_at timestamptz not null,
      primary key (tenant_id, owner_id, activity_id))`,
    sql`create index bot_activity_by_age on bot_activity (claimed_at)`,
    sql`create table bot_conversation (
      tenant_id text not null, owner_id text not null, conversation_id text not null,
      chat_id uuid not null references chat (id) on delete cascade, updated_at timestamptz not null,
      primary key (tenant_id, owner_id, conversation_id))`,
    sql`create index bot_conversation_of_chat on bot_conversation (chat_id)`,
    sql`create table bot_message (
      tenant_id text not null, owner_id text not null, conversation_id text not null, activity_id text not null,
      chat_id uuid not null references chat (id) on delete cascade, message_id uuid not null,
      reaction text check (reaction in ('like', 'dislike')), comment text, created_at timestamptz not null,
      primary key (tenant_id, owner_id, conversation_id, activity_id))`,
    sql`create index bot_message_of_chat on bot_message (chat_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
