import type { z } from 'zod';
import { truncate } from '#contract/text/text.ts';
import type { ToolSchema } from '#api/mcp/toolSchema.ts';

const MAX_PROBLEMS = 3;
const MAX_OPTIONS = 20;
const MAX_OPTION_CHARACTERS = 60;

type Issues = z.ZodError['issues'];

/**
 * Says which arguments are wrong and what their schema allows, for the model. It repeats nothing of the value, because
 * the model knows what it sent.
 */
export function describeProblems(issues: Issues, value: unknown, schema: ToolSchema): string {
  const problems = issues.map(({ path }) => describeProblem(path, value, schema));
  return [...new Set(problems)].slice(0, MAX_PROBLEMS).join('; ');
}

function describeProblem(path: Issues[number]['path'], value: unknown, schema: ToolSchema): string {
  let inner: ToolSchema = schema;
  let given = value;
  const names: string[] = [];
  for (const step of path) {
    const next = typeof step === 'number' ? inner['items'] : getProperty(inner['properties'], String(step));
    if (typeof next !== 'object' || next === null) break;
    inner = next as ToolSchema;
    given = getProperty(given, String(step));
    names.push(typeof step === 'number' ? `item ${step + 1}` : String(step));
  }
  const name = names.length === 0 ? 'they' : `"${names.join(' › ')}"`;
  const allowed = describeAllowed(inner);
  return given === undefined ? `${name} is missing (${allowed})` : `${name} must be ${allowed}`;
}

function getProperty(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** What a schema allows, in words. */
function describeAllowed(schema: ToolSchema): string {
  const { enum: options, const: only, anyOf, type } = schema;
  if (Array.isArray(options)) return `one of ${listOptions(options)}`;
  if (only !== undefined) return listOptions([only]);
  if (Array.isArray(anyOf)) return (anyOf as ToolSchema[]).map(describeAllowed).join(' or ');
  if (Array.isArray(type)) return type.map((one: unknown) => describeAllowed({ ...schema, type: one })).join(' or ');
  switch (type) {
    case 'integer':
      return `a whole number${describeRange(schema['minimum'], schema['maximum'])}`;
    case 'number':
      return `a number${describeRange(schema['minimum'], schema['maximum'])}`;
    case 'boolean':
      return 'true or false';
    case 'string':
      return `text${describeLength(schema['minLength'], schema['maxLength'], 'characters')}`;
    case 'array':
      return `a list${describeLength(schema['minItems'], schema['maxItems'], 'items')}: ${describeAllowed((schema['items'] ?? {}) as ToolSchema)}`;
    case 'object':
      return describeObject(schema);
    default:
      return String(type ?? 'any value');
  }
}

function describeObject({ properties }: ToolSchema): string {
  const names = Object.keys((properties ?? {}) as object);
  return names.length === 0 ? 'an empty object' : `a JSON object with ${listOptions(names)}`;
}

function describeRange(from: unknown, to: unknown): string {
  if (typeof from === 'number' && typeof to === 'number') return ` from ${from} to ${to}`;
  if (typeof from === 'number') return ` of at least ${from}`;
  return typeof to === 'number' ? ` of at most ${to}` : '';
}

function describeLength(from: unknown, to: unknown, unit: string): string {
  const range = describeRange(from, to).replace(' from ', ' of ');
  return range && `${range} ${unit}`;
}

function listOptions(options: readonly unknown[]): string {
  const shown = options.slice(0, MAX_OPTIONS).map((option) => JSON.stringify(shorten(option)));
  return `${shown.join(', ')}${options.length > MAX_OPTIONS ? ' and others' : ''}`;
}

function shorten(option: unknown): unknown {
  return typeof option === 'string' ? truncate(option, MAX_OPTION_CHARACTERS) : option;
}
