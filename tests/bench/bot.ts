import { northwind } from '../../env/sandbox/people.ts';
import { eventually } from '../harness/eventually.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { listConnectorRequests, openTeamsChat, type ConnectorRequest } from '../harness/bot/teamsChat.ts';
import { armClock, askModel, QUESTION } from './asks.ts';
import { percentile, type Figure, type Measure } from './figures.ts';
import { readTiming, DELTAS, PACE_MS } from './firstToken.ts';

/** The last delta of the model server's clock: an answer with it is whole. */
const LAST_DELTA = `${DELTAS - 1}@`;
const CROWD_MS = 240_000;
const WARM_UP = 2;

/**
 * One person alone: from what they write until Teams shows a first sign and first words, against the model server's own
 * first words. Then many conversations at once, most of them in groups: how long they wait, and that each has one answer.
 */
export const bot: Measure = async ({ quick }) => {
  const app = await startApp({ bot: true, env: { RUNS_PER_PERSON: '10000' } });
  try {
    await Promise.all(northwind.people.map(({ key }) => signIn(app, key)));
    await armClock(app, DELTAS, PACE_MS);
    return [...(await alone(app, quick ? 3 : 30)), ...(await crowd(app, quick ? 20 : 200))];
  } finally {
    await app.close();
  }
};

async function signIn(app: TestApp, person: string): Promise<void> {
  const chat = openTeamsChat(app, person);
  await chat.say('repeat after me: hello');
  await chat.answer();
}

async function alone(app: TestApp, rounds: number): Promise<Figure[]> {
  const chat = openTeamsChat(app, 'ada');
  const signs: number[] = [];
  const words: number[] = [];
  const model: number[] = [];
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    model.push((await readTiming(askModel(app.urls.models))).first);
    const before = await chat.count();
    const began = Date.now();
    await chat.say(QUESTION);
    await chat.answer(before);
    const sent = (await listConnectorRequests(app)).filter(({ at }) => at >= began);
    signs.push((sent[0]?.at ?? Number.NaN) - began);
    words.push((sent.find(showsAnswer)?.at ?? Number.NaN) - began);
  }
  const both = (name: string, values: readonly number[], share: number): Figure => ({
    name: `${name} p${share * 100}`,
    value: percentile(values.slice(WARM_UP), share),
    unit: 'ms',
    peer: { name: "the model server's first words", value: percentile(model.slice(WARM_UP), share) },
  });
  return [
    both('activity to first informative update', signs, 0.5),
    both('activity to first informative update', signs, 0.95),
    { ...both('activity to first text', words, 0.5), note: 'Teams takes one update a second; the first is the sign' },
    both('activity to first text', words, 0.95),
  ];
}

async function crowd(app: TestApp, count: number): Promise<Figure[]> {
  const places = await placesFor(app, count);
  const began = Date.now();
  await Promise.all(places.map(({ person, room, text }) => openTeamsChat(app, person, room).say(text)));
  const rooms = new Set(places.map(({ room }) => room));
  const sentSince = async () => (await listConnectorRequests(app)).filter(({ at, room }) => at >= began && rooms.has(room));
  const isWhole = (sent: ConnectorRequest) => showsAnswer(sent) && sent.activity.text?.includes(LAST_DELTA) === true;
  const isEnd = (sent: ConnectorRequest) => sent.activity.type === 'message' && sent.status < 300 && isWhole(sent);
  const allEnded = async () => {
    const ended = new Set((await sentSince()).filter(isEnd).map(({ room }) => room));
    if (ended.size < rooms.size) throw new Error(`${rooms.size - ended.size} are not answered yet.`);
  };
  await eventually(allEnded, { withinMs: CROWD_MS, everyMs: 500 }).catch(() => undefined);
  const sent = await sentSince();
  const of = (room: string) => sent.filter((one) => one.room === room);
  const since = (moment: ConnectorRequest | undefined) => (moment ? [moment.at - began] : []);
  const signs = [...rooms].flatMap((room) => since(of(room)[0]));
  const ends = [...rooms].flatMap((room) => since(of(room).find(isEnd)));
  const shown = [...rooms].map(
    (room) =>
      new Set(
        of(room)
          .filter(isEnd)
          .map(({ id }) => id),
      ).size,
  );
  const named = (name: string) => `${count} conversations at once: ${name}`;
  return [
    { name: named('answers lost'), value: shown.filter((ids) => ids === 0).length, unit: '', aim: { atMost: 0 } },
    { name: named('answers doubled'), value: shown.filter((ids) => ids > 1).length, unit: '', aim: { atMost: 0 } },
    { name: named('first sign p50'), value: percentile(signs, 0.5), unit: 'ms' },
    { name: named('first sign p95'), value: percentile(signs, 0.95), unit: 'ms' },
    { name: named('whole answer p50'), value: percentile(ends, 0.5), unit: 'ms' },
    { name: named('whole answer p95'), value: percentile(ends, 0.95), unit: 'ms' },
  ];
}

interface Place {
  person: string;
  room: string;
  text: string;
}

/** Everybody's own chat, and groups for the rest, each with one asker. */
async function placesFor(app: TestApp, count: number): Promise<Place[]> {
  const people = northwind.people.map(({ key }) => key);
  const own = people.slice(0, count).map(async (person) => ({
    person,
    room: await ownChat(app, person),
    text: QUESTION,
  }));
  const groups = Array.from({ length: Math.max(0, count - people.length) }, async (_, at) => {
    const person = people[at % people.length] ?? 'ada';
    const wish = { kind: 'groupChat', name: `Round ${at + 1}`, people: [person, person === 'ada' ? 'ben' : 'ada'] };
    const { id } = (await app.control('channel', 'conversation', wish)) as { id: string };
    return { person, room: id, text: `@AVA ${QUESTION}` };
  });
  return Promise.all([...own, ...groups]);
}

async function ownChat(app: TestApp, person: string): Promise<string> {
  const reply = await fetch(`${app.urls.channel}/_sandbox/conversations?person=${person}`);
  const { conversations } = (await reply.json()) as { conversations: { id: string; kind: string }[] };
  return conversations.find(({ kind }) => kind === 'personal')?.id ?? '';
}

function showsAnswer({ activity }: ConnectorRequest): boolean {
  return activity.text?.includes('0@') === true;
}
