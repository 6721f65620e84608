import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from './request.ts';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

/** Returns the names of all fields in path, query and body of a call; nested ones with dots: `files.id`. */
export function listFields({ query, params, body }: Endpoint): string[] {
  return [query, params, body].flatMap((shape) =>
    listNames(z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }) as JsonSchema, ''),
  );
}

function listNames(
  { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] }: JsonSchema,
  prefix: string,
): string[] {
  const parts = [items, additionalProperties, ...anyOf, ...oneOf].filter((part) => typeof part === 'object');
  const names = Object.entries(properties).flatMap(([name, schema]) => [
    prefix + name,
    ...listNames(schema, `${prefix}${name}.`),
  ]);
  return [...new Set([...names, ...parts.flatMap((part) => listNames(part, prefix))])];
}

/** Returns a copy of the input with a new value in the field with this dotted name; in lists, in every item. */
export function withField(input: CallInput, field: string, value: string): CallInput {
  const [name = '', ...rest] = field.split('.');
  const current = input[name];
  const replace = (part: unknown) =>
    rest.length === 0 ? value : withField((part ?? {}) as CallInput, rest.join('.'), value);
  return { ...input, [name]: Array.isArray(current) ? current.map(replace) : replace(current) };
}

type Path = readonly (string | number)[];

/** Returns the paths of all values that are neither objects nor lists. */
export function listLeafPaths(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const entries = Array.isArray(value)
    ? value.map((item, index): [number, unknown] => [index, item])
    : Object.entries(value);
  return entries.flatMap(([name, item]) => listLeafPaths(item).map((rest) => [name, ...rest]));
}

/** Returns a copy with another value at this path. */
export function withLeaf<T>(value: T, [name, ...rest]: Path, leaf: unknown): T {
  if (name === undefined) return leaf as T;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = withLeaf(copy[name], rest, leaf);
  return copy as T;
}
