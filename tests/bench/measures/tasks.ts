import { randomUUID } from 'node:crypto';
import { newChat, renameChat } from '#contract/chats/chat.ts';
import { addressOf, type Client } from '#contract/client.ts';
import { stepResponse } from '#contract/tasks/taskRuns.ts';
import { getTask, saveTask } from '#contract/tasks/tasks.ts';
import { northwind } from '#sandbox/people.ts';
import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeStep, makeTask, TASK_MODEL } from '#tests/harness/client/tasks.ts';
import { runOnEachEngine, type Engine } from '#tests/bench/data/engines.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';
import {
  makeModelRequest,
  QUESTION,
  startClockScenario,
  type HttpPost,
} from '#tests/bench/streaming/clockQuestions.ts';
import { DELTAS, PACE_MS, readTiming } from './firstToken.ts';

const STEPS = 200;
/** About 50 KB of text in each prompt. */
const PROMPT = 'Compare the offers of all suppliers. '.repeat(1_400);
const SAVERS = 200;
const SAVE_EVERY_MS = 500;
const WARM_UP = 5;

/**
 * Saving a large task one changed step at a time, many people saving at once, and the first delta of a step. The peers are the
 * smallest save that AVA has, renaming a chat, and the model server itself.
 */
export const tasks: Measure = async ({ quick }) =>
  runOnEachEngine(async (engine) => {
    const app = await startApp({
      process: 'own',
      pace: DEFAULT_PACE,
      features: { tasks: true },
      env: {
        RUNS_PER_PERSON: '10000',
        TOKENS_PER_PERSON: '100000000',
        ...(engine.databaseUrl === null ? {} : { DATABASE_URL: engine.databaseUrl }),
      },
    });
    try {
      return [
        ...(await measureSaves(app, engine, quick ? 10 : 100)),
        ...(await measureSavers(app, engine, quick ? 20 : SAVERS, quick ? 2 : 20)),
        ...(await measureFirstDelta(app, engine, quick ? 5 : 60)),
      ];
    } finally {
      await app.close();
    }
  });

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A function that saves the next version of a step. */
function makeSaver(person: Client, taskId: string, stepId: string): (prompt: string) => Promise<number> {
  let version = 1;
  return async (prompt) => {
    const change = { TaskId: taskId, TaskData: [{ ...makeStep(prompt), stepId, version }] };
    const { steps } = await person.call(saveTask, { task_data: change });
    version = steps[0]?.version ?? version;
    return JSON.stringify({ task_data: change }).length;
  };
}

async function makeRenamer(person: Client): Promise<() => Promise<unknown>> {
  const { ConversationId: convo_id } = await person.call(newChat, {});
  let round = 0;
  return () => person.call(renameChat, { convo_id, title: `Round ${(round += 1)}` });
}

async function measureSaves(app: TestApp, engine: Engine, rounds: number): Promise<Figure[]> {
  const ada = app.as('ada');
  const { taskId, stepIds } = await makeTask(ada, { prompts: Array.from({ length: STEPS }, () => PROMPT) });
  const save = makeSaver(ada, taskId, stepIds[0] ?? '');
  const rename = await makeRenamer(ada);
  const [saves, renames]: [number[], number[]] = [[], []];
  let bytes = 0;
  for (let round = -WARM_UP; round < rounds; round += 1) {
    const saved = await time(async () => (bytes = await save(`${PROMPT}${round}`)));
    const renamed = await time(rename);
    if (round < 0) continue;
    saves.push(saved);
    renames.push(renamed);
  }
  const opening = await time(() => ada.call(getTask, { task_id: taskId }));
  const toName = (name: string) => `task of ${STEPS} steps, ${engine.name}: ${name}`;
  return [
    ...compare(toName('save of one step'), saves, renames),
    { name: toName('sent by a save'), value: bytes / 1_024, unit: 'KB', aim: { below: 60 } },
    { name: toName('open'), value: opening, unit: 'ms' },
  ];
}

/** Each person saves a step of their own task, then renames a chat, at the same pace. */
async function measureSavers(app: TestApp, engine: Engine, people: number, seconds: number): Promise<Figure[]> {
  const savers = await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      const person = app.as(northwind.people[index % northwind.people.length]?.key ?? 'ada');
      const { taskId, stepIds } = await makeTask(person, { prompts: ['Plan the tea', 'Plan the cake'] });
      return { save: makeSaver(person, taskId, stepIds[0] ?? ''), rename: await makeRenamer(person) };
    }),
  );
  const rounds = (seconds * 1_000) / SAVE_EVERY_MS;
  const saves = await repeatTogether(savers, rounds, ({ save }, round) => save(`Plan the tea of week ${round}`));
  const renames = await repeatTogether(savers, rounds, ({ rename }) => rename());
  return compare(`${people} people saving every ${SAVE_EVERY_MS} ms, ${engine.name}: a save`, saves, renames);
}

async function repeatTogether<T>(
  people: readonly T[],
  rounds: number,
  work: (person: T, round: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    people.map(async (person, index) => {
      // People type at different moments.
      const startAt = performance.now() + (index / people.length) * SAVE_EVERY_MS;
      for (let round = 0; round < rounds; round += 1) {
        const wait = startAt + round * SAVE_EVERY_MS - performance.now();
        await new Promise((wake) => setTimeout(wake, Math.max(0, wait)));
        times.push(await time(() => work(person, round)));
      }
    }),
  );
  return times;
}

function compare(name: string, own: readonly number[], peer: readonly number[]): Figure[] {
  return [0.5, 0.95].map((share) => ({
    name: `${name} p${share * 100}`,
    value: percentile(own, share),
    unit: 'ms',
    peer: { name: 'renaming a chat', value: percentile(peer, share) },
  }));
}

async function measureFirstDelta(app: TestApp, engine: Engine, pairs: number): Promise<Figure[]> {
  await startClockScenario(app, DELTAS, PACE_MS);
  const [own, direct]: [number[], number[]] = [[], []];
  for (let pair = -WARM_UP; pair < pairs; pair += 1) {
    const step = await readTiming(await makeStepRequest(app));
    const model = await readTiming(makeModelRequest(app.urls.models));
    if (pair < 0) continue;
    own.push(step.first);
    direct.push(model.first);
  }
  const added = own.map((first, pair) => first - (direct[pair] ?? 0));
  const toName = (name: string) => `${name}, ${engine.name}`;
  const toPeer = (share: number) => ({ name: 'the model server', value: percentile(direct, share) });
  return [
    { name: toName('first delta of a step p50'), value: percentile(own, 0.5), unit: 'ms', peer: toPeer(0.5) },
    { name: toName('first delta of a step p95'), value: percentile(own, 0.95), unit: 'ms', peer: toPeer(0.95) },
    { name: toName('added to the first delta p95'), value: percentile(added, 0.95), unit: 'ms', aim: { below: 100 } },
  ];
}

/** Makes a request that runs the only step of a new task. */
async function makeStepRequest(app: TestApp): Promise<HttpPost> {
  const { taskId, stepIds } = await makeTask(app.as('ada'), { prompts: [QUESTION] });
  const step_info = { task_id: taskId, step_id: stepIds[0] ?? '' };
  const body = { step_info, model: TASK_MODEL };
  return {
    url: app.url + addressOf(stepResponse, { ...body, event_session_id: randomUUID() }),
    headers: { authorization: `Bearer ${await app.getToken({ person: 'ada' })}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
