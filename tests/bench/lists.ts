import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getChat, getChats } from '../../api/contract/chat.ts';
import { addressOf } from '../../api/contract/client.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { onEachEngine, type Engine } from './engines.ts';
import { percentile, type Figure, type Measure } from './figures.ts';
import { seedChats, type Seeded } from './seed.ts';

/** The engine looks after its tables when nobody asks for anything; people come later than that. */
const SETTLE_MS = 15_000;
const AIM = { below: 100 };

/**
 * A person opens AVA (the list of chats), and a chat, in a store with 250,000 messages. Times over HTTP until the last
 * byte, one call after the other.
 */
export const lists: Measure = async ({ quick }) =>
  onEachEngine(async (engine) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'ava-lists-'));
    try {
      const seeded = await seedChats(engine, dataDir, quick ? 5_000 : 250_000);
      return await measure(engine, dataDir, seeded, quick);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });

async function measure(engine: Engine, dataDir: string, seeded: Seeded, quick: boolean): Promise<Figure[]> {
  const app = await startApp({
    env: { DATA_DIR: dataDir, ...(engine.databaseUrl === null ? {} : { DATABASE_URL: engine.databaseUrl }) },
  });
  try {
    await new Promise((wake) => setTimeout(wake, quick ? 1_000 : SETTLE_MS));
    const times = quick ? 20 : 200;
    const call = (path: (round: number) => string) => timed(app, seeded.person, path, times);
    const list = await call(() => addressOf(getChats, {}));
    const chat = await call((round) => addressOf(getChat, { convo_id: pick(seeded.chats, round) }));
    const long = await call(() => addressOf(getChat, { convo_id: seeded.longChat }));
    const named = (name: string) => `${seeded.messages.toLocaleString('en-US')} messages, ${engine.name}: ${name}`;
    return [
      ...figuresOf(named(`list of ${list.items} chats`), list),
      ...figuresOf(named('open a chat'), chat),
      ...figuresOf(named(`open a chat of ${long.items} messages`), long),
    ];
  } finally {
    await app.close();
  }
}

const pick = (list: readonly string[], round: number) => list[(round * 7) % list.length] ?? '';

interface Timed {
  ms: number[];
  bytes: number;
  items: number;
}

async function timed(app: TestApp, person: string, path: (round: number) => string, times: number): Promise<Timed> {
  const headers = { authorization: `Bearer ${await app.getToken({ person })}` };
  const result: Timed = { ms: [], bytes: 0, items: 0 };
  for (let round = -3; round < times; round += 1) {
    const began = performance.now();
    const answer = await fetch(app.url + path(Math.max(0, round)), { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
    // The first three warm the way.
    if (round >= 0) result.ms.push(performance.now() - began);
    const body = JSON.parse(text) as { chats?: unknown[]; Messages?: unknown[] };
    result.items = (body.chats ?? body.Messages ?? []).length;
    result.bytes = text.length;
  }
  return result;
}

function figuresOf(name: string, { ms, bytes }: Timed): Figure[] {
  const note = `${Math.round(bytes / 1_024)} KB`;
  return [
    { name: `${name} p50`, value: percentile(ms, 0.5), unit: 'ms', note },
    { name: `${name} p95`, value: percentile(ms, 0.95), unit: 'ms', aim: AIM },
  ];
}
