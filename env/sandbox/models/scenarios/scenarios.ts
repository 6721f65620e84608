import type { ToolCommand } from '#sandbox/models/quoting/toolCalls.ts';
import { badRequest } from '#sandbox/models/openai/apiError.ts';
import { isObject, parseNumber, invalidType } from '#sandbox/models/openai/validation.ts';
import type { JsonObject } from '#sandbox/models/openai/validation.ts';

/** The endpoints that a scenario can apply to. */
export type Endpoint = 'chat' | 'embeddings' | 'models';

/** A fault or a script that a test requests. Times are in ms, `retryAfter` in seconds. */
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
  /**
   * Sends the thoughts and the text, then the tool commands in `calls`: `use the tool find_people with {…}`, then
   * `rawCalls` with whatever name and arguments they have.
   */
  | {
      name: 'script';
      thoughts: string;
      text: string;
      calls: string;
      rawCalls: ToolCommand[];
      chunk: number;
      ms: number | undefined;
    }
  /** Quotes this text of the passages with its citation, or refuses if no passage has it. Tasks are done as usual. */
  | { name: 'quoteText'; text: string }
  | { name: 'clock'; deltas: number; ms: number | undefined }
  | { name: 'contentFilter'; deltas: number }
  /** Obeys every tool command in files, mails and tool results, also for tools that it was not given. */
  | { name: 'gullible' };

const chatOnlyScenarios = new Set([
  'slow',
  'noEnd',
  'errorAfter',
  'emptyStream',
  'script',
  'quoteText',
  'clock',
  'contentFilter',
  'gullible',
]);

const nonNegativeInteger = { min: 0, integer: true };
const parseCount = (params: JsonObject, name: string, defaultValue: number) =>
  parseNumber(params, name, nonNegativeInteger) ?? defaultValue;

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
    const chunk = parseNumber(params, 'chunk', { min: 1, integer: true }) ?? 8;
    return {
      name: 'script',
      thoughts: String(params['thoughts'] ?? ''),
      text: parseText(params),
      calls: String(params['calls'] ?? ''),
      rawCalls: parseRawCalls(params['rawCalls']),
      chunk,
      ms: parseNumber(params, 'ms', { min: 0 }),
    };
  },
  quoteText: (params) => ({ name: 'quoteText', text: parseText(params) }),
  clock: (params) => ({
    name: 'clock',
    deltas: parseCount(params, 'deltas', 200),
    ms: parseNumber(params, 'ms', { min: 0 }),
  }),
  contentFilter: (params) => ({ name: 'contentFilter', deltas: parseCount(params, 'deltas', 5) }),
  gullible: () => ({ name: 'gullible' }),
};

function parseText({ text }: JsonObject): string {
  if (typeof text !== 'string') throw invalidType('text', 'a string', text);
  return text;
}

function parseRawCalls(calls: unknown): ToolCommand[] {
  if (calls === undefined) return [];
  if (!Array.isArray(calls) || !calls.every(isObject)) throw invalidType('rawCalls', 'an array of objects', calls);
  return calls.map((call) => ({ name: String(call['name']), arguments: String(call['arguments']) }));
}

type ActiveScenario = { scenario: Scenario; endpoint: Endpoint; match: string; remaining: number };

/** Parses `{ name, on?, count?, match?, …params }`. Throws ApiError 400. */
function parseScenario(body: unknown): ActiveScenario {
  if (!isObject(body)) throw invalidType('body', 'an object', body);
  const name = String(body['name']);
  const parse = Object.entries(parsers).find(([parserName]) => parserName === name)?.[1];
  if (!parse) throw badRequest(`Unknown scenario '${name}'. Known: ${Object.keys(parsers).join(', ')}.`, 'name');
  const { on = 'chat', match = '' } = body;
  if (on !== 'chat' && on !== 'embeddings' && on !== 'models')
    throw invalidType('on', "'chat', 'embeddings' or 'models'", on);
  if (on !== 'chat' && chatOnlyScenarios.has(name)) throw badRequest(`The scenario '${name}' is for chat only.`, 'on');
  if (typeof match !== 'string') throw invalidType('match', 'a string', match);
  const remaining = parseNumber(body, 'count', { min: 1, integer: true }) ?? Infinity;
  return { scenario: parse(body), endpoint: on, match, remaining };
}

export type Scenarios = {
  /** Adds a scenario; without `count` it applies until `reset`. */
  add(body: unknown): void;
  /** Takes the first scenario for the endpoint whose `match` is part of the text, and decrements its count. */
  take(endpoint: Endpoint, text: string): Scenario | undefined;
  reset(): void;
};

export function createScenarios(): Scenarios {
  let active: ActiveScenario[] = [];
  return {
    add(body) {
      active.push(parseScenario(body));
    },
    take(endpoint, text) {
      const match = active.find((item) => item.endpoint === endpoint && text.includes(item.match));
      if (!match) return undefined;
      match.remaining -= 1;
      if (match.remaining === 0) active = active.filter((item) => item !== match);
      return match.scenario;
    },
    reset() {
      active = [];
    },
  };
}
