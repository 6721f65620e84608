import { AvaError, isAvaError } from '#contract/errors.ts';
import { GRAPH_SEARCH_HITS, MAX_FILE_BYTES } from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import type { GraphClient } from '#api/graph/client/graphClient.ts';
import { getGraphCodes } from '#api/graph/client/graphErrors.ts';
import { listItems } from '#api/graph/client/pages.ts';
import { searchHits } from '#api/graph/client/search.ts';
import { toPathSegment } from '#api/graph/client/pathSegment.ts';

const MAIL_FIELDS = 'id,subject,bodyPreview,receivedDateTime,from,webLink';
/** Codes of Graph for a person without a mailbox: without a licence, or with a mailbox on premises. */
const NO_MAILBOX: ReadonlySet<string> = new Set(['MailboxNotEnabledForRESTAPI', 'MailboxNotSupportedForRESTAPI']);
/** Teams writes notices such as "Ada added Ben" from this address. */
const SYSTEM_SENDER = /^system(@|$)/i;

export interface FoundMessage {
  id: string;
  /** Id of the chat; null for a mail. */
  chatId: string | null;
  subject: string;
  sender: string;
  sentOn: string;
  excerpt: string;
  webUrl: string;
}

/** A message with its body, which is HTML or plain text. */
export interface ChatMessageContent {
  sender: string;
  sentOn: string;
  subject: string;
  body: { type: 'html' | 'text'; content: string };
}

export interface MessageGraph {
  /** Mails with these words, or the latest ones for ''. Throws `no_mailbox`. */
  searchMail(person: Person, words: string, signal?: AbortSignal): Promise<FoundMessage[]>;
  /** Chat messages with these words: the first 20 hits without notices of Teams itself. */
  searchChats(person: Person, words: string): Promise<FoundMessage[]>;
  /** A mail in MIME format. Throws `not_found`, `no_mailbox` or `file_too_large`. */
  getMail(person: Person, id: string, signal?: AbortSignal): Promise<{ subject: string; mime: string }>;
  /** Throws `not_found`. */
  getChatMessage(person: Person, chatId: string, id: string): Promise<ChatMessageContent>;
}

interface Sender {
  emailAddress?: { name?: string | null; address?: string | null } | null;
}

interface GraphMail {
  id?: string;
  subject?: string | null;
  bodyPreview?: string | null;
  receivedDateTime?: string | null;
  from?: Sender | null;
  webLink?: string | null;
}

/** A hit of a search; unlike in a chat, its sender is an address. */
interface ChatHit {
  id?: string;
  chatId?: string | null;
  createdDateTime?: string | null;
  subject?: string | null;
  from?: Sender | null;
  webLink?: string | null;
}

interface GraphChatMessage {
  subject?: string | null;
  createdDateTime?: string | null;
  deletedDateTime?: string | null;
  from?: { user?: { displayName?: string | null } | null; application?: { displayName?: string | null } | null } | null;
  body?: { contentType?: string | null; content?: string | null } | null;
}

export function createMessages(mail: GraphClient, chats: GraphClient): MessageGraph {
  return {
    async searchMail(person, words, signal) {
      return withMailboxError(async () => {
        if (words === '') {
          const path = `/me/messages?$top=${GRAPH_SEARCH_HITS}&$orderby=receivedDateTime desc&$select=${MAIL_FIELDS}`;
          const latest = await listItems<GraphMail>(mail, person, path, { count: GRAPH_SEARCH_HITS, signal });
          return latest.map((message) => toFoundMail(message, message.id ?? '', message.bodyPreview ?? ''));
        }
        const hits = await searchHits<GraphMail>(mail, person, 'message', words, signal);
        return hits.map(({ hitId, resource, excerpt }) =>
          toFoundMail(resource, hitId, excerpt || (resource.bodyPreview ?? '')),
        );
      });
    },

    async searchChats(person, words) {
      if (words === '') return [];
      const hits = await searchHits<ChatHit>(chats, person, 'chatMessage', words);
      return hits.flatMap(({ hitId, excerpt, resource }) => {
        const { name, address } = resource.from?.emailAddress ?? {};
        const sender = name || address || '';
        if (excerpt === '' || sender === '' || SYSTEM_SENDER.test(address ?? '')) return [];
        // Messages of channels need a permission that only an administrator can give.
        if (!resource.chatId) return [];
        return {
          id: resource.id ?? hitId,
          chatId: resource.chatId,
          subject: resource.subject ?? '',
          sender,
          sentOn: resource.createdDateTime ?? '',
          excerpt,
          webUrl: resource.webLink ?? '',
        };
      });
    },

    async getMail(person, id, signal) {
      const path = `/me/messages/${toPathSegment(id)}`;
      return withMailboxError(async () => {
        const { subject } = await mail.get<GraphMail>(person, `${path}?$select=subject`, signal);
        const options = { accept: 'text/plain', maxBytes: MAX_FILE_BYTES, signal };
        const mime = await mail.getText(person, `${path}/$value`, options);
        return { subject: subject ?? '', mime };
      });
    },

    async getChatMessage(person, chatId, id) {
      const path = `/chats/${toPathSegment(chatId)}/messages/${toPathSegment(id)}`;
      const message = await chats.get<GraphChatMessage>(person, path);
      if (message.deletedDateTime) throw new AvaError('not_found');
      return {
        sender: message.from?.user?.displayName ?? message.from?.application?.displayName ?? '',
        sentOn: message.createdDateTime ?? '',
        subject: message.subject ?? '',
        body: {
          type: message.body?.contentType === 'html' ? 'html' : 'text',
          content: message.body?.content ?? '',
        },
      };
    },
  };
}

function toFoundMail(message: GraphMail, id: string, excerpt: string): FoundMessage {
  const { name, address } = message.from?.emailAddress ?? {};
  return {
    id,
    chatId: null,
    subject: message.subject ?? '',
    sender: name || address || '',
    sentOn: message.receivedDateTime ?? '',
    excerpt,
    webUrl: message.webLink ?? '',
  };
}

/** Throws `no_mailbox` if a call failed because the person has no mailbox. */
export async function withMailboxError<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    const isMissing = isAvaError(cause) && getGraphCodes(cause).some((code) => NO_MAILBOX.has(code));
    throw isMissing ? new AvaError('no_mailbox', { cause }) : cause;
  }
}
