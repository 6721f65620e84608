import { request } from 'node:http';
import { startApp } from '../harness/app/startApp.ts';
import { armClock, askAva, askModel, type Ask } from './asks.ts';
import { readClock, wallClock } from './clockStream.ts';
import { percentile, type Figure, type Measure } from './figures.ts';

export const DELTAS = 12;
export const PACE_MS = 25;
const WARM_UP = 5;

export interface Timing {
  /** From the request until the first delta, in ms. */
  first: number;
  /** How long each delta after it was under way, in ms. */
  deltas: number[];
}

/**
 * One person and nobody else: what AVA adds to an answer's first delta, and to each one after it, against asking the
 * model server directly. Both are asked in turn, so that whatever else the machine does befalls both.
 */
export const firstToken: Measure = async ({ quick }) => {
  const pairs = quick ? 10 : 120;
  const app = await startApp();
  try {
    await armClock(app, DELTAS, PACE_MS);
    const ava: Timing[] = [];
    const model: Timing[] = [];
    const cold = await readTiming(await askAva(app, 'ada'));
    for (let pair = 0; pair < pairs + WARM_UP; pair += 1) {
      ava.push(await readTiming(await askAva(app, 'ada')));
      model.push(await readTiming(askModel(app.urls.models)));
    }
    return [
      { name: 'the very first answer of a process', value: cold.first, unit: 'ms' },
      ...figuresOf(ava.slice(WARM_UP), model.slice(WARM_UP)),
    ];
  } finally {
    await app.close();
  }
};

function figuresOf(ava: Timing[], model: Timing[]): Figure[] {
  const added = ava.map(({ first }, pair) => first - (model[pair]?.first ?? 0));
  const deltas = ava.flatMap((timing) => timing.deltas);
  const direct = model.flatMap((timing) => timing.deltas);
  const directP50 = percentile(direct, 0.5);
  const against = (value: number) => ({ name: 'the model server itself', value });
  const both = (name: string, share: number, from: number[], to: number[]): Figure => ({
    name,
    value: percentile(from, share),
    unit: 'ms',
    peer: against(percentile(to, share)),
  });
  const firsts = ava.map(({ first }) => first);
  const directFirsts = model.map(({ first }) => first);
  return [
    both('first delta p50', 0.5, firsts, directFirsts),
    both('first delta p95', 0.95, firsts, directFirsts),
    { name: 'added to the first delta p50', value: percentile(added, 0.5), unit: 'ms' },
    { name: 'added to the first delta p95', value: percentile(added, 0.95), unit: 'ms', aim: { below: 100 } },
    both('delay of a later delta p50', 0.5, deltas, direct),
    both('delay of a later delta p95', 0.95, deltas, direct),
    {
      name: 'added to a later delta p95',
      value: percentile(deltas, 0.95) - directP50,
      unit: 'ms',
      aim: { below: 100 },
    },
  ];
}

/** Reads one stream to its end. Throws when a delta is missing or comes twice. */
export function readTiming(ask: Ask): Promise<Timing> {
  return new Promise((done, failed) => {
    const began = performance.now();
    let first: number | null = null;
    const deltas: number[] = [];
    const reader = readClock((delay) => {
      if (first === null) first = performance.now() - began;
      else deltas.push(delay);
    });
    const call = request(ask.url, { method: 'POST', headers: ask.headers }, (answer) => {
      answer.on('data', (part: Buffer) => reader.push(part.toString('latin1'), wallClock()));
      answer.once('error', failed);
      answer.once('end', () => {
        const counts = reader.counts();
        if (first !== null && counts.deltas === DELTAS && counts.doubles === 0) done({ first, deltas });
        else failed(new Error(`${ask.url} answered ${answer.statusCode} with ${JSON.stringify(counts)}`));
      });
    });
    call.once('error', failed);
    call.end(ask.body);
  });
}
