import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedCall } from '#sandbox/graph/graphControls.ts';
import { startTestGraph, type TestGraph } from '#sandbox/graph/testGraph.ts';
import { createGraph } from '#api/graph/createGraph.ts';
import type { Clock } from '#platform/clock.ts';
import { AvaError } from '#contract/errors.ts';
import { calls, type GraphWorld } from './calls.ts';

/**
 * A case: how Graph behaves, with its public source, and what AVA must make of it. The sandbox's Graph plays `graph`.
 */
interface WorldCase {
  title: string;
  source: string;
  /** Names of the calls in `calls` that AVA makes. */
  calls: string[];
  /** What AVA has to return: the same as without the case (`usual`), an error with this code, or this reply. */
  expected: 'usual' | { code: string; detail?: string } | { reply: unknown };
  /** Least and most seconds that AVA waits. */
  waits?: [least: number, most: number];
  /** The claims of the challenges with which AVA asks for another token. */
  claims?: string[];
  /** How many requests AVA sends. */
  requests?: number;
}

const folder = join(import.meta.dirname, 'cases');
const cases = readdirSync(folder).flatMap((file) => {
  const name = file.replace(/\.json$/, '');
  const world = JSON.parse(readFileSync(join(folder, file), 'utf8')) as WorldCase;
  return world.calls.map((call) => ({ name, call, ...world }));
});

const FILE = 'finance/Documents/Planning/Budget 2027.pdf';
const ada = { tenantId: 't', id: 'ada', name: 'Ada Moreau', email: '', isAdministrator: false, bearer: 'b' };

let sandbox: TestGraph;
let ids: { siteId: string; driveId: string; itemId: string };
beforeAll(async () => {
  sandbox = await startTestGraph();
  ids = (await sandbox.control('POST', 'files/find', { file: FILE })).body as unknown as typeof ids;
});
afterEach(() => sandbox.control('POST', 'oddities', { cases: [] }));
afterAll(() => sandbox.close());

/** A clock on which waiting takes no time. */
function createQuickClock(): Clock {
  let time = 0;
  const sleep = async (ms: number) => void (time += ms);
  return { now: () => new Date(), monotonic: () => time, sleep };
}

function createWorld() {
  const clock = createQuickClock();
  const claims: string[] = [];
  const identity = {
    getGraphToken: async (_person: unknown, _permissions: unknown, challenge?: string) => {
      if (challenge !== undefined) claims.push(challenge);
      return sandbox.tokenOf('ada');
    },
  };
  const graph = createGraph({ baseUrl: sandbox.url, identity, clock });
  const { siteId, ...file } = ids;
  const touch = () => sandbox.control('POST', 'files/touch', { file: FILE });
  const world: GraphWorld = { graph, clock, ada, siteId, file, touch };
  return { world, claims };
}

async function ask(name: string, world: GraphWorld): Promise<unknown> {
  const call = calls[name];
  if (!call) throw new Error(`there is no call ${name}`);
  try {
    return { reply: await call(world) };
  } catch (error) {
    if (!(error instanceof AvaError)) throw error;
    return { code: error.code, detail: error.detail };
  }
}

/** @proves threat:graph-throttling threat:graph-oddities */
it.each(cases)('$name: $title: $call', async ({ name, call, expected, ...world }) => {
  expect(world.source).toMatch(/^https:\/\//);
  const usual = await ask(call, createWorld().world);
  await sandbox.control('DELETE', 'requests');
  await sandbox.control('POST', 'oddities', { cases: [name] });
  const { world: own, claims } = createWorld();
  const actual = await ask(call, own);
  if (expected === 'usual') expect(actual).toEqual(usual);
  else expect(actual).toMatchObject(expected);
  expect(claims).toEqual(world.claims ?? []);
  const { requests } = (await sandbox.control('POST', 'requests/list')).body as { requests?: RecordedCall[] };
  expect(requests?.filter(({ carriedToken }) => carriedToken)).toEqual([]);
  if (world.requests !== undefined) expect(requests).toHaveLength(world.requests);
  const [least, most] = world.waits ?? [0, Infinity];
  const waited = own.clock.monotonic() / 1_000;
  expect(waited).toBeGreaterThanOrEqual(least);
  expect(waited).toBeLessThanOrEqual(most);
});

it('an unknown case is refused', async () => {
  const { status, body } = await sandbox.control('POST', 'oddities', { cases: ['no-such-case'] });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Known: ')]);
});
