import { northwind } from '#sandbox/people.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { listConnectorRequests, openTeamsChat, type ConnectorRequest } from '#tests/harness/bot/teamsChat.ts';
import { startClockScenario, makeModelRequest, QUESTION } from '#tests/bench/streaming/clockQuestions.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';
import { readTiming, DELTAS, PACE_MS } from './firstToken.ts';

/** The last delta of each answer; an answer that contains it is complete. */
const LAST_DELTA = `${DELTAS - 1}@`;
const TIMEOUT_MS = 240_000;
const WARM_UP = 2;

/**
 * Measures the time from the message of one person until Teams shows the first update and the first text, compared with
 * the model server. Then starts many conversations at once, most of them group chats, measures their waiting times and
 * checks that each gets exactly one answer.
 */
export const bot: Measure = async ({ quick }) => {
  const app = await startApp({ process: 'own', pace: DEFAULT_PACE, bot: true, env: { RUNS_PER_PERSON: '10000' } });
  try {
    await Promise.all(northwind.people.map(({ key }) => signIn(app, key)));
    await startClockScenario(app, DELTAS, PACE_MS);
    return [...(await measureOnePerson(app, quick ? 3 : 30)), ...(await measureMany(app, quick ? 20 : 200))];
  } finally {
    await app.close();
  }
};

async function signIn(app: TestApp, person: string): Promise<void> {
  const chat = openTeamsChat(app, person);
  await chat.send('repeat after me: hello');
  await chat.waitForAnswer();
}

async function measureOnePerson(app: TestApp, rounds: number): Promise<Figure[]> {
  const chat = openTeamsChat(app, 'ada');
  const firstUpdates: number[] = [];
  const firstTexts: number[] = [];
  const model: number[] = [];
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    model.push((await readTiming(makeModelRequest(app.urls.models))).first);
    const count = await chat.countAnswers();
    const startedAt = Date.now();
    await chat.send(QUESTION);
    await chat.waitForAnswer(count);
    const sent = (await listConnectorRequests(app)).filter(({ at }) => at >= startedAt);
    firstUpdates.push((sent[0]?.at ?? Number.NaN) - startedAt);
    firstTexts.push((sent.find(showsAnswer)?.at ?? Number.NaN) - startedAt);
  }
  const toFigure = (name: string, values: readonly number[], share: number): Figure => ({
    name: `${name} p${share * 100}`,
    value: percentile(values.slice(WARM_UP), share),
    unit: 'ms',
    peer: { name: "the model server's first text", value: percentile(model.slice(WARM_UP), share) },
  });
  return [
    toFigure('message to first informative update', firstUpdates, 0.5),
    toFigure('message to first informative update', firstUpdates, 0.95),
    {
      ...toFigure('message to first text', firstTexts, 0.5),
      note: 'Teams accepts one update a second; the first one is informative',
    },
    toFigure('message to first text', firstTexts, 0.95),
  ];
}

async function measureMany(app: TestApp, count: number): Promise<Figure[]> {
  const conversations = await makeConversations(app, count);
  const startedAt = Date.now();
  await Promise.all(conversations.map(({ person, id, text }) => openTeamsChat(app, person, id).send(text)));
  const ids = new Set(conversations.map(({ id }) => id));
  const listSent = async () =>
    (await listConnectorRequests(app)).filter(({ at, conversation }) => at >= startedAt && ids.has(conversation));
  const isComplete = (sent: ConnectorRequest) => showsAnswer(sent) && sent.activity.text?.includes(LAST_DELTA) === true;
  const isAnswer = (sent: ConnectorRequest) =>
    sent.activity.type === 'message' && sent.status < 300 && isComplete(sent);
  const expectAllAnswered = async () => {
    const answered = new Set((await listSent()).filter(isAnswer).map(({ conversation }) => conversation));
    if (answered.size < ids.size) throw new Error(`${ids.size - answered.size} are not answered yet.`);
  };
  await eventually(expectAllAnswered, { withinMs: TIMEOUT_MS, everyMs: 500 }).catch(() => undefined);
  const sent = await listSent();
  const timings = [...ids].map((id) => {
    const requests = sent.filter(({ conversation }) => conversation === id);
    const answers = requests.filter(isAnswer);
    const getMs = (request: ConnectorRequest | undefined) => (request ? [request.at - startedAt] : []);
    const answerCount = new Set(answers.map((answer) => answer.id)).size;
    return { firstUpdate: getMs(requests[0]), answer: getMs(answers[0]), answerCount };
  });
  const firstUpdates = timings.flatMap(({ firstUpdate }) => firstUpdate);
  const answers = timings.flatMap(({ answer }) => answer);
  const lost = timings.filter(({ answerCount }) => answerCount === 0).length;
  const duplicated = timings.filter(({ answerCount }) => answerCount > 1).length;
  const toName = (name: string) => `${count} conversations at once: ${name}`;
  return [
    { name: toName('answers lost'), value: lost, unit: '', aim: { atMost: 0 } },
    { name: toName('answers duplicated'), value: duplicated, unit: '', aim: { atMost: 0 } },
    { name: toName('first update p50'), value: percentile(firstUpdates, 0.5), unit: 'ms' },
    { name: toName('first update p95'), value: percentile(firstUpdates, 0.95), unit: 'ms' },
    { name: toName('complete answer p50'), value: percentile(answers, 0.5), unit: 'ms' },
    { name: toName('complete answer p95'), value: percentile(answers, 0.95), unit: 'ms' },
  ];
}

interface Conversation {
  id: string;
  person: string;
  text: string;
}

/** Returns the personal chat of each person, and group chats up to `count` conversations. One person asks in each. */
async function makeConversations(app: TestApp, count: number): Promise<Conversation[]> {
  const people = northwind.people.map(({ key }) => key);
  const personal = people.slice(0, count).map(async (person) => ({
    id: await findPersonalChat(app, person),
    person,
    text: QUESTION,
  }));
  const groups = Array.from({ length: Math.max(0, count - people.length) }, async (_, index) => {
    const person = people[index % people.length] ?? 'ada';
    const members = [person, person === 'ada' ? 'ben' : 'ada'];
    const group = { kind: 'groupChat', name: `Group ${index + 1}`, people: members };
    const { id } = (await app.control('channel', 'conversation', group)) as { id: string };
    return { id, person, text: `@AVA ${QUESTION}` };
  });
  return Promise.all([...personal, ...groups]);
}

async function findPersonalChat(app: TestApp, person: string): Promise<string> {
  const reply = await fetch(`${app.urls.channel}/_sandbox/conversations?person=${person}`);
  const { conversations } = (await reply.json()) as { conversations: { id: string; kind: string }[] };
  return conversations.find(({ kind }) => kind === 'personal')?.id ?? '';
}

function showsAnswer({ activity }: ConnectorRequest): boolean {
  return activity.text?.includes('0@') === true;
}
