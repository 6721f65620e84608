import type { ChatMetadata, Message } from '#contract/chats/chat.ts';
import type { ReadableMessage } from '#api/answers/readableHistory.ts';
import type { ChatRow } from '#api/storage/tables/chats/chats.ts';

/** Converts a chat to the field names of the API. */
export function presentChat(chat: ChatRow): ChatMetadata {
  return {
    ConversationId: chat.id,
    ConversationType: chat.type === 'chat' ? 'standard_chat' : 'knowledge_search',
    Title: chat.title,
    LastUpdated: chat.updatedAt.toISOString(),
    WorkspaceId: chat.workspaceId,
    FileViewerId: chat.fileViewerId,
    ChatCorpus: chat.sites === 'all' ? null : (chat.sites?.[0] ?? null),
    ChatSites: chat.sites,
    ChatSettings: chat.settings,
    SharedBy: chat.sharedBy,
    Pinned: chat.pinned,
    FolderId: chat.folderId,
    Unread: chat.unread,
    Temporary: chat.temporary,
  };
}

/**
 * Converts a message to the field names of the API.
 * @param versions ids of all its versions, if it has several
 */
export function presentMessage(message: ReadableMessage, versions?: string[]): Message {
  return {
    message_id: message.id,
    source: message.source,
    content: message.content,
    timestamp: message.createdAt.toISOString(),
    state: message.state,
    run_id: message.runId,
    seq: message.seq,
    links: message.links,
    thoughts: message.thoughts,
    calls: message.calls,
    followUpQuestions: message.followUps,
    files: message.files,
    ...(versions && { versions }),
    author: message.author ?? null,
  };
}
