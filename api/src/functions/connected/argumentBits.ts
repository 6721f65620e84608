import type { SchemaValue, ToolSchema } from '#api/mcp/toolSchema.ts';
import { splitWords, type OwnWords } from './ownWords.ts';

/** How many integers a schema can allow for the model to choose one that the person did not write. */
const MAX_RANGE = 10;

/** How much the arguments of a call reveal to their receiver. */
export interface MeasuredArguments {
  /** Logarithms of the alternatives of each choice, added up. */
  bits: number;
  /** The words of each argument that is a part of the person's texts. */
  words: readonly (readonly string[])[];
}

const FIXED: MeasuredArguments = { bits: 0, words: [] };
/**
 * A call is expected to have one of four optional arguments, so an argument that it leaves out counts less than one
 * that it has.
 */
const GIVEN: MeasuredArguments = { bits: 2, words: [] };
const LEFT_OUT: MeasuredArguments = { bits: Math.log2(4 / 3), words: [] };

/**
 * Measures a value that its schema allows. Returns null if it contains anything that is neither chosen from what the schema
 * lists nor from what the person wrote. The bits are the lengths of a prefix code: the sum of 2^-bits is at most 1.
 */
export function measureArguments(schema: ToolSchema, value: unknown, own: OwnWords): MeasuredArguments | null {
  const { anyOf, default: missing } = schema;
  const listed = listOwnValues(schema);
  if (listed) {
    const values = new Set(missing === undefined ? listed : [...listed, missing]);
    return values.has(value as SchemaValue) ? choose(values.size) : null;
  }
  if (Array.isArray(anyOf)) return measureCheapest(anyOf as ToolSchema[], value, own);
  const types = [schema['type'] ?? []].flat();
  if (types.length !== 1)
    return measureCheapest(
      types.map((type) => ({ ...schema, type })),
      value,
      own,
    );
  return measureType(schema, value, own);
}

/** Measures a value whose schema has one type. */
function measureType(schema: ToolSchema, value: unknown, own: OwnWords): MeasuredArguments | null {
  const { type, default: missing } = schema;
  // A text can be a part of the person's texts or the default value, which counts as one more alternative.
  const others = typeof missing === type || (type === 'integer' && typeof missing === 'number') ? 1 : 0;
  const isDefault = others === 1 && value === missing;
  switch (type) {
    case 'null':
      return value === null ? FIXED : null;
    case 'boolean':
      return typeof value === 'boolean' ? choose(2) : null;
    case 'string':
      if (typeof value !== 'string') return null;
      if (isDefault) return choose(own.partCount + others);
      return own.hasPart(value) ? addWords(choose(own.partCount + others), value) : null;
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || (type === 'integer' && !Number.isInteger(value))) return null;
      const range = listRange(schema);
      if (range) return range.includes(value) ? choose(range.length) : null;
      if (isDefault) return choose(own.numbers.size + others);
      return own.numbers.has(value) ? addWords(choose(own.numbers.size + others), String(value)) : null;
    }
    case 'array':
      // After each item, whether another one follows is a choice of one bit.
      return Array.isArray(value)
        ? add(
            { bits: value.length + 1, words: [] },
            value.map((item: unknown) => measureArguments(schema['items'] as ToolSchema, item, own)),
          )
        : null;
    case 'object':
      return measureObject(schema, value, own);
    default:
      return null;
  }
}

function measureObject(schema: ToolSchema, value: unknown, own: OwnWords): MeasuredArguments | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const properties = (schema['properties'] ?? {}) as Record<string, ToolSchema>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const given = value as Record<string, unknown>;
  if (!Object.keys(given).every((name) => Object.hasOwn(properties, name))) return null;
  const measured = Object.entries(properties).flatMap(([name, inner]) => {
    if (!Object.hasOwn(given, name)) return [required.has(name) ? null : LEFT_OUT];
    return [required.has(name) ? FIXED : GIVEN, measureArguments(inner, given[name], own)];
  });
  return add(FIXED, measured);
}

/** Measures a value that one of several schemas allows. Which of the schemas was meant is one more choice. */
function measureCheapest(schemas: readonly ToolSchema[], value: unknown, own: OwnWords): MeasuredArguments | null {
  const measured = schemas.flatMap((schema) => measureArguments(schema, value, own) ?? []);
  const [cheapest] = measured.toSorted((a, b) => a.bits - b.bits);
  return cheapest ? add(choose(schemas.length), [cheapest]) : null;
}

/** The values that a schema itself lists, such as the days of a week. */
function listOwnValues({ enum: values, const: only }: ToolSchema): SchemaValue[] | null {
  if (Array.isArray(values)) return values as SchemaValue[];
  return only === undefined ? null : [only as SchemaValue];
}

/** The integers that a schema allows; null if they are too many for the model to choose from. */
function listRange({ type, minimum, maximum }: ToolSchema): number[] | null {
  if (type !== 'integer' || typeof minimum !== 'number' || typeof maximum !== 'number') return null;
  const first = Math.ceil(minimum);
  const count = Math.floor(maximum) - first + 1;
  return count >= 1 && count <= MAX_RANGE ? Array.from({ length: count }, (_, index) => first + index) : null;
}

function choose(alternatives: number): MeasuredArguments {
  return { bits: Math.log2(Math.max(1, alternatives)), words: [] };
}

function addWords({ bits }: MeasuredArguments, text: string): MeasuredArguments {
  return { bits, words: [splitWords(text)] };
}

function add(first: MeasuredArguments, rest: readonly (MeasuredArguments | null)[]): MeasuredArguments | null {
  const all: MeasuredArguments[] = [first];
  for (const one of rest) {
    if (one === null) return null;
    all.push(one);
  }
  return { bits: all.reduce((sum, { bits }) => sum + bits, 0), words: all.flatMap(({ words }) => words) };
}
