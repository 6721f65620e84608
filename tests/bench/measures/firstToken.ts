import { request } from 'node:http';
import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp } from '#tests/harness/app/startApp.ts';
import {
  startClockScenario,
  makeAvaRequest,
  makeModelRequest,
  type HttpPost,
} from '#tests/bench/streaming/clockQuestions.ts';
import { createClockReader, getWallClockMs } from '#tests/bench/streaming/clockReader.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';

export const DELTAS = 12;
export const PACE_MS = 25;
const WARM_UP = 5;

export interface StreamTiming {
  /** Time from the request to the first delta, in ms. */
  first: number;
  /** Delay of each later delta, in ms. */
  deltas: number[];
}

/**
 * What AVA adds to the first delta of an answer and to each later one, compared with asking the model server directly.
 * Both are asked alternately, so that other load on the machine affects both.
 */
export const firstToken: Measure = async ({ quick }) => {
  const pairs = quick ? 10 : 120;
  const app = await startApp({ process: 'own', pace: DEFAULT_PACE });
  try {
    await startClockScenario(app, DELTAS, PACE_MS);
    const ava: StreamTiming[] = [];
    const model: StreamTiming[] = [];
    const cold = await readTiming(await makeAvaRequest(app, 'ada'));
    for (let pair = 0; pair < pairs + WARM_UP; pair += 1) {
      ava.push(await readTiming(await makeAvaRequest(app, 'ada')));
      model.push(await readTiming(makeModelRequest(app.urls.models)));
    }
    return [
      { name: 'first answer of a process', value: cold.first, unit: 'ms' },
      ...toFigures(ava.slice(WARM_UP), model.slice(WARM_UP)),
    ];
  } finally {
    await app.close();
  }
};

function toFigures(ava: StreamTiming[], model: StreamTiming[]): Figure[] {
  const added = ava.map(({ first }, pair) => first - (model[pair]?.first ?? 0));
  const deltas = ava.flatMap((timing) => timing.deltas);
  const direct = model.flatMap((timing) => timing.deltas);
  const directP50 = percentile(direct, 0.5);
  const toPeer = (value: number) => ({ name: 'the model server', value });
  const compare = (name: string, share: number, own: number[], peer: number[]): Figure => ({
    name,
    value: percentile(own, share),
    unit: 'ms',
    peer: toPeer(percentile(peer, share)),
  });
  const firsts = ava.map(({ first }) => first);
  const directFirsts = model.map(({ first }) => first);
  return [
    compare('first delta p50', 0.5, firsts, directFirsts),
    compare('first delta p95', 0.95, firsts, directFirsts),
    { name: 'added to the first delta p50', value: percentile(added, 0.5), unit: 'ms' },
    { name: 'added to the first delta p95', value: percentile(added, 0.95), unit: 'ms', aim: { below: 100 } },
    compare('delay of a later delta p50', 0.5, deltas, direct),
    compare('delay of a later delta p95', 0.95, deltas, direct),
    {
      name: 'added to a later delta p95',
      value: percentile(deltas, 0.95) - directP50,
      unit: 'ms',
      aim: { below: 100 },
    },
  ];
}

/** Reads one stream to its end. Rejects if a delta is missing or repeated. */
export function readTiming(post: HttpPost): Promise<StreamTiming> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    let first: number | null = null;
    const deltas: number[] = [];
    const reader = createClockReader((delay) => {
      if (first === null) first = performance.now() - startedAt;
      else deltas.push(delay);
    });
    const call = request(post.url, { method: 'POST', headers: post.headers }, (response) => {
      response.on('data', (part: Buffer) => reader.push(part.toString('latin1'), getWallClockMs()));
      response.once('error', reject);
      response.once('end', () => {
        const counts = reader.getCounts();
        if (first !== null && counts.deltas === DELTAS && counts.doubles === 0) resolve({ first, deltas });
        else reject(new Error(`${post.url} answered ${response.statusCode} with ${JSON.stringify(counts)}`));
      });
    });
    call.once('error', reject);
    call.end(post.body);
  });
}
