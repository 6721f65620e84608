import { badRequest } from '../openai/apiError.ts';
import { isObject, numberIn, wrongType } from '../openai/validation.ts';
import type { Json } from '../openai/validation.ts';

/** The calls that a scenario can befall. */
export type Target = 'chat' | 'embeddings' | 'models';

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

const onlyInChat = new Set(['slow', 'noEnd', 'errorAfter', 'emptyStream', 'script', 'clock', 'contentFilter']);

const whole = { min: 0, integer: true };
const count = (params: Json, name: string, otherwise: number) => numberIn(params, name, whole) ?? otherwise;

const readers: { [Name in Scenario['name']]: (params: Json) => Extract<Scenario, { name: Name }> } = {
  slow: (params) => ({ name: 'slow', ms: count(params, 'ms', 500) }),
  silence: () => ({ name: 'silence' }),
  late: (params) => ({ name: 'late', ms: count(params, 'ms', 2000) }),
  429: (params) => ({ name: '429', retryAfter: count(params, 'retryAfter', 1) }),
  500: (params) => ({ name: '500', status: count(params, 'status', 500) }),
  401: () => ({ name: '401' }),
  cutOff: (params) => ({ name: 'cutOff', bytes: count(params, 'bytes', 1000) }),
  noEnd: (params) => ({ name: 'noEnd', deltas: count(params, 'deltas', 5) }),
  errorAfter: (params) => ({ name: 'errorAfter', deltas: count(params, 'deltas', 5) }),
  empty: () => ({ name: 'empty' }),
  emptyStream: () => ({ name: 'emptyStream' }),
  html: () => ({ name: 'html' }),
  malformed: (params) => ({ name: 'malformed', deltas: count(params, 'deltas', 1) }),
  script: (params) => {
    if (typeof params['text'] !== 'string') throw wrongType('text', 'a string', params['text']);
    const chunk = numberIn(params, 'chunk', { min: 1, integer: true }) ?? 8;
    return { name: 'script', text: params['text'], chunk, ms: numberIn(params, 'ms', { min: 0 }) };
  },
  clock: (params) => ({ name: 'clock', deltas: count(params, 'deltas', 200), ms: numberIn(params, 'ms', { min: 0 }) }),
  contentFilter: (params) => ({ name: 'contentFilter', deltas: count(params, 'deltas', 5) }),
};

type Armed = { scenario: Scenario; on: Target; match: string; left: number };

/** Reads `{ name, on?, count?, match?, …params }`. Throws a 400 that names what is wrong. */
function armedIn(body: unknown): Armed {
  if (!isObject(body)) throw wrongType('body', 'an object', body);
  const name = String(body['name']);
  const reader = Object.entries(readers).find(([known]) => known === name)?.[1];
  if (!reader) throw badRequest(`Unknown scenario '${name}'. Known: ${Object.keys(readers).join(', ')}.`, 'name');
  const { on = 'chat', match = '' } = body;
  if (on !== 'chat' && on !== 'embeddings' && on !== 'models')
    throw wrongType('on', "'chat', 'embeddings' or 'models'", on);
  if (on !== 'chat' && onlyInChat.has(name)) throw badRequest(`The scenario '${name}' is for chat only.`, 'on');
  if (typeof match !== 'string') throw wrongType('match', 'a string', match);
  return { scenario: reader(body), on, match, left: numberIn(body, 'count', { min: 1, integer: true }) ?? Infinity };
}

export type Scenarios = {
  /** Arms a scenario; without `count` it holds until `reset`. */
  arm(body: unknown): void;
  /** The first armed scenario for this call whose `match` is part of the text; uses up one of its counts. */
  take(on: Target, text: string): Scenario | undefined;
  reset(): void;
};

export function createScenarios(): Scenarios {
  let armed: Armed[] = [];
  return {
    arm(body) {
      armed.push(armedIn(body));
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
