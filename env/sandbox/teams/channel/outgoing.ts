import { randomUUID } from 'node:crypto';
import type { Person } from '../../people.ts';
import { BOT, type Room } from './rooms.ts';
import { accountOf, botAccount } from './roster.ts';

export interface Envelope {
  botId: string;
  serviceUrl: string;
}

/** What every activity of Teams carries: who says it, where, to which bot. */
export function envelope({ botId, serviceUrl }: Envelope, room: Room, person: Person, threadId?: string) {
  return {
    channelId: 'msteams',
    serviceUrl,
    timestamp: new Date().toISOString(),
    localTimezone: 'Europe/London',
    locale: 'en-US',
    from: accountOf(person),
    recipient: botAccount(botId),
    conversation: conversationOf(room, threadId),
    channelData: {
      tenant: { id: room.tenantId },
      ...(room.kind === 'channel' && { team: { id: room.id }, channel: { id: room.id, name: room.name } }),
    },
  };
}

function conversationOf(room: Room, threadId?: string) {
  const id = threadId === undefined ? room.id : `${room.id};messageid=${threadId}`;
  const group = room.kind === 'personal' ? {} : { isGroup: true, name: room.name };
  return { id, conversationType: room.kind, tenantId: room.tenantId, ...group };
}

/** The entities Teams adds by itself: the client of the sender, and the mention when the bot is named. */
export function entitiesOf(botId: string, mentionsBot: boolean) {
  const client = { type: 'clientInfo', locale: 'en-US', country: 'GB', platform: 'Web', timezone: 'Europe/London' };
  const mention = { type: 'mention', text: '<at>AVA</at>', mentioned: botAccount(botId) };
  return mentionsBot ? [mention, client] : [client];
}

/** An invoke of Teams: something the bot answers at once, in the reply itself. */
export function invoke(name: string, value: unknown) {
  return { type: 'invoke', name, id: `f:${randomUUID()}`, value };
}

/** Whether a message was sent by the bot. */
export function isOfBot({ from }: { from: string }): boolean {
  return from === BOT;
}
