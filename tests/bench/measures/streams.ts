import { northwind } from '#sandbox/people.ts';
import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import {
  startClockScenario,
  makeAvaRequest,
  makeModelRequest,
  type HttpPost,
} from '#tests/bench/streaming/clockQuestions.ts';
import { startBenchProcess, startRelay } from '#tests/bench/streaming/benchProcess.ts';
import { runOnEachEngine, type Engine } from '#tests/bench/data/engines.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';
import { startSampling, type ResourcePeaks } from '#tests/bench/streaming/resourceSampler.ts';
import type { StreamReport } from '#tests/bench/streaming/streamClient.ts';

const DELTAS_PER_SECOND = 20;
/** Streams are opened over this time, because people do not all press Enter at once. */
const OPENING_S = 10;
const STREAM_S = 20;
/** Number of streams that are read first and not counted. */
const WARM_UP = 20;
const MAX_CONNECTIONS = 10;

/**
 * Many people read answers at once, with 20 deltas per second each, first through a minimal relay and then through AVA.
 * A delay is the time from the model server's write of a delta until its reader receives it, so it includes all of AVA.
 */
export const streams: Measure = async ({ quick }) => {
  const counts = quick ? [50] : [500, 1_000];
  const deltas = DELTAS_PER_SECOND * (quick ? 4 : STREAM_S);
  const opening = quick ? 2 : OPENING_S;
  return runOnEachEngine(async (engine) => {
    const app = await startApp({
      process: 'own',
      pace: DEFAULT_PACE,
      env: { RUNS_PER_PERSON: '10000', ...(engine.databaseUrl === null ? {} : { DATABASE_URL: engine.databaseUrl }) },
    });
    const relay = await startRelay(app.urls.models);
    try {
      await startClockScenario(app, DELTAS_PER_SECOND, 1_000 / DELTAS_PER_SECOND);
      await readStreams(await makeQuestions(app, WARM_UP), DELTAS_PER_SECOND, 1);
      await startClockScenario(app, deltas, 1_000 / DELTAS_PER_SECOND);
      const figures: Figure[] = [];
      for (const count of counts) {
        const direct = Array.from({ length: count }, () => makeModelRequest(relay.url));
        const relayed = await readStreams(direct, deltas, opening);
        const sampling = await startSampling(app.getPid(), engine.databaseUrl);
        const report = await readStreams(await makeQuestions(app, count), deltas, opening);
        figures.push(...toFigures({ engine, count, report, relayed, peaks: await sampling.stop() }));
      }
      return figures;
    } finally {
      relay.stop();
      await app.close();
    }
  });
};

async function readStreams(requests: HttpPost[], deltas: number, openingS: number): Promise<StreamReport> {
  const client = startBenchProcess('streamClient.ts');
  try {
    return await client.request<StreamReport>({ requests, deltas, perSecond: requests.length / openingS });
  } finally {
    client.stop();
  }
}

/** Makes one request per stream, each in a new chat, distributed over all people. */
async function makeQuestions(app: TestApp, count: number): Promise<HttpPost[]> {
  const requests: HttpPost[] = [];
  while (requests.length < count) {
    const people = northwind.people.slice(0, count - requests.length);
    requests.push(...(await Promise.all(people.map(({ key }) => makeAvaRequest(app, key)))));
  }
  return requests;
}

interface Measurement {
  engine: Engine;
  count: number;
  report: StreamReport;
  relayed: StreamReport;
  peaks: ResourcePeaks;
}

function toFigures({ engine, count, report, relayed, peaks }: Measurement): Figure[] {
  const toName = (name: string) => `${count} streams, ${engine.name}: ${name}`;
  const relay = (value: number) => ({ name: 'minimal relay', value });
  const hasTarget = count <= 500;
  const lag = `event loop delay of the reader at p99: ${report.lag.p99.toFixed(0)} ms, with the relay ${relayed.lag.p99.toFixed(0)} ms`;
  const lost =
    report.failures.length > 0 ? `${report.complete} of ${count} were complete: ${report.failures.join('; ')}` : '';
  return [
    { name: toName('gaps'), value: report.gaps, unit: '', aim: { atMost: 0 }, peer: relay(relayed.gaps), note: lost },
    { name: toName('duplicates'), value: report.doubles, unit: '', aim: { atMost: 0 }, peer: relay(relayed.doubles) },
    { name: toName('delay of a delta p50'), value: report.delay.p50, unit: 'ms', peer: relay(relayed.delay.p50) },
    {
      name: toName('delay of a delta p99'),
      value: report.delay.p99,
      unit: 'ms',
      ...(hasTarget && { aim: { below: 100 } }),
      peer: relay(relayed.delay.p99),
      note: lag,
    },
    { name: toName('longest delay'), value: report.delay.max, unit: 'ms', peer: relay(relayed.delay.max) },
    { name: toName('first delta p95'), value: report.first.p95, unit: 'ms', peer: relay(relayed.first.p95) },
    { name: toName('memory of the API'), value: peaks.memory, unit: 'MB' },
    ...(peaks.connections === null
      ? []
      : [
          {
            name: toName('connections'),
            value: peaks.connections,
            unit: '' as const,
            aim: { atMost: MAX_CONNECTIONS },
          },
        ]),
  ];
}
