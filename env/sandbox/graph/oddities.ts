import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { BadRequest } from '#sandbox/server/requestBody.ts';
import { control, type ControlTable } from './controlTable.ts';
import { ok, type GraphReply } from './graphRoute.ts';
import type { Entity } from './odata.ts';

/** Documented or reported behavior of Graph, one file for each, with its public source. */
const CASES = fileURLToPath(new URL('../../../tests/world/graph/cases/', import.meta.url));
/** The skip token of the page that follows an empty page. */
const EMPTY_PAGE = /^empty-(\d+)$/;

const Properties = z.record(z.string(), z.unknown());
const Change = { set: Properties.default({}), remove: z.array(z.string()).default([]) };
const Reply = z.strictObject({
  status: z.number().int(),
  headers: z.record(z.string(), z.string()).default({}),
  json: z.unknown().optional(),
  text: z.string().default(''),
});
/** How to answer calls whose path matches: with `reply`, or with the usual reply after some changes. */
const Oddity = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).default('GET'),
  /** A regular expression for the path after the version. */
  path: z.string(),
  /** How many calls are answered as usual first. */
  after: z.number().int().positive().default(0),
  /** How many calls are answered in this way; all of them if it is missing. */
  times: z.number().int().positive().default(Infinity),
  reply: Reply.optional(),
  /** How many pages without items precede the usual first one. */
  emptyPages: z.number().int().positive().default(0),
  ...Change,
  /** Changes of each item of a page. */
  each: z.strictObject(Change).optional(),
  /** Items added to the page. */
  add: z.array(Properties).default([]),
});
type Oddity = z.infer<typeof Oddity>;
const Case = z.looseObject({ graph: z.array(Oddity).min(1) });
const ChosenCases = z.strictObject({ cases: z.array(z.string()) });

type Call = { method: string; path: string; query: URLSearchParams };

export type Oddities = {
  controls: ControlTable;
  /**
   * Answers a call as the chosen cases say, otherwise as usual. If `usual` returns nothing, it has already sent its
   * reply.
   */
  answer<T extends GraphReply | void>(
    call: Call,
    usual: (query: URLSearchParams) => Promise<T>,
  ): Promise<GraphReply | T>;
};

/** Plays cases of tests/world/graph. SANDBOX_GRAPH_AS and `POST /_sandbox/oddities` choose them by their file names. */
export function createOddities(base: string, names: readonly string[] = []): Oddities {
  let chosen = names.flatMap(readCase);
  return {
    controls: {
      'POST /_sandbox/oddities': control(ChosenCases, ({ cases }) => {
        chosen = cases.flatMap(readCase);
        return { cases };
      }),
    },
    answer: async (call, usual) => {
      const oddity = chosen.find(({ method, path }) => method === call.method && new RegExp(path).test(call.path));
      if (!oddity) return usual(call.query);
      if (oddity.after > 0) {
        oddity.after -= 1;
        return usual(call.query);
      }
      oddity.times -= 1;
      if (oddity.times <= 0) chosen = chosen.filter((other) => other !== oddity);
      if (oddity.reply) return toReply(oddity.reply, base);
      const emptyPage = createEmptyPage(oddity, call, base);
      if (emptyPage) return ok(emptyPage);
      const reply = await usual(withoutEmptyPage(call.query));
      if (!reply || Buffer.isBuffer(reply.body) || reply.status >= 300) return reply;
      return { ...reply, body: changeBody(oddity, reply.body as Entity) };
    },
  };
}

/** Throws BadRequest for a name that no case has. */
function readCase(name: string): Oddity[] {
  const known = readdirSync(CASES).map((file) => file.replace(/\.json$/, ''));
  if (!known.includes(name)) throw new BadRequest(`Unknown case of Graph '${name}'. Known: ${known.join(', ')}.`);
  return Case.parse(JSON.parse(readFileSync(`${CASES}${name}.json`, 'utf8'))).graph;
}

function toReply({ status, headers, json, text }: z.infer<typeof Reply>, base: string): GraphReply {
  const filled = Object.entries(headers).map(([name, value]) => [name, fillPlaceholders(value, base)]);
  const body = json === undefined ? Buffer.from(text) : json;
  return { status, headers: Object.fromEntries(filled) as Record<string, string>, body };
}

/** `{in 30 s}` stands for the date in 30 seconds, `{origin}` for the origin of this Graph. */
function fillPlaceholders(text: string, base: string): string {
  return text
    .replaceAll('{origin}', new URL(base).origin)
    .replace(/\{in (\d+) s\}/, (_, seconds) => new Date(Date.now() + Number(seconds) * 1_000).toUTCString());
}

function createEmptyPage({ emptyPages }: Oddity, { path, query }: Call, base: string): Entity | undefined {
  const skipped = query.get('$skiptoken') ?? 'empty-0';
  const count = Number(EMPTY_PAGE.exec(skipped)?.[1] ?? Infinity);
  if (count >= emptyPages) return undefined;
  const next = new URLSearchParams(query);
  next.set('$skiptoken', `empty-${count + 1}`);
  return { value: [], '@odata.nextLink': `${base}${path}?${next.toString()}` };
}

function withoutEmptyPage(query: URLSearchParams): URLSearchParams {
  const usual = new URLSearchParams(query);
  if (EMPTY_PAGE.test(usual.get('$skiptoken') ?? '')) usual.delete('$skiptoken');
  return usual;
}

function changeBody({ set, remove, each, add }: Oddity, body: Entity): Entity {
  const changed = change(body, { set, remove });
  const items = changed['value'];
  if (!Array.isArray(items)) return changed;
  return { ...changed, value: [...items.map((item: Entity) => (each ? change(item, each) : item)), ...add] };
}

function change(entity: Entity, { set, remove }: { set: Entity; remove: string[] }): Entity {
  const kept = Object.entries({ ...entity, ...set }).filter(([name]) => !remove.includes(name));
  return Object.fromEntries(kept);
}
