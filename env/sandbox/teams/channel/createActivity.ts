import { randomUUID } from 'node:crypto';
import type { Person } from '#sandbox/person.ts';
import { BOT, type Conversation } from './conversations.ts';
import { toAccount, createBotAccount } from './members.ts';

export interface BotEndpoint {
  botId: string;
  serviceUrl: string;
}

/** Creates the fields of every activity of Teams: sender, conversation and recipient. */
export function createEnvelope(
  { botId, serviceUrl }: BotEndpoint,
  conversation: Conversation,
  person: Person,
  threadId?: string,
) {
  return {
    channelId: 'msteams',
    serviceUrl,
    timestamp: new Date().toISOString(),
    localTimezone: 'Europe/London',
    locale: 'en-US',
    from: toAccount(person),
    recipient: createBotAccount(botId),
    conversation: createConversationAccount(conversation, threadId),
    channelData: {
      tenant: { id: conversation.tenantId },
      ...(conversation.kind === 'channel' && {
        team: { id: conversation.id },
        channel: { id: conversation.id, name: conversation.name },
      }),
    },
  };
}

function createConversationAccount(conversation: Conversation, threadId?: string) {
  const id = threadId === undefined ? conversation.id : `${conversation.id};messageid=${threadId}`;
  const group = conversation.kind === 'personal' ? {} : { isGroup: true, name: conversation.name };
  return { id, conversationType: conversation.kind, tenantId: conversation.tenantId, ...group };
}

/** Creates the entities that Teams adds: the sender's client, and a mention of the bot. */
export function createEntities(botId: string, mentionsBot: boolean) {
  const client = { type: 'clientInfo', locale: 'en-US', country: 'GB', platform: 'Web', timezone: 'Europe/London' };
  const mention = { type: 'mention', text: '<at>AVA</at>', mentioned: createBotAccount(botId) };
  return mentionsBot ? [mention, client] : [client];
}

/** Creates an invoke: an activity to which the bot returns its result in the HTTP response. */
export function createInvoke(name: string, value: unknown) {
  return { type: 'invoke', name, id: `f:${randomUUID()}`, value };
}

export function isFromBot({ from }: { from: string }): boolean {
  return from === BOT;
}
