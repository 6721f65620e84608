import { randomUUID } from 'node:crypto';
import type { Person } from '#sandbox/person.ts';
import { BadRequest } from '#sandbox/server/requestBody.ts';
import { Activity, type Attachment } from './activity.ts';
import { getNow, publishMessage, sendToBot, type ChannelContext } from './channelContext.ts';
import { createEntities, createEnvelope, createInvoke } from './createActivity.ts';
import type { Delivery } from './activitySender.ts';
import { createMessageId } from './botMessages.ts';
import type { Message, Conversation } from './conversations.ts';

/** The actions of people in Teams, and the activities that Teams sends to the bot for them. */

export interface NewMessage {
  text: string;
  attachments?: Attachment[];
  /** Whether the message mentions the bot; by default, whether its text has `@AVA`. */
  mentionBot?: boolean;
  threadId?: string | undefined;
  /** The formatted text, such as one with a quoted message; by default, the text. */
  html?: string | undefined;
  /** Whether Teams says that the message with this `activityId` was edited or deleted. */
  change?: 'edited' | 'deleted' | undefined;
  /** The data of the card button that sends this message. */
  value?: unknown;
  replyToId?: string | undefined;
  /** Number of further deliveries of the same activity. */
  redeliver?: number;
  activityId?: string | undefined;
}

export interface SendResult {
  id: string;
  deliveries: Delivery[];
}

/**
 * Activities that report a changed message:
 * https://learn.microsoft.com/microsoftteams/platform/bots/how-to/conversations/conversation-messages
 */
const CHANGES = {
  edited: { type: 'messageUpdate', eventType: 'editMessage' },
  deleted: { type: 'messageDelete', eventType: 'softDeleteMessage' },
} as const;

/** Sends a message of a person. The bot gets it in a personal chat, if it mentions the bot, or if it has card data. */
export async function sendMessage(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  message: NewMessage,
): Promise<SendResult> {
  const isPersonal = conversation.kind === 'personal';
  const mentionsBot = !isPersonal && (message.mentionBot ?? message.text.includes('@AVA'));
  const id = message.activityId ?? createMessageId(getNow(context));
  const threadId = conversation.kind === 'channel' ? (message.threadId ?? id) : undefined;
  const html = { contentType: 'text/html', content: message.html ?? `<p>${escapeHtml(message.text)}</p>` };
  const envelope = createEnvelope(context.bot, conversation, person, threadId);
  const change = message.change && CHANGES[message.change];
  const activity = Activity.parse({
    ...envelope,
    type: change?.type ?? 'message',
    ...(change && { channelData: { ...envelope.channelData, eventType: change.eventType } }),
    id,
    text: mentionsBot ? addMention(message.text) : message.text,
    textFormat: 'plain',
    attachments: [...(message.attachments ?? []), html],
    entities: createEntities(context.bot.botId, mentionsBot),
    ...(message.value !== undefined && { value: message.value }),
    ...(message.replyToId !== undefined && { replyToId: message.replyToId }),
  });
  if (message.text !== '' && !change) {
    publishMessage(context, conversation, createPersonMessage(context, person, activity, message.threadId));
  }
  const isForBot = conversation.hasBot && (isPersonal || mentionsBot || message.value !== undefined);
  const times = isForBot ? 1 + (message.redeliver ?? 0) : 0;
  return { id, deliveries: await Promise.all(Array.from({ length: times }, () => sendToBot(context, activity))) };
}

export interface CardAction {
  type: string;
  verb?: string | undefined;
  data?: unknown;
}

/** Presses a button of a card. Action.Execute sends an invoke, whose reply can replace the card; other actions send a message. */
export async function runCardAction(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  message: Message,
  action: CardAction,
): Promise<Delivery> {
  if (action.type !== 'Action.Execute') return submitCard(context, conversation, person, message, action.data);
  const value = { action: { ...action, id: randomUUID() }, trigger: 'manual' };
  const delivery = await sendInvoke(context, conversation, person, message, 'adaptiveCard/action', value);
  const reply = delivery.body as { type?: string; value?: unknown } | null;
  if (delivery.status === 200 && reply?.type === 'application/vnd.microsoft.card.adaptive') {
    message.cards[person.key] = reply.value;
    publishMessage(context, conversation, message);
  }
  return delivery;
}

async function submitCard(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  message: Message,
  data: unknown,
): Promise<Delivery> {
  const { msteams, ...ownData } = (data ?? {}) as { msteams?: Record<string, unknown> };
  const isImBack = msteams?.['type'] === 'imBack';
  const text = isImBack ? String(msteams['value'] ?? '') : String(msteams?.['text'] ?? '');
  const value = isImBack ? undefined : (msteams?.['value'] ?? ownData);
  const target = { threadId: message.threadId, replyToId: message.id };
  const reply = { text, value, mentionBot: true, ...target };
  const { deliveries } = await sendMessage(context, conversation, person, reply);
  return deliveries[0] ?? { status: 0, body: null, ms: 0 };
}

export interface Feedback {
  reaction: 'like' | 'dislike';
  /** The comment; '' if the person wrote none. */
  text: string;
}

export function submitFeedback(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  message: Message,
  { reaction, text }: Feedback,
): Promise<Delivery> {
  const feedback = JSON.stringify({ feedbackText: text });
  const value = { actionName: 'feedback', actionValue: { reaction, feedback } };
  return sendInvoke(context, conversation, person, message, 'message/submitAction', value);
}

/** Presses Stop. The bot learns of it when Teams rejects its next update. */
export function stopStreams(context: ChannelContext, conversation: Conversation): void {
  for (const stream of conversation.streams.values()) {
    if (stream.state !== 'running') continue;
    stream.state = 'stopped';
    const message = conversation.messages.find(({ id }) => id === stream.id);
    if (message) publishMessage(context, conversation, Object.assign(message, { state: 'stopped' }));
  }
}

/** Adds the bot to a conversation, or removes it. Teams reports both as an installation and as a change of members. */
export async function setInstalled(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  isInstalled: boolean,
): Promise<Delivery> {
  conversation.hasBot = isInstalled;
  const envelope = createEnvelope(context.bot, conversation, person);
  const members = { [isInstalled ? 'membersAdded' : 'membersRemoved']: [envelope.recipient] };
  await sendToBot(context, { ...envelope, type: 'conversationUpdate', id: `f:${randomUUID()}`, ...members });
  const action = isInstalled ? 'add' : 'remove';
  return sendToBot(context, { ...envelope, type: 'installationUpdate', id: `f:${randomUUID()}`, action });
}

/** Installs the bot for a person who opens its chat for the first time, as Teams does. */
export async function installOnce(context: ChannelContext, person: Person): Promise<void> {
  if (context.installedFor.has(person.key)) return;
  context.installedFor.add(person.key);
  const conversation = context.conversations.getPersonalChat(person);
  if (conversation.messages.length > 0 || !conversation.hasBot) return;
  const { status } = await setInstalled(context, conversation, person, true);
  if (status !== 200) context.installedFor.delete(person.key);
}

function sendInvoke(
  context: ChannelContext,
  conversation: Conversation,
  person: Person,
  message: Message,
  name: string,
  value: unknown,
): Promise<Delivery> {
  const threadId = conversation.kind === 'channel' ? message.threadId : undefined;
  const envelope = createEnvelope(context.bot, conversation, person, threadId);
  return sendToBot(context, { ...envelope, ...createInvoke(name, value), replyToId: message.id });
}

function createPersonMessage(context: ChannelContext, person: Person, activity: Activity, threadId?: string): Message {
  if (activity.id === undefined) throw new BadRequest('A message needs an id.');
  const thread = threadId === undefined ? {} : { threadId };
  const at = new Date(getNow(context)).toISOString();
  const rest = { state: 'sent' as const, edited: false, cards: {}, signedIn: [] };
  return { id: activity.id, ...thread, from: person.key, at, activity, ...rest };
}

function addMention(text: string): string {
  return text.includes('@AVA') ? text.replaceAll('@AVA', '<at>AVA</at>') : `<at>AVA</at> ${text}`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
