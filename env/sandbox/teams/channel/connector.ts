import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendJson } from '#sandbox/server/httpsServer.ts';
import { BadRequest, readText } from '#sandbox/server/requestBody.ts';
import { Activity } from './activity.ts';
import { verifyBotToken } from './verifyBotToken.ts';
import { getNow, type ChannelContext } from './channelContext.ts';
import { ConnectorError, connectorErrors } from './connectorErrors.ts';
import { findMember, toMember } from './members.ts';
import type { Conversation } from './conversations.ts';
import { remove, send, update } from './botMessages.ts';

type Reply = { status: number; body: unknown };

interface Call {
  context: ChannelContext;
  conversation: Conversation;
  threadId: string | undefined;
  /** Id of the activity or member in the path; empty without one. */
  id: string;
  text: string;
}

type Route = [method: string, path: RegExp, handle: (call: Call) => Reply | Promise<Reply>];

const routes: Route[] = [
  ['POST', /^\/activities(?:\/(?<id>[^/]+))?$/, sendFrom],
  [
    'PUT',
    /^\/activities\/(?<id>[^/]+)$/,
    (call) => update(call.context, call.conversation, call.id, parseActivity(call.text)),
  ],
  ['DELETE', /^\/activities\/(?<id>[^/]+)$/, removeFrom],
  ['GET', /^\/members$/, ({ conversation }) => ({ status: 200, body: conversation.people.map(toMember) })],
  [
    'GET',
    /^\/pagedmembers$/,
    ({ conversation }) => ({ status: 200, body: { members: conversation.people.map(toMember) } }),
  ],
  ['GET', /^\/members\/(?<id>[^/]+)$/, ({ conversation, id }) => ({ status: 200, body: findMember(conversation, id) })],
];

/** Maximum recorded calls, which limits the memory of a sandbox that runs for days. */
const MAX_RECORDED = 5_000;

const NewConversation = z.looseObject({
  isGroup: z.boolean().optional(),
  members: z.array(z.looseObject({ id: z.string() })).default([]),
  activity: Activity.optional(),
  channelData: z.looseObject({ channel: z.looseObject({ id: z.string() }).optional() }).optional(),
});

/**
 * The Bot Framework connector of Teams below `/v3`: sends, updates and deletes messages of the bot, and lists members.
 * Every call except GET is recorded with its reply.
 */
export async function handleConnectorCall(
  context: ChannelContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readText(request);
  const method = request.method ?? 'GET';
  const [, image] = /^\/attachments\/([^/]+)\/views\/original$/.exec(path) ?? [];
  if (method === 'GET' && image !== undefined) return sendImage(context, image, request, response);
  const reply = await handleCall(context, method, path, request.headers.authorization, text).catch(toErrorReply);
  if (method !== 'GET') record(context, method, path, text, reply);
  if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
  sendJson(response, reply.status, reply.body);
}

async function sendImage(context: ChannelContext, id: string, request: IncomingMessage, response: ServerResponse) {
  try {
    await verifyBotToken(context.tokens, context.bot.botId, request.headers.authorization);
    context.files.send(response, id);
  } catch (error) {
    const { status, body } = toErrorReply(error);
    sendJson(response, status, body);
  }
}

async function handleCall(
  context: ChannelContext,
  method: string,
  path: string,
  token: string | undefined,
  text: string,
) {
  const { tokens, bot, faults } = context;
  await verifyBotToken(tokens, bot.botId, token);
  const run = () => Promise.resolve(routeCall(context, method, path, text));
  const reply: Reply = method === 'GET' ? await run() : await faults.runNext(run);
  return { ...reply, retryAfter: undefined };
}

function routeCall(context: ChannelContext, method: string, path: string, text: string): Reply | Promise<Reply> {
  if (method === 'POST' && path === '/conversations') return openConversation(context, text);
  const [, encodedId = '', rest = ''] = /^\/conversations\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const id = decodeURIComponent(encodedId);
  const conversation = context.conversations.find(id);
  if (!conversation) throw connectorErrors.notFound(`The conversation ${id}`);
  const threadId = /;messageid=(\d+)$/.exec(id)?.[1];
  for (const [routeMethod, pattern, handle] of routes) {
    const match = routeMethod === method ? pattern.exec(rest) : null;
    if (match)
      return handle({ context, conversation, threadId, id: decodeURIComponent(match.groups?.['id'] ?? ''), text });
  }
  throw new ConnectorError(404, 'NotFound', `The sandbox's connector has no ${method} ${path}.`);
}

function sendFrom({ context, conversation, threadId, id, text }: Call): Reply {
  const activity = parseActivity(text);
  return send(context, conversation, id === '' ? activity : { ...activity, replyToId: id }, threadId);
}

function removeFrom({ context, conversation, id }: Call): Reply {
  remove(context, conversation, id);
  return { status: 200, body: {} };
}

/** Finds a personal chat or starts a thread in a channel, so that a bot can send a proactive message. */
function openConversation(context: ChannelContext, text: string): Reply {
  const { members, activity, channelData } = parse(NewConversation, text);
  const channel = channelData?.channel && context.conversations.find(channelData.channel.id);
  if (channel && activity) {
    const { body } = send(context, channel, activity);
    return { status: 201, body: { id: `${channel.id};messageid=${body.id}`, activityId: body.id } };
  }
  const conversation = context.conversations.findPersonalChat(members[0]?.id ?? '');
  if (!conversation) {
    throw connectorErrors.badRequest('A new conversation needs one member, or a channel and a first activity.');
  }
  const { body } = activity ? send(context, conversation, activity) : { body: { id: undefined } };
  return { status: 201, body: { id: conversation.id, activityId: body.id } };
}

function parseActivity(text: string): Activity {
  return parse(Activity, text);
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw Object.assign(connectorErrors.badRequest('The body does not match this call.'), { cause });
  }
}

function toErrorReply(error: unknown): Reply & { retryAfter: number | undefined } {
  if (error instanceof BadRequest)
    return { status: 400, body: { error: { code: 'BadSyntax' } }, retryAfter: undefined };
  if (!(error instanceof ConnectorError)) throw error;
  return { status: error.status, body: error.body(), retryAfter: error.retryAfter };
}

function record(context: ChannelContext, method: string, path: string, text: string, { status, body }: Reply): void {
  const [, encodedId = '', pathId = ''] = /^\/conversations\/([^/]+)\/activities\/?(.*)$/.exec(path) ?? [];
  const replyId = (body as { id?: unknown } | undefined)?.id;
  // The id in the path of a POST is that of the message that is replied to, not of the new one.
  const activityId = method === 'POST' ? '' : pathId;
  if (context.sent.length >= MAX_RECORDED) context.sent.shift();
  context.sent.push({
    at: getNow(context),
    method,
    path,
    conversation: decodeURIComponent(encodedId).split(';')[0] ?? '',
    activity: parseJson(text),
    status,
    id: typeof replyId === 'string' ? replyId : activityId,
  });
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // A body that is not JSON is recorded as text.
    return text;
  }
}
