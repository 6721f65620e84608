import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendJson } from '../../server/httpsServer.ts';
import { BadRequest, readText } from '../../server/requestBody.ts';
import { Activity } from './activity.ts';
import { checkBotToken } from './botToken.ts';
import { nowOf, type Office } from './office.ts';
import { ConnectorRefusal, refuse } from './refusal.ts';
import { memberNamed, memberOf } from './roster.ts';
import type { Room } from './rooms.ts';
import { remove, send, update } from './sends.ts';

type Reply = { status: number; body: unknown };

interface Call {
  office: Office;
  room: Room;
  threadId: string | undefined;
  /** What stands behind the conversation in the path: an activity or a member. */
  id: string;
  text: string;
}

type Route = [method: string, path: RegExp, answer: (call: Call) => Reply | Promise<Reply>];

const routes: Route[] = [
  ['POST', /^\/activities(?:\/(?<id>[^/]+))?$/, sendFrom],
  ['PUT', /^\/activities\/(?<id>[^/]+)$/, (call) => update(call.office, call.room, call.id, activityIn(call.text))],
  ['DELETE', /^\/activities\/(?<id>[^/]+)$/, removeFrom],
  ['GET', /^\/members$/, ({ room }) => ({ status: 200, body: room.people.map(memberOf) })],
  ['GET', /^\/pagedmembers$/, ({ room }) => ({ status: 200, body: { members: room.people.map(memberOf) } })],
  ['GET', /^\/members\/(?<id>[^/]+)$/, ({ room, id }) => ({ status: 200, body: memberNamed(room, id) })],
];

/** A sandbox may run for days; a test looks at far less. */
const MOST_RECORDED = 5_000;

const NewConversation = z.looseObject({
  isGroup: z.boolean().optional(),
  members: z.array(z.looseObject({ id: z.string() })).default([]),
  activity: Activity.optional(),
  channelData: z.looseObject({ channel: z.looseObject({ id: z.string() }).optional() }).optional(),
});

/**
 * The Bot Framework connector as Teams speaks it, below `/v3`: what the bot says, changes and takes back, and who is there.
 * Everything the bot asks is kept in the office's record, with the answer it got.
 */
export async function answerConnector(
  office: Office,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const text = await readText(request);
  const method = request.method ?? 'GET';
  const [, image] = /^\/attachments\/([^/]+)\/views\/original$/.exec(path) ?? [];
  if (method === 'GET' && image !== undefined) return giveImage(office, image, request, response);
  const reply = await answer(office, method, path, request.headers.authorization, text).catch(replyOf);
  if (method !== 'GET') record(office, method, path, text, reply);
  if (reply.retryAfter !== undefined) response.setHeader('retry-after', reply.retryAfter);
  sendJson(response, reply.status, reply.body);
}

async function giveImage(office: Office, id: string, request: IncomingMessage, response: ServerResponse) {
  try {
    await checkBotToken(office.tokens, office.envelope.botId, request.headers.authorization);
    office.files.give(response, id);
  } catch (error) {
    const { status, body } = replyOf(error);
    sendJson(response, status, body);
  }
}

async function answer(office: Office, method: string, path: string, token: string | undefined, text: string) {
  const { tokens, envelope, faults } = office;
  await checkBotToken(tokens, envelope.botId, token);
  const work = () => Promise.resolve(routed(office, method, path, text));
  const reply: Reply = method === 'GET' ? await work() : await faults.around(work);
  return { ...reply, retryAfter: undefined };
}

function routed(office: Office, method: string, path: string, text: string): Reply | Promise<Reply> {
  if (method === 'POST' && path === '/conversations') return openConversation(office, text);
  const [, conversation = '', rest = ''] = /^\/conversations\/([^/]+)(\/.*)$/.exec(path) ?? [];
  const id = decodeURIComponent(conversation);
  const room = office.rooms.find(id);
  if (!room) throw refuse.notFound(`The conversation ${id}`);
  const threadId = /;messageid=(\d+)$/.exec(id)?.[1];
  for (const [wanted, pattern, work] of routes) {
    const match = wanted === method ? pattern.exec(rest) : null;
    if (match) return work({ office, room, threadId, id: decodeURIComponent(match.groups?.['id'] ?? ''), text });
  }
  throw new ConnectorRefusal(404, 'NotFound', `The sandbox's connector has no ${method} ${path}.`);
}

function sendFrom({ office, room, threadId, id, text }: Call): Reply {
  const activity = activityIn(text);
  return send(office, room, id === '' ? activity : { ...activity, replyToId: id }, threadId);
}

function removeFrom({ office, room, id }: Call): Reply {
  remove(office, room, id);
  return { status: 200, body: {} };
}

/** A personal chat that there is already, or a new thread in a channel: what a bot needs to speak first. */
function openConversation(office: Office, text: string): Reply {
  const { members, activity, channelData } = parse(NewConversation, text);
  const channel = channelData?.channel && office.rooms.find(channelData.channel.id);
  if (channel && activity) {
    const { body } = send(office, channel, activity);
    return { status: 201, body: { id: `${channel.id};messageid=${body.id}`, activityId: body.id } };
  }
  const room = office.rooms.personalWith(members[0]?.id ?? '');
  if (!room) throw refuse.badRequest('A new conversation is with one member, or in a channel with a first activity.');
  const { body } = activity ? send(office, room, activity) : { body: { id: undefined } };
  return { status: 201, body: { id: room.id, activityId: body.id } };
}

function activityIn(text: string): Activity {
  return parse(Activity, text);
}

function parse<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw Object.assign(refuse.badRequest('The body is not what this call takes.'), { cause });
  }
}

function replyOf(error: unknown): Reply & { retryAfter: number | undefined } {
  if (error instanceof BadRequest)
    return { status: 400, body: { error: { code: 'BadSyntax' } }, retryAfter: undefined };
  if (!(error instanceof ConnectorRefusal)) throw error;
  return { status: error.status, body: error.body(), retryAfter: error.retryAfter };
}

function record(office: Office, method: string, path: string, text: string, { status, body }: Reply): void {
  const [, conversation = '', named = ''] = /^\/conversations\/([^/]+)\/activities\/?(.*)$/.exec(path) ?? [];
  const given = (body as { id?: unknown } | undefined)?.id;
  // Behind a POST stands what is answered; behind a change what is changed.
  const known = method === 'POST' ? '' : named;
  if (office.sent.length >= MOST_RECORDED) office.sent.shift();
  office.sent.push({
    at: nowOf(office),
    method,
    path,
    room: decodeURIComponent(conversation).split(';')[0] ?? '',
    activity: asJson(text),
    status,
    id: typeof given === 'string' ? given : known,
  });
}

function asJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    // What was no JSON is kept as it came: the record shows what the bot really sent.
    return text;
  }
}
