import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChat, getChats } from '#contract/chats/chat.ts';
import { addressOf } from '#contract/client.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { runOnEachEngine, type Engine } from '#tests/bench/data/engines.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';
import { seedChats, type SeededChats } from '#tests/bench/data/seedChats.ts';

/** Time for the engine to finish its maintenance of the filled tables. */
const SETTLE_MS = 15_000;
const AIM = { below: 100 };

/** Time over HTTP to list chats and to open a chat in a store with 250,000 messages, one call after the other. */
export const lists: Measure = async ({ quick }) =>
  runOnEachEngine(async (engine) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'ava-lists-'));
    try {
      const seeded = await seedChats(engine, dataDir, quick ? 5_000 : 250_000);
      return await measure(engine, dataDir, seeded, quick);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

async function measure(engine: Engine, dataDir: string, seeded: SeededChats, quick: boolean): Promise<Figure[]> {
  const app = await startApp({
    process: 'own',
    env: { DATA_DIR: dataDir, ...(engine.databaseUrl === null ? {} : { DATABASE_URL: engine.databaseUrl }) },
  });
  try {
    await new Promise((wake) => setTimeout(wake, quick ? 1_000 : SETTLE_MS));
    const times = quick ? 20 : 200;
    const measureCalls = (toPath: (round: number) => string) => timeCalls(app, seeded.person, toPath, times);
    const list = await measureCalls(() => addressOf(getChats, {}));
    const chat = await measureCalls((round) => addressOf(getChat, { convo_id: pick(seeded.chats, round) }));
    const long = await measureCalls(() => addressOf(getChat, { convo_id: seeded.longChat }));
    const toName = (name: string) => `${seeded.messages.toLocaleString('en-US')} messages, ${engine.name}: ${name}`;
    return [
      ...toFigures(toName(`list of ${list.items} chats`), list),
      ...toFigures(toName('open a chat'), chat),
      ...toFigures(toName(`open a chat of ${long.items} messages`), long),
    ];
  } finally {
    await app.close();
  }
}

const pick = (list: readonly string[], round: number) => list[(round * 7) % list.length] ?? '';

interface CallTimes {
  ms: number[];
  bytes: number;
  items: number;
}

async function timeCalls(
  app: TestApp,
  person: string,
  toPath: (round: number) => string,
  times: number,
): Promise<CallTimes> {
  const headers = { authorization: `Bearer ${await app.getToken({ person })}` };
  const result: CallTimes = { ms: [], bytes: 0, items: 0 };
  for (let round = -3; round < times; round += 1) {
    const startedAt = performance.now();
    const response = await fetch(app.url + toPath(Math.max(0, round)), { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status}: ${text}`);
    // The first three rounds are a warm-up.
    if (round >= 0) result.ms.push(performance.now() - startedAt);
    const body = JSON.parse(text) as { chats?: unknown[]; Messages?: unknown[] };
    result.items = (body.chats ?? body.Messages ?? []).length;
    result.bytes = text.length;
  }
  return result;
}

function toFigures(name: string, { ms, bytes }: CallTimes): Figure[] {
  const note = `${Math.round(bytes / 1_024)} KB`;
  return [
    { name: `${name} p50`, value: percentile(ms, 0.5), unit: 'ms', note },
    { name: `${name} p95`, value: percentile(ms, 0.95), unit: 'ms', aim: AIM },
  ];
}
