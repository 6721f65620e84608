import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import type { Person } from '#sandbox/person.ts';
import { sendJson } from '#sandbox/server/httpsServer.ts';
import { BadRequest, readControlBody } from '#sandbox/server/requestBody.ts';
import { getRequestedPerson } from '#sandbox/server/getRequestedPerson.ts';
import { Fault } from './faultQueue.ts';
import type { ChannelContext } from './channelContext.ts';
import { pressSignIn } from './signInCard.ts';
import type { Message, Conversation } from './conversations.ts';
import { installOnce, runCardAction, sendMessage, setInstalled, stopStreams, submitFeedback } from './personActions.ts';

/** A person in a conversation; the default is their personal chat with the bot. */
const Target = z.strictObject({ person: z.string(), conversation: z.string().optional() });
type Target = z.infer<typeof Target>;
const MessageTarget = Target.extend({ message: z.string() });
type MessageTarget = z.infer<typeof MessageTarget>;

/** Id of an upload, or a file with its content in Base64. */
const FileInput = z.union([z.string(), z.strictObject({ name: z.string(), base64: z.string() })]);
type FileInput = z.infer<typeof FileInput>;

const Say = Target.extend({
  text: z.string(),
  files: z.array(FileInput).default([]),
  /** Images that are pasted into the text. */
  images: z.array(FileInput).default([]),
  mentionBot: z.boolean().optional(),
  thread: z.string().optional(),
  /** The formatted text, with quoted and forwarded messages. */
  html: z.string().optional(),
  /** Teams tells the bot that the message with this `activityId` was edited or deleted. */
  change: z.enum(['edited', 'deleted']).optional(),
  redeliver: z.number().int().min(0).max(20).default(0),
  activityId: z.string().optional(),
});
const Act = MessageTarget.extend({
  action: z.strictObject({ type: z.string(), verb: z.string().optional(), data: z.unknown().optional() }),
});
const React = MessageTarget.extend({ reaction: z.enum(['like', 'dislike']), text: z.string().default('') });
const NewConversation = z.strictObject({
  kind: z.enum(['groupChat', 'channel']),
  name: z.string(),
  people: z.array(z.string()).min(1),
});
const SignIn = z.strictObject({
  person: z.string(),
  how: z.enum(['silent', 'consent', 'failure']).default('silent'),
  code: z.string().default('tokenmissing'),
  twoClients: z.boolean().default(false),
});
const Token = z.strictObject({
  audience: z.string().optional(),
  serviceUrl: z.string().optional(),
  issuer: z.string().optional(),
  expiresIn: z.number().int().default(3_600),
  foreign: z.boolean().default(false),
});

type Control = (context: ChannelContext, request: IncomingMessage) => unknown;

function createControl<T>(schema: z.ZodType<T>, run: (context: ChannelContext, body: T) => unknown): Control {
  return async (context, request) => run(context, await readControlBody(request, schema));
}

/** The controls under `/_sandbox/`, each a POST with JSON. */
const controls: Record<string, Control> = {
  say: createControl(Say, (context, body) => {
    const { text, files, images, mentionBot, thread, redeliver, activityId, html, change, ...target } = body;
    const attachments = [
      ...files.map((file) => context.files.createFileAttachment(getFileId(context, file))),
      ...images.map((image) => context.files.createImageAttachment(getFileId(context, image))),
    ];
    const mention = mentionBot === undefined ? {} : { mentionBot };
    const message = { text, attachments, threadId: thread, redeliver, activityId, html, change, ...mention };
    return sendMessage(context, getConversation(context, target), getRequestedPerson(target.person), message);
  }),
  act: createControl(Act, (context, { action, ...target }) => {
    const { conversation, person, message } = getMessage(context, target);
    return runCardAction(context, conversation, person, message, action);
  }),
  react: createControl(React, (context, { reaction, text, ...target }) => {
    const { conversation, person, message } = getMessage(context, target);
    return submitFeedback(context, conversation, person, message, { reaction, text });
  }),
  pressSignIn: createControl(MessageTarget, (context, target) => {
    const { conversation, person, message } = getMessage(context, target);
    return pressSignIn(context, conversation, message, person);
  }),
  stop: createControl(Target, (context, target) => stopStreams(context, getConversation(context, target))),
  install: createControl(Target, (context, target) => install(context, target, true)),
  uninstall: createControl(Target, (context, target) => install(context, target, false)),
  conversation: createControl(NewConversation, ({ conversations }, { kind, name, people }) => ({
    id: conversations.create(kind, name, people.map(getRequestedPerson)).id,
  })),
  signIn: createControl(SignIn, (context, { person, how, code, twoClients }) => {
    context.signIns.set(getRequestedPerson(person).key, how === 'failure' ? { how, code } : { how });
    context.twoClients = twoClients;
  }),
  faults: createControl(z.strictObject({ next: z.array(Fault) }), ({ faults }, { next }) => faults.add(next)),
  clock: createControl(z.strictObject({ offsetSeconds: z.number() }), ({ clock }, { offsetSeconds }) => {
    clock.offsetMs = offsetSeconds * 1_000;
  }),
  token: createControl(Token, async ({ keys, bot }, { audience, serviceUrl, issuer, ...rest }) => {
    const options = { audience: audience ?? bot.botId, serviceUrl: serviceUrl ?? bot.serviceUrl, ...rest };
    return { token: await keys.sign(issuer === undefined ? options : { ...options, issuer }) };
  }),
  record: createControl(z.strictObject({}), ({ sent }) => ({ requests: sent })),
};

/** Handles a control, or `GET requests`, `GET conversations?person=`, `GET events?person=`, `POST files?name=`. */
export async function handleControl(
  context: ChannelContext,
  { name, query }: { name: string; query: URLSearchParams },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const route = `${request.method} ${name}`;
  if (route === 'GET requests') return sendJson(response, 200, { requests: context.sent });
  if (route === 'GET conversations')
    return sendJson(response, 200, { conversations: listConversations(context, query) });
  if (route === 'GET events') {
    const person = getRequestedPerson(query.get('person') ?? '');
    context.feed.watch(person.key, response);
    return installOnce(context, person);
  }
  if (route === 'POST files') return context.files.receive(request, response, query.get('name'));
  const control = request.method === 'POST' ? controls[name] : undefined;
  if (!control) return sendJson(response, 404, { error: 'not_found', detail: `The channel has no control ${route}.` });
  sendJson(response, 200, (await control(context, request)) ?? null);
}

function listConversations({ conversations }: ChannelContext, query: URLSearchParams) {
  const { key } = getRequestedPerson(query.get('person') ?? '');
  return conversations.listFor(key).map(({ id, kind, name, people, hasBot, messages }) => {
    const members = people.map((person) => ({ key: person.key, name: person.displayName, hasPhoto: person.hasPhoto }));
    return { id, kind, name, people: members, hasBot, messages };
  });
}

function getFileId({ files }: ChannelContext, file: FileInput): string {
  return typeof file === 'string' ? file : files.add(file.name, Buffer.from(file.base64, 'base64'));
}

function install(context: ChannelContext, target: Target, isInstalled: boolean) {
  return setInstalled(context, getConversation(context, target), getRequestedPerson(target.person), isInstalled);
}

function getConversation({ conversations }: ChannelContext, target: Target): Conversation {
  const person = getRequestedPerson(target.person);
  const { conversation: id } = target;
  const conversation = id === undefined ? conversations.getPersonalChat(person) : conversations.find(id);
  if (!conversation?.people.includes(person)) throw new BadRequest(`"${target.person}" is not in this conversation.`);
  return conversation;
}

function getMessage(
  context: ChannelContext,
  target: MessageTarget,
): { conversation: Conversation; person: Person; message: Message } {
  const conversation = getConversation(context, target);
  const message = conversation.messages.find(({ id }) => id === target.message);
  if (!message) throw new BadRequest(`There is no message ${target.message}.`);
  return { conversation, person: getRequestedPerson(target.person), message };
}
