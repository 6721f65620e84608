import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { ModeSettings } from '#contract/settings.ts';
import { SiteChoice } from '#contract/sites/sites.ts';

export const ChatType = z.enum(['chat', 'search']);
export type ChatType = z.infer<typeof ChatType>;

export const defaultTitles: Record<ChatType, string> = { chat: 'New Chat', search: 'New Search' };

/** Whether a chat still has a default title: empty, New Chat or New Search. */
export function isDefaultTitle(title: string): boolean {
  return title.trim() === '' || Object.values(defaultTitles).includes(title);
}

export const ChatMetadata = z.object({
  ConversationId: Id,
  ConversationType: z.enum(['standard_chat', 'knowledge_search']),
  Title: z.string(),
  LastUpdated: z.string(),
  WorkspaceId: Id.nullable(),
  FileViewerId: Id.nullable(),
  ChatCorpus: z.string().nullable().describe('one of the sites that are searched, without dashes'),
  ChatSites: SiteChoice.nullable().describe('all sites that are searched'),
  ChatSettings: ModeSettings.nullable(),
  SharedBy: z.string().nullable().describe('name of the person who shared it; the chat is a copy'),
  Pinned: z.boolean(),
  FolderId: Id.nullable(),
  Unread: z.boolean().describe('an answer was written, or the copy received, since the person last saw the chat'),
  Temporary: z.boolean().describe('not in the history, and deleted after a day'),
  IsAnswering: z.boolean().optional().describe('in lists: whether an answer is being written'),
});
export type ChatMetadata = z.infer<typeof ChatMetadata>;
