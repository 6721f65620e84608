import { aiEntityOf } from './aiRules.ts';
import { signInAskedBy, streamInfoOf, type Activity } from './activity.ts';
import { nowOf, post, type Office } from './office.ts';
import { refuse } from './refusal.ts';
import { BOT, type Message, type Room } from './rooms.ts';
import { offerSignIn } from './signIn.ts';
import { streamStep, type Stream } from './streamRules.ts';

/** The connector's answer to a send. Only what begins something has an id; updates of a stream have none. */
export type SendReply = { status: 201; body: { id: string } } | { status: 202; body: Record<string, never> };

const LARGEST_BYTES = 100 * 1_024;

/** The bot says something. Throws ConnectorRefusal by Teams' rules of size, membership, streaming, label and citations. */
export function send(office: Office, room: Room, activity: Activity, threadId?: string): SendReply {
  refuseBad(room, activity);
  const now = nowOf(office);
  const step = streamStep(activity, room.streams, room.kind === 'personal', now);
  if (step.kind === 'drop') return { status: 202, body: {} };
  if (step.kind === 'start') return begin(office, room, activity, now);
  if (step.kind === 'continue') return proceed(office, room, activity, step.stream, now);
  if (step.kind === 'finish') return finish(office, room, activity, step.stream);
  if (activity.type === 'typing') return showTyping(office, room);
  if (activity.type !== 'message') throw refuse.badRequest(`Teams takes no activity of the type ${activity.type}.`);
  const message = newMessage(office, activity, threadId);
  post(office, room, message);
  if (signInAskedBy(activity)) offerSignIn(office, room, message);
  return { status: 201, body: { id: message.id } };
}

/** Puts another content in the place of one the bot sent. Throws ConnectorRefusal 404 when there is none. */
export function update(office: Office, room: Room, id: string, activity: Activity): SendReply {
  refuseBad(room, activity);
  const message = sentByBot(room, id);
  post(office, room, Object.assign(message, { activity, edited: message.state === 'sent', state: 'sent', cards: {} }));
  return { status: 201, body: { id } };
}

export function remove(office: Office, room: Room, id: string): void {
  post(office, room, Object.assign(sentByBot(room, id), { state: 'deleted' }));
}

function refuseBad(room: Room, activity: Activity): void {
  if (Buffer.byteLength(JSON.stringify(activity), 'utf16le') > LARGEST_BYTES) throw refuse.tooLarge();
  if (!room.hasBot) throw refuse.notInRoster();
  aiEntityOf(activity);
}

function begin(office: Office, room: Room, activity: Activity, now: number): SendReply {
  const message = newMessage(office, activity);
  const stream: Stream = { id: message.id, state: 'running', startedAt: now, lastAt: now, lastSequence: 1, text: '' };
  room.streams.set(message.id, stream);
  show(office, room, message, activity, stream);
  return { status: 201, body: { id: message.id } };
}

function proceed(office: Office, room: Room, activity: Activity, stream: Stream, now: number): SendReply {
  Object.assign(stream, { lastAt: now, lastSequence: Number(streamInfoOf(activity)?.['streamSequence']) });
  show(office, room, sentByBot(room, stream.id), activity, stream);
  return { status: 202, body: {} };
}

function show(office: Office, room: Room, message: Message, activity: Activity, stream: Stream): void {
  const informative = streamInfoOf(activity)?.['streamType'] === 'informative';
  if (!informative) stream.text = activity.text ?? '';
  post(office, room, Object.assign(message, { activity, state: informative ? 'informative' : 'streaming' }));
}

function finish(office: Office, room: Room, activity: Activity, stream: Stream): SendReply {
  stream.state = 'finished';
  post(office, room, Object.assign(sentByBot(room, stream.id), { activity, state: 'sent' }));
  return { status: 202, body: {} };
}

function showTyping({ feed }: Office, room: Room): SendReply {
  feed.typing(room);
  return { status: 202, body: {} };
}

function newMessage(office: Office, activity: Activity, threadId?: string): Message {
  const now = nowOf(office);
  const thread = threadId === undefined ? {} : { threadId };
  const at = new Date(now).toISOString();
  return { id: nextId(now), ...thread, from: BOT, at, activity, state: 'sent', edited: false, cards: {}, signedIn: [] };
}

function sentByBot(room: Room, id: string): Message {
  const message = room.messages.find((each) => each.id === id && each.from === BOT && each.state !== 'deleted');
  if (!message) throw refuse.notFound(`The activity ${id}`);
  return message;
}

let latest = 0;

/** Message ids of Teams are times in milliseconds; two of one millisecond must differ. */
export function nextId(now: number): string {
  latest = Math.max(latest + 1, now);
  return String(latest);
}
