import type { ChatMetadata, Message } from '../../contract/chat.ts';
import type { ChatRow } from '../storage/tables/chats/chats.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';

/** Converts a chat to the field names of the API. */
export function presentChat(chat: ChatRow): ChatMetadata {
  return {
    ConversationId: chat.id,
    ConversationType: chat.type === 'chat' ? 'standard_chat' : 'knowledge_search',
    Title: chat.title,
    LastUpdated: chat.updatedAt.toISOString(),
    WorkspaceId: chat.workspaceId,
    FileViewerId: chat.fileViewerId,
    ChatCorpus: chat.corpus,
    ChatSettings: chat.settings,
    SharedBy: chat.sharedBy,
  };
}

/** Converts a message to the field names of the API. */
export function presentMessage(message: MessageRow): Message {
  return {
    message_id: message.id,
    source: message.source,
    content: message.content,
    timestamp: message.createdAt.toISOString(),
    state: message.state,
    run_id: message.runId,
    seq: message.seq,
    links: message.links,
    followUpQuestions: message.followUps,
    files: message.files,
  };
}
