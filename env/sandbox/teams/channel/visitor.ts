import { randomUUID } from 'node:crypto';
import type { Person } from '../../people.ts';
import { BadRequest } from '../../server/requestBody.ts';
import { Activity, type Attachment } from './activity.ts';
import { nowOf, post, tellBot, type Office } from './office.ts';
import { entitiesOf, envelope, invoke } from './outgoing.ts';
import type { Delivery } from './postman.ts';
import { nextId } from './sends.ts';
import type { Message, Room } from './rooms.ts';

/** What a person can do in a conversation with the bot, each brought to the bot as Teams brings it. */

export interface Words {
  text: string;
  attachments?: Attachment[];
  /** In a group the bot hears only what names it. */
  mentionBot?: boolean;
  threadId?: string | undefined;
  /** What a button of a card sends along. */
  value?: unknown;
  replyToId?: string | undefined;
  /** How often Teams delivers the same activity again. */
  redeliver?: number;
  activityId?: string | undefined;
}

/** Says something; the bot hears of it in its personal chat, or when it is mentioned. */
export async function say(office: Office, room: Room, person: Person, words: Words): Promise<Said> {
  const mentionBot = room.kind !== 'personal' && (words.mentionBot ?? words.text.includes('@AVA'));
  const id = words.activityId ?? nextId(nowOf(office));
  const activity = Activity.parse({
    ...envelope(office.envelope, room, person, room.kind === 'channel' ? (words.threadId ?? id) : undefined),
    type: 'message',
    id,
    text: mentionBot ? marked(words.text) : words.text,
    textFormat: 'plain',
    attachments: [...(words.attachments ?? []), { contentType: 'text/html', content: `<p>${htmlOf(words.text)}</p>` }],
    entities: entitiesOf(office.envelope.botId, mentionBot),
    ...(words.value !== undefined && { value: words.value }),
    ...(words.replyToId !== undefined && { replyToId: words.replyToId }),
  });
  if (words.text !== '') post(office, room, messageOf(office, person, activity, words));
  const heard = room.hasBot && (room.kind === 'personal' || mentionBot || words.value !== undefined);
  const times = heard ? 1 + (words.redeliver ?? 0) : 0;
  return { id, deliveries: await Promise.all(Array.from({ length: times }, () => tellBot(office, activity))) };
}

export interface Said {
  id: string;
  deliveries: Delivery[];
}

export interface CardAction {
  type: string;
  verb?: string | undefined;
  data?: unknown;
}

/** Presses a button of a card: Action.Execute asks the bot for an answer in place, Action.Submit is a message without words. */
export async function act(office: Office, room: Room, person: Person, message: Message, action: CardAction) {
  if (action.type !== 'Action.Execute') return submit(office, room, person, message, action.data);
  const value = { action: { ...action, id: randomUUID() }, trigger: 'manual' };
  const delivery = await ask(office, room, person, message, 'adaptiveCard/action', value);
  const answer = delivery.body as { type?: string; value?: unknown } | null;
  if (delivery.status === 200 && answer?.type === 'application/vnd.microsoft.card.adaptive') {
    message.cards[person.key] = answer.value;
    post(office, room, message);
  }
  return delivery;
}

async function submit(office: Office, room: Room, person: Person, message: Message, data: unknown): Promise<Delivery> {
  const { msteams, ...value } = (data ?? {}) as { msteams?: Record<string, unknown> };
  const words = msteams?.['type'] === 'imBack' ? String(msteams['value'] ?? '') : String(msteams?.['text'] ?? '');
  const carried = msteams?.['type'] === 'imBack' ? undefined : (msteams?.['value'] ?? value);
  const place = { threadId: message.threadId, replyToId: message.id };
  const { deliveries } = await say(office, room, person, { text: words, value: carried, mentionBot: true, ...place });
  return deliveries[0] ?? { status: 0, body: null, ms: 0 };
}

/** Thumbs up or down, with words that may be empty. */
export function react(office: Office, room: Room, person: Person, message: Message, thumb: Thumb): Promise<Delivery> {
  const feedback = JSON.stringify({ feedbackText: thumb.text });
  const value = { actionName: 'feedback', actionValue: { reaction: thumb.reaction, feedback } };
  return ask(office, room, person, message, 'message/submitAction', value);
}

export interface Thumb {
  reaction: 'like' | 'dislike';
  text: string;
}

/** Presses Stop: the bot learns of it by its next update, which Teams refuses. */
export function stop(office: Office, room: Room): void {
  for (const stream of room.streams.values()) {
    if (stream.state !== 'running') continue;
    stream.state = 'stopped';
    const message = room.messages.find(({ id }) => id === stream.id);
    if (message) post(office, room, Object.assign(message, { state: 'stopped' }));
  }
}

/** The bot is added to a conversation, or removed from it. */
export function install(office: Office, room: Room, person: Person, there: boolean): Promise<Delivery> {
  room.hasBot = there;
  const what = { type: 'installationUpdate', id: `f:${randomUUID()}`, action: there ? 'add' : 'remove' };
  return tellBot(office, { ...envelope(office.envelope, room, person), ...what });
}

function ask(office: Office, room: Room, person: Person, message: Message, name: string, value: unknown) {
  const from = envelope(office.envelope, room, person, room.kind === 'channel' ? message.threadId : undefined);
  return tellBot(office, { ...from, ...invoke(name, value), replyToId: message.id });
}

function messageOf(office: Office, person: Person, activity: Activity, { threadId }: Words): Message {
  if (activity.id === undefined) throw new BadRequest('A message needs an id.');
  const thread = threadId === undefined ? {} : { threadId };
  const at = new Date(nowOf(office)).toISOString();
  const rest = { state: 'sent' as const, edited: false, cards: {}, signedIn: [] };
  return { id: activity.id, ...thread, from: person.key, at, activity, ...rest };
}

function marked(text: string): string {
  return text.includes('@AVA') ? text.replaceAll('@AVA', '<at>AVA</at>') : `<at>AVA</at> ${text}`;
}

function htmlOf(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
