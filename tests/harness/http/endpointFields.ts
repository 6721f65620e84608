import { z } from 'zod';
import type { Endpoint } from '../../../api/contract/endpoint.ts';
import type { Ask } from './request.ts';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** The names of all fields a call takes in path, query and body, those inside others with dots: `files.id`. */
export function fieldsOf({ query, params, body }: Endpoint): string[] {
  return [query, params, body].flatMap((shape) =>
    namesIn(z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as JsonSchema, ''),
  );
}

function namesIn(
  { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] }: JsonSchema,
  above: string,
): string[] {
  const inside = [items, additionalProperties, ...anyOf, ...oneOf].filter((part) => typeof part === 'object');
  const here = Object.entries(properties).flatMap(([name, schema]) => [
    above + name,
    ...namesIn(schema, `${above}${name}.`),
  ]);
  return [...new Set([...here, ...inside.flatMap((schema) => namesIn(schema, above))])];
}

/** The same ask with another value in the field of that dotted name, in every item of the lists on the way. */
export function withField(ask: Ask, field: string, value: string): Ask {
  const [name = '', ...rest] = field.split('.');
  const before = ask[name];
  const put = (part: unknown) => (rest.length === 0 ? value : withField((part ?? {}) as Ask, rest.join('.'), value));
  return { ...ask, [name]: Array.isArray(before) ? before.map(put) : put(before) };
}

type Path = readonly (string | number)[];

/** Where in an ask a value stands that holds no others. */
export function leavesOf(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inside = Array.isArray(value) ? value.map((item, at): [number, unknown] => [at, item]) : Object.entries(value);
  return inside.flatMap(([name, item]) => leavesOf(item).map((rest) => [name, ...rest]));
}

/** The same ask with another value at that place. */
export function withLeaf<T>(value: T, [name, ...rest]: Path, leaf: unknown): T {
  if (name === undefined) return leaf as T;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = withLeaf(copy[name], rest, leaf);
  return copy as T;
}
