import { northwind } from '../../env/sandbox/people.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { armClock, askAva, askModel, type Ask } from './asks.ts';
import { startBenchChild, startRelay } from './children.ts';
import { onEachEngine, type Engine } from './engines.ts';
import type { Figure, Measure } from './figures.ts';
import { watch, type Samples } from './sampler.ts';
import type { StreamReport } from './streamClient.ts';

const DELTAS_PER_SECOND = 20;
/** People do not all press Enter at once; this long after the first stream all are open. */
const OPENING_S = 10;
const STREAM_S = 20;
/** Read first and not counted: code that is warm, connections that are open. */
const WARM_UP = 20;
const MOST_CONNECTIONS = 10;

/**
 * Many people read their answers at once, 20 deltas a second each, first through a bare relay, then through AVA. Delays
 * are whole ways, from the model server's writing of a delta to its reader, so all of AVA's is in them.
 */
export const streams: Measure = async ({ quick }) => {
  const counts = quick ? [50] : [500, 1_000];
  const deltas = DELTAS_PER_SECOND * (quick ? 4 : STREAM_S);
  const opening = quick ? 2 : OPENING_S;
  return onEachEngine(async (engine) => {
    const app = await startApp({
      env: { RUNS_PER_PERSON: '10000', ...(engine.databaseUrl === null ? {} : { DATABASE_URL: engine.databaseUrl }) },
    });
    const relay = await startRelay(app.urls.models);
    try {
      await armClock(app, DELTAS_PER_SECOND, 1_000 / DELTAS_PER_SECOND);
      await read(await questions(app, WARM_UP), DELTAS_PER_SECOND, 1);
      await armClock(app, deltas, 1_000 / DELTAS_PER_SECOND);
      const figures: Figure[] = [];
      for (const count of counts) {
        const direct = Array.from({ length: count }, () => askModel(relay.url));
        const bare = await read(direct, deltas, opening);
        const watched = await watch(app.getPid(), engine.databaseUrl);
        const report = await read(await questions(app, count), deltas, opening);
        figures.push(...figuresOf({ engine, count, report, bare, samples: await watched.stop() }));
      }
      return figures;
    } finally {
      relay.end();
      await app.close();
    }
  });
};

async function read(asks: Ask[], deltas: number, openingS: number): Promise<StreamReport> {
  const client = startBenchChild('streamClient.ts');
  try {
    return await client.ask<StreamReport>({ asks, deltas, perSecond: asks.length / openingS });
  } finally {
    client.end();
  }
}

/** One chat for each stream, spread over everybody. */
async function questions(app: TestApp, count: number): Promise<Ask[]> {
  const asks: Ask[] = [];
  while (asks.length < count) {
    const people = northwind.people.slice(0, count - asks.length);
    asks.push(...(await Promise.all(people.map(({ key }) => askAva(app, key)))));
  }
  return asks;
}

interface Run {
  engine: Engine;
  count: number;
  report: StreamReport;
  bare: StreamReport;
  samples: Samples;
}

function figuresOf({ engine, count, report, bare, samples }: Run): Figure[] {
  const named = (name: string) => `${count} streams, ${engine.name}: ${name}`;
  const relay = (value: number) => ({ name: 'bare relay', value });
  const aimed = count <= 500;
  const lag = `the reader itself was late by ${report.lag.p99.toFixed(0)} ms at p99, with the relay by ${bare.lag.p99.toFixed(0)} ms`;
  const lost =
    report.failures.length > 0 ? `${report.whole} of ${count} were whole: ${report.failures.join('; ')}` : '';
  return [
    { name: named('gaps'), value: report.gaps, unit: '', aim: { atMost: 0 }, peer: relay(bare.gaps), note: lost },
    { name: named('doubles'), value: report.doubles, unit: '', aim: { atMost: 0 }, peer: relay(bare.doubles) },
    { name: named('delay of a delta p50'), value: report.delay.p50, unit: 'ms', peer: relay(bare.delay.p50) },
    {
      name: named('delay of a delta p99'),
      value: report.delay.p99,
      unit: 'ms',
      ...(aimed && { aim: { below: 100 } }),
      peer: relay(bare.delay.p99),
      note: lag,
    },
    { name: named('longest delay'), value: report.delay.max, unit: 'ms', peer: relay(bare.delay.max) },
    { name: named('first delta p95'), value: report.first.p95, unit: 'ms', peer: relay(bare.first.p95) },
    { name: named('memory of the API'), value: samples.memory, unit: 'MB' },
    ...(samples.connections === null
      ? []
      : [
          {
            name: named('connections'),
            value: samples.connections,
            unit: '' as const,
            aim: { atMost: MOST_CONNECTIONS },
          },
        ]),
  ];
}
