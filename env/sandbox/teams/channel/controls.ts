import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { findPerson, type Person } from '../../people.ts';
import { sendJson } from '../../server/httpsServer.ts';
import { BadRequest, readControlBody } from '../../server/requestBody.ts';
import { Fault } from './faults.ts';
import type { Office } from './office.ts';
import { pressSignIn } from './signIn.ts';
import type { Message, Room } from './rooms.ts';
import { act, install, react, say, stop } from './visitor.ts';

/** Who does it and where; without a conversation in the person's own chat with the bot. */
const Place = z.strictObject({ person: z.string(), conversation: z.string().optional() });
const OnMessage = Place.extend({ message: z.string() });

const FileWish = z.union([z.string(), z.strictObject({ name: z.string(), base64: z.string() })]);

const Say = Place.extend({
  text: z.string(),
  /** Files: ids of uploads, or their content in Base64. */
  files: z.array(FileWish).default([]),
  /** Images that are pasted into the text, in the same forms. */
  images: z.array(FileWish).default([]),
  mentionBot: z.boolean().optional(),
  thread: z.string().optional(),
  redeliver: z.number().int().min(0).max(20).default(0),
  activityId: z.string().optional(),
});
const Act = OnMessage.extend({
  action: z.strictObject({ type: z.string(), verb: z.string().optional(), data: z.unknown().optional() }),
});
const React = OnMessage.extend({ reaction: z.enum(['like', 'dislike']), text: z.string().default('') });
const Open = z.strictObject({
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

type Control = (office: Office, request: IncomingMessage) => unknown;

function control<T>(schema: z.ZodType<T>, work: (office: Office, asked: T) => unknown): Control {
  return async (office, request) => work(office, await readControlBody(request, schema));
}

/** The controls under `/_sandbox/`, each a POST with JSON. */
const controls: Record<string, Control> = {
  say: control(Say, (office, { text, files, images, mentionBot, thread, redeliver, activityId, ...place }) => {
    const idOf = (file: z.infer<typeof FileWish>) => (typeof file === 'string' ? file : kept(office, file));
    const attachments = [
      ...files.map((file) => office.files.attachment(idOf(file))),
      ...images.map((image) => office.files.image(idOf(image))),
    ];
    const named = mentionBot === undefined ? {} : { mentionBot };
    const words = { text, attachments, threadId: thread, redeliver, activityId, ...named };
    return say(office, roomOf(office, place), personOf(place.person), words);
  }),
  act: control(Act, (office, { action, ...place }) => {
    const { room, person, message } = messageAt(office, place);
    return act(office, room, person, message, action);
  }),
  react: control(React, (office, { reaction, text, ...place }) => {
    const { room, person, message } = messageAt(office, place);
    return react(office, room, person, message, { reaction, text });
  }),
  pressSignIn: control(OnMessage, (office, place) => {
    const { room, person, message } = messageAt(office, place);
    return pressSignIn(office, room, message, person);
  }),
  stop: control(Place, (office, place) => stop(office, roomOf(office, place))),
  install: control(Place, (office, place) => install(office, roomOf(office, place), personOf(place.person), true)),
  uninstall: control(Place, (office, place) => install(office, roomOf(office, place), personOf(place.person), false)),
  conversation: control(Open, ({ rooms }, { kind, name, people }) => ({
    id: rooms.open(kind, name, people.map(personOf)).id,
  })),
  signIn: control(SignIn, (office, { person, how, code, twoClients }) => {
    office.signIns.set(personOf(person).key, how === 'failure' ? { how, code } : { how });
    office.twoClients = twoClients;
  }),
  faults: control(z.strictObject({ next: z.array(Fault) }), ({ faults }, { next }) => faults.add(next)),
  clock: control(z.strictObject({ offsetSeconds: z.number() }), ({ clock }, { offsetSeconds }) => {
    clock.offsetMs = offsetSeconds * 1_000;
  }),
  token: control(Token, async ({ keys, envelope }, { audience, serviceUrl, issuer, ...rest }) => {
    const wish = { audience: audience ?? envelope.botId, serviceUrl: serviceUrl ?? envelope.serviceUrl, ...rest };
    return { token: await keys.sign(issuer === undefined ? wish : { ...wish, issuer }) };
  }),
  record: control(z.strictObject({}), ({ sent }) => ({ requests: sent })),
};

/** Answers a control or a look: `GET requests`, `GET conversations?person=`, `GET events?person=`, `POST files?name=`. */
export async function answerControl(
  office: Office,
  { name, query }: { name: string; query: URLSearchParams },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const asked = `${request.method} ${name}`;
  if (asked === 'GET requests') return sendJson(response, 200, { requests: office.sent });
  if (asked === 'GET conversations') return sendJson(response, 200, { conversations: conversationsOf(office, query) });
  if (asked === 'GET events') return office.feed.watch(personOf(query.get('person') ?? '').key, response);
  if (asked === 'POST files') return office.files.take(request, response, query.get('name'));
  const work = request.method === 'POST' ? controls[name] : undefined;
  if (!work) return sendJson(response, 404, { error: 'not_found', detail: `The channel has no control ${asked}.` });
  sendJson(response, 200, (await work(office, request)) ?? null);
}

function conversationsOf({ rooms }: Office, query: URLSearchParams) {
  const { key } = personOf(query.get('person') ?? '');
  return rooms.of(key).map(({ id, kind, name, people, hasBot, messages }) => {
    const members = people.map((person) => ({ key: person.key, name: person.displayName, hasPhoto: person.hasPhoto }));
    return { id, kind, name, people: members, hasBot, messages };
  });
}

function kept({ files }: Office, { name, base64 }: { name: string; base64: string }): string {
  return files.keep(name, Buffer.from(base64, 'base64'));
}

function personOf(name: string): Person {
  const person = findPerson(name);
  if (!person) throw new BadRequest(`Nobody in the sandbox is called "${name}".`);
  return person;
}

function roomOf({ rooms }: Office, place: { person: string; conversation?: string | undefined }): Room {
  const person = personOf(place.person);
  const room = place.conversation === undefined ? rooms.personalOf(person) : rooms.find(place.conversation);
  if (!room?.people.includes(person)) throw new BadRequest(`"${place.person}" is in no such conversation.`);
  return room;
}

function messageAt(office: Office, place: z.infer<typeof OnMessage>): { room: Room; person: Person; message: Message } {
  const room = roomOf(office, place);
  const message = room.messages.find(({ id }) => id === place.message);
  if (!message) throw new BadRequest(`There is no message ${place.message}.`);
  return { room, person: personOf(place.person), message };
}
