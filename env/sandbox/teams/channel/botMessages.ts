import { getAiEntity } from './aiEntity.ts';
import { getSignInCard, getStreamInfo, type Activity } from './activity.ts';
import { getNow, publishMessage, type ChannelContext } from './channelContext.ts';
import { connectorErrors } from './connectorErrors.ts';
import { isFromBot } from './createActivity.ts';
import { BOT, type Message, type Conversation } from './conversations.ts';
import { offerSignIn } from './signInCard.ts';
import { getStreamStep, type Stream } from './streamRules.ts';

/** The connector's reply: 201 with the id of the message or new stream; 202 for stream updates and typing. */
export type SendReply = { status: 201; body: { id: string } } | { status: 202; body: Record<string, never> };

const MAX_BYTES = 100 * 1_024;

/** Sends an activity of the bot. Throws ConnectorError if it violates Teams' rules (size, membership, streams, citations). */
export function send(
  context: ChannelContext,
  conversation: Conversation,
  activity: Activity,
  threadId?: string,
): SendReply {
  checkActivity(conversation, activity);
  const now = getNow(context);
  const step = getStreamStep(activity, conversation.streams, conversation.kind === 'personal', now);
  if (step.kind === 'drop') return { status: 202, body: {} };
  if (step.kind === 'start') return startStream(context, conversation, activity, now);
  if (step.kind === 'continue') return continueStream(context, conversation, activity, step.stream, now);
  if (step.kind === 'finish') return finishStream(context, conversation, activity, step.stream);
  if (activity.type === 'typing') return showTyping(context, conversation);
  if (activity.type !== 'message')
    throw connectorErrors.badRequest(`Teams does not accept activities of the type ${activity.type}.`);
  const message = createBotMessage(context, activity, threadId);
  publishMessage(context, conversation, message);
  if (getSignInCard(activity)) offerSignIn(context, conversation, message);
  return { status: 201, body: { id: message.id } };
}

/** Updates a message of the bot. Throws ConnectorError 404 if there is none. */
export function update(context: ChannelContext, conversation: Conversation, id: string, activity: Activity): SendReply {
  checkActivity(conversation, activity);
  const message = findBotMessage(conversation, id);
  publishMessage(
    context,
    conversation,
    Object.assign(message, { activity, edited: message.state === 'sent', state: 'sent', cards: {} }),
  );
  return { status: 201, body: { id } };
}

export function remove(context: ChannelContext, conversation: Conversation, id: string): void {
  publishMessage(context, conversation, Object.assign(findBotMessage(conversation, id), { state: 'deleted' }));
}

function checkActivity(conversation: Conversation, activity: Activity): void {
  if (Buffer.byteLength(JSON.stringify(activity), 'utf16le') > MAX_BYTES) throw connectorErrors.tooLarge();
  if (!conversation.hasBot) throw connectorErrors.notInRoster();
  getAiEntity(activity);
}

function startStream(context: ChannelContext, conversation: Conversation, activity: Activity, now: number): SendReply {
  const message = createBotMessage(context, activity);
  const stream: Stream = { id: message.id, state: 'running', startedAt: now, lastAt: now, lastSequence: 1, text: '' };
  conversation.streams.set(message.id, stream);
  publishStream(context, conversation, message, activity, stream);
  return { status: 201, body: { id: message.id } };
}

function continueStream(
  context: ChannelContext,
  conversation: Conversation,
  activity: Activity,
  stream: Stream,
  now: number,
): SendReply {
  Object.assign(stream, { lastAt: now, lastSequence: Number(getStreamInfo(activity)?.['streamSequence']) });
  publishStream(context, conversation, findBotMessage(conversation, stream.id), activity, stream);
  return { status: 202, body: {} };
}

function publishStream(
  context: ChannelContext,
  conversation: Conversation,
  message: Message,
  activity: Activity,
  stream: Stream,
): void {
  const isInformative = getStreamInfo(activity)?.['streamType'] === 'informative';
  if (!isInformative) stream.text = activity.text ?? '';
  publishMessage(
    context,
    conversation,
    Object.assign(message, { activity, state: isInformative ? 'informative' : 'streaming' }),
  );
}

function finishStream(
  context: ChannelContext,
  conversation: Conversation,
  activity: Activity,
  stream: Stream,
): SendReply {
  stream.state = 'finished';
  publishMessage(
    context,
    conversation,
    Object.assign(findBotMessage(conversation, stream.id), { activity, state: 'sent' }),
  );
  return { status: 202, body: {} };
}

function showTyping({ feed }: ChannelContext, conversation: Conversation): SendReply {
  feed.typing(conversation);
  return { status: 202, body: {} };
}

function createBotMessage(context: ChannelContext, activity: Activity, threadId?: string): Message {
  const now = getNow(context);
  const thread = threadId === undefined ? {} : { threadId };
  const at = new Date(now).toISOString();
  return {
    id: createMessageId(now),
    ...thread,
    from: BOT,
    at,
    activity,
    state: 'sent',
    edited: false,
    cards: {},
    signedIn: [],
  };
}

function findBotMessage(conversation: Conversation, id: string): Message {
  const message = conversation.messages.find(
    (candidate) => candidate.id === id && isFromBot(candidate) && candidate.state !== 'deleted',
  );
  if (!message) throw connectorErrors.notFound(`The activity ${id}`);
  return message;
}

let latestId = 0;

/** As in Teams, an id is a time in milliseconds. It is increased if it is not later than the latest id. */
export function createMessageId(now: number): string {
  latestId = Math.max(latestId + 1, now);
  return String(latestId);
}
