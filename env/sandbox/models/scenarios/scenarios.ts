import { badRequest } from '../openai/apiError.ts';
import { isObject, parseNumber, invalidType } from '../openai/validation.ts';
import type { JsonObject } from '../openai/validation.ts';

/** The calls that a scenario can befall. */
export type Endpoint = 'chat' | 'embeddings' | 'models';

/** A fault or a script that a test asks for by name. Times in ms, `retryAfter` in seconds. */
export type Scenario =
  | { name: 'slow'; ms: number }
  | { name: 'silence' }
  | { name: 'late'; ms: number }
  | { name: '429'; retryAfter: number }
  | { name: '500'; status: number }
  | { name: '401' }
  | { name: 'cutOff'; bytes: number }
  | { name: 'noEnd'; deltas: number }
  | { name: 'errorAfter'; deltas: number }
  | { name: 'empty' }
  | { name: 'emptyStream' }
  | { name: 'html' }
  | { name: 'malformed'; deltas: number }
  | { name: 'script'; text: string; chunk: number; ms: number | undefined }
  | { name: 'clock'; deltas: number; ms: number | undefined }
  | { name: 'contentFilter'; deltas: number };

const chatOnlyScenarios = new Set(['slow', 'noEnd', 'errorAfter', 'emptyStream', 'script', 'clock', 'contentFilter']);

const nonNegativeInteger = { min: 0, integer: true };
const parseCount = (params: JsonObject, name: string, otherwise: number) =>
  parseNumber(params, name, nonNegativeInteger) ?? otherwise;

const parsers: { [Name in Scenario['name']]: (params: JsonObject) => Extract<Scenario, { name: Name }> } = {
  slow: (params) => ({ name: 'slow', ms: parseCount(params, 'ms', 500) }),
  silence: () => ({ name: 'silence' }),
  late: (params) => ({ name: 'late', ms: parseCount(params, 'ms', 2000) }),
  429: (params) => ({ name: '429', retryAfter: parseCount(params, 'retryAfter', 1) }),
  500: (params) => ({ name: '500', status: parseCount(params, 'status', 500) }),
  401: () => ({ name: '401' }),
  cutOff: (params) => ({ name: 'cutOff', bytes: parseCount(params, 'bytes', 1000) }),
  noEnd: (params) => ({ name: 'noEnd', deltas: parseCount(params, 'deltas', 5) }),
  errorAfter: (params) => ({ name: 'errorAfter', deltas: parseCount(params, 'deltas', 5) }),
  empty: () => ({ name: 'empty' }),
  emptyStream: () => ({ name: 'emptyStream' }),
  html: () => ({ name: 'html' }),
  malformed: (params) => ({ name: 'malformed', deltas: parseCount(params, 'deltas', 1) }),
  script: (params) => {
    if (typeof params['text'] !== 'string') throw invalidType('text', 'a string', params['text']);
    const chunk = parseNumber(params, 'chunk', { min: 1, integer: true }) ?? 8;
    return { name: 'script', text: params['text'], chunk, ms: parseNumber(params, 'ms', { min: 0 }) };
  },
  clock: (params) => ({
    name: 'clock',
    deltas: parseCount(params, 'deltas', 200),
    ms: parseNumber(params, 'ms', { min: 0 }),
  }),
  contentFilter: (params) => ({ name: 'contentFilter', deltas: parseCount(params, 'deltas', 5) }),
};

type ArmedScenario = { scenario: Scenario; on: Endpoint; match: string; left: number };

/** Reads `{ name, on?, count?, match?, …params }`. Throws a 400 that names what is wrong. */
function parseScenario(body: unknown): ArmedScenario {
  if (!isObject(body)) throw invalidType('body', 'an object', body);
  const name = String(body['name']);
  const reader = Object.entries(parsers).find(([known]) => known === name)?.[1];
  if (!reader) throw badRequest(`Unknown scenario '${name}'. Known: ${Object.keys(parsers).join(', ')}.`, 'name');
  const { on = 'chat', match = '' } = body;
  if (on !== 'chat' && on !== 'embeddings' && on !== 'models')
    throw invalidType('on', "'chat', 'embeddings' or 'models'", on);
  if (on !== 'chat' && chatOnlyScenarios.has(name)) throw badRequest(`The scenario '${name}' is for chat only.`, 'on');
  if (typeof match !== 'string') throw invalidType('match', 'a string', match);
  return { scenario: reader(body), on, match, left: parseNumber(body, 'count', { min: 1, integer: true }) ?? Infinity };
}

export type Scenarios = {
  /** Arms a scenario; without `count` it holds until `reset`. */
  arm(body: unknown): void;
  /** The first armed scenario for this call whose `match` is part of the text; uses up one of its counts. */
  take(on: Endpoint, text: string): Scenario | undefined;
  reset(): void;
};

export function createScenarios(): Scenarios {
  let armed: ArmedScenario[] = [];
  return {
    arm(body) {
      armed.push(parseScenario(body));
    },
    take(on, text) {
      const found = armed.find((item) => item.on === on && text.includes(item.match));
      if (!found) return undefined;
      found.left -= 1;
      if (found.left === 0) armed = armed.filter((item) => item !== found);
      return found.scenario;
    },
    reset() {
      armed = [];
    },
  };
}
