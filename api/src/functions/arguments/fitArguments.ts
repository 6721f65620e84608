import { z } from 'zod';
import type { ToolSchema } from '#api/mcp/toolSchema.ts';
import { parseJson } from './parseArguments.ts';

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
/** Words that models write as the value of an argument that they mean to leave out. */
const LEFT_OUT = new Set(['', 'null', 'none', 'undefined']);

/**
 * Converts a value to what its schema allows if it is clear what the model meant, because models often send the right
 * value as another type. What can't be fitted is returned as it is, so that the check names it. Arguments that are not
 * declared are left out.
 */
export function fitArguments(value: unknown, schema: ToolSchema): unknown {
  const options = schema['enum'] ?? (schema['const'] === undefined ? null : [schema['const']]);
  if (Array.isArray(options)) return fitToList(unwrap(value), options);
  const alternatives = listAlternatives(schema);
  if (alternatives) return fitToFirst(value, alternatives);
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return fitNumber(unwrap(value));
    case 'boolean':
      return fitBoolean(unwrap(value));
    case 'string':
      return fitText(value);
    case 'array':
      return fitList(value, (schema['items'] ?? {}) as ToolSchema);
    case 'object':
      return fitObject(value, schema);
    default:
      return value;
  }
}

/** The alternative schemas of a value (`anyOf` or several types); null if there is only one. */
function listAlternatives({ anyOf, ...schema }: ToolSchema): ToolSchema[] | null {
  if (Array.isArray(anyOf)) return anyOf as ToolSchema[];
  return Array.isArray(schema['type']) ? schema['type'].map((type: unknown) => ({ ...schema, type })) : null;
}

function fitToFirst(value: unknown, alternatives: readonly ToolSchema[]): unknown {
  const candidates = [value, ...alternatives.map((one) => fitArguments(value, one))];
  const fitting = candidates.findIndex((candidate) => alternatives.some((one) => matches(candidate, one)));
  return fitting < 0 ? value : candidates[fitting];
}

/** One of the values that a schema lists, in other case or as another type. */
function fitToList(value: unknown, options: readonly unknown[]): unknown {
  if (options.includes(value)) return value;
  const normalize = (one: unknown) => String(one).trim().toLowerCase();
  const same = options.filter((option) => normalize(option) === normalize(value));
  return same.length === 1 ? same[0] : value;
}

function fitNumber(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
}

function fitBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : value;
}

/**
 * Fits a value to a text. Models send numbers and lists of words where a text, such as the words of a search, is
 * expected.
 */
function fitText(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const isList = Array.isArray(value) && value.every((item) => ['string', 'number'].includes(typeof item));
  return isList ? value.join(' ') : value;
}

function fitList(value: unknown, items: ToolSchema): unknown {
  const parsed = typeof value === 'string' && value.trim().startsWith('[') ? (parseJson(value) ?? value) : value;
  if (parsed === null || parsed === undefined) return parsed;
  return [parsed].flat(1).map((item) => fitArguments(item, items));
}

function fitObject(value: unknown, schema: ToolSchema): unknown {
  const given = typeof value === 'string' ? (parseJson(value) ?? value) : value;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return value;
  const required = new Set((schema['required'] ?? []) as string[]);
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, ToolSchema>);
  return Object.fromEntries(
    properties.flatMap(([name, inner]): [string, unknown][] => {
      const argument = getArgument(given, name);
      if (argument === undefined) return [];
      return !required.has(name) && isLeftOut(argument, inner) ? [] : [[name, fitArguments(argument, inner)]];
    }),
  );
}

/** The argument with this name, or otherwise one whose name differs only in case. */
function getArgument(given: object, name: string): unknown {
  const key = Object.keys(given).find((other) => other.toLowerCase() === name.toLowerCase());
  const found = Object.hasOwn(given, name) ? name : key;
  return found === undefined ? undefined : (given as Record<string, unknown>)[found];
}

/** Whether a value means "no value", such as null or the word `none`, and the schema does not accept it. */
function isLeftOut(value: unknown, schema: ToolSchema): boolean {
  const isNone = value === null || (typeof value === 'string' && LEFT_OUT.has(value.trim().toLowerCase()));
  return isNone && !matches(value, schema);
}

function matches(value: unknown, schema: ToolSchema): boolean {
  return z.fromJSONSchema(schema).safeParse(value).success;
}

/** The item of a list of one, where one value is expected. */
function unwrap(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;
}
