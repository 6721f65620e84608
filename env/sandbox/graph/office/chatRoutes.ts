import type { ChatMessage, Recipient, SearchHit } from '@microsoft/microsoft-graph-types';
import { getPerson } from '#sandbox/people.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import { getCallingPerson, ok, type Caller, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { matchesWordStarts } from '#sandbox/graph/odataFilter.ts';
import { minutesAgo, toRecipient } from './officeState.ts';

/** A message of a chat. `from` is a key in people.ts; `system` is Teams itself. */
type SampleChatMessage = { key: string; from: string; html: string; sentMinutesAgo: number };

type SampleChat = { key: string; members: string[]; messages: SampleChatMessage[] };

const HOUR = 60;

const DAY = 24 * HOUR;

const sampleChats: SampleChat[] = [
  {
    key: 'exhibition',
    members: ['ada', 'ben', 'greta'],
    messages: [
      { key: 'added', from: 'system', html: 'Greta added Ben to the exhibition chat.', sentMinutesAgo: 4 * DAY },
      {
        key: 'crates',
        from: 'greta',
        html: '<p>The crates for the harbour exhibition leave on <strong>Monday at 7:15</strong>.</p><p>Gate 4, please.</p>',
        sentMinutesAgo: 2 * DAY,
      },
      { key: 'banner', from: 'ben', html: '<p>The exhibition banner is 6 meters long.</p>', sentMinutesAgo: DAY },
      // A message without words, which consists only of a picture.
      {
        key: 'picture',
        from: 'ben',
        html: '<img alt="exhibition" src="https://graph.microsoft.com/x">',
        sentMinutesAgo: HOUR,
      },
    ],
  },
  {
    key: 'kitchen',
    members: ['ben', 'mika'],
    messages: [
      { key: 'kettle', from: 'mika', html: '<p>The kettle of the exhibition hall is new.</p>', sentMinutesAgo: HOUR },
    ],
  },
];

/**
 * A message as the search returns it: `from` is an e-mail address, and the link to the message is in `webLink`.
 * Microsoft's types describe only a message as its chat returns it.
 */
type ChatMessageHit = Omit<ChatMessage, 'from'> & {
  '@odata.type': string;
  from: Recipient;
  webLink: string;
};

const SYSTEM: Recipient = { emailAddress: { name: 'System', address: 'system@teams.example' } };

export function chatRoutes(): GraphRoute[] {
  return [
    {
      method: 'GET',
      pattern: '/chats/{chatId}/messages/{id}',
      scopes: ['Chat.Read', 'Chat.ReadWrite'],
      handle: ({ params }, caller) => {
        const chat = listChats(caller).find((candidate) => toChatId(candidate) === params['chatId']);
        const message = chat?.messages.find((candidate) => toMessageId(candidate) === params['id']);
        if (!chat || !message) throw graphErrors.chatMessageNotFound();
        return ok(toChatMessage(chat, message));
      },
    },
  ];
}

export function searchChatMessages(words: string, caller: Caller): SearchHit[] {
  const messages = listChats(caller).flatMap((chat) => chat.messages.map((message) => ({ chat, message })));
  return messages
    .filter(({ message }) => matchesWordStarts(message.html.replace(/<\/?(?:p|strong)>/g, ' '), words))
    .map(({ chat, message }): SearchHit => {
      const { from: _, body: __, ...facts } = toChatMessage(chat, message);
      const sender = message.from === 'system' ? SYSTEM : toRecipient(message.from);
      const resource: ChatMessageHit = {
        '@odata.type': '#microsoft.graph.chatMessage',
        ...facts,
        from: sender,
        webLink: `https://teams.microsoft.com/l/message/${toChatId(chat)}/${toMessageId(message)}`,
      };
      const text = message.html
        .replaceAll('</p>', ' ')
        .replace(/<[^<>]*>/g, '')
        .trim();
      return {
        hitId: toMessageId(message),
        summary: text.replace(words, `<c0>${words}</c0>`),
        resource: resource as object,
      };
    });
}

function listChats(caller: Caller): SampleChat[] {
  const { key } = getCallingPerson(caller);
  return sampleChats.filter(({ members }) => members.includes(key));
}

function toChatId({ key }: SampleChat): string {
  return `19:${key}@thread.v2`;
}

/** An id like that of Teams: the time in milliseconds. The key makes it constant. */
function toMessageId({ key }: SampleChatMessage): string {
  return `17${BigInt(`0x${Buffer.from(key.padEnd(6, '.')).toString('hex').slice(0, 12)}`)
    .toString()
    .slice(0, 11)}`;
}

function toChatMessage(chat: SampleChat, message: SampleChatMessage): ChatMessage {
  const id = toMessageId(message);
  const chatId = toChatId(chat);
  const sentAt = minutesAgo(message.sentMinutesAgo).toISOString();
  const person = message.from === 'system' ? null : getPerson(message.from);
  return {
    id,
    chatId,
    messageType: person ? 'message' : 'systemEventMessage',
    createdDateTime: sentAt,
    lastModifiedDateTime: sentAt,
    deletedDateTime: null,
    subject: null,
    importance: 'normal',
    webUrl: null,
    from: person ? { user: { id: person.oid, displayName: person.displayName } } : null,
    body: { contentType: 'html', content: message.html },
  };
}
