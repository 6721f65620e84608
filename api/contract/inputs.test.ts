import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { MAX_BODY_VALUES, MAX_FIELDS } from './limits.ts';

interface Findings {
  /** Fields that take text, lists or records of any length. */
  open: string[];
  /** The most values that JSON of this shape can have, as parseJson counts them. */
  values: number;
}

const UUID_CHARACTERS = 36;

const closed = (values: number): Findings => ({ open: [], values });
const openAt = (path: string, isOpen: boolean) => (isOpen ? [path] : []);

function sum(parts: readonly Findings[]): Findings {
  return { open: parts.flatMap(({ open }) => open), values: parts.reduce((total, { values }) => total + values, 0) };
}

/** Goes through a schema of zod and what it is made of. */
function inspect(schema: z.core.$ZodType, path: string): Findings {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  const most = maximumOf(schema);
  switch (def.type) {
    case 'object': {
      const parts = Object.entries(def.shape).map(([name, field]) => inspect(field, `${path}.${name}`));
      return sum([...parts, closed(1)]);
    }
    case 'array': {
      const { open, values } = inspect(def.element, `${path}[]`);
      return { open: [...open, ...openAt(`${path}[]`, most === undefined)], values: (most ?? 0) * values + 1 };
    }
    case 'record': {
      const { open, values } = sum([inspect(def.keyType, `${path}{key}`), inspect(def.valueType, `${path}{}`)]);
      return { open: [...open, ...openAt(`${path}{}`, most === undefined)], values: (most ?? 0) * values + 1 };
    }
    case 'string':
      return { open: openAt(path, most === undefined), values: 1 };
    case 'union': {
      const options = def.options.map((option) => inspect(option, path));
      return { open: sum(options).open, values: Math.max(...options.map(({ values }) => values)) };
    }
    case 'pipe': {
      const [before, after] = [inspect(def.in, path), inspect(def.out, path)];
      // What comes in is checked first; a text that JSON is parsed from is limited by parseJson.
      return { open: [...before.open, ...after.open], values: Math.max(before.values, after.values) };
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return inspect(def.innerType, path);
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'transform':
      return closed(1);
    default:
      return { open: [`${path}: ${def.type}`], values: 0 };
  }
}

/** The longest text, the most elements of a list or the most members of a record. */
function maximumOf(schema: z.core.$ZodType): number | undefined {
  const { checks = [], format } = schema._zod.def as { checks?: z.core.$ZodCheck[]; format?: string };
  if (format === 'uuid') return UUID_CHARACTERS;
  const limits = checks.flatMap(({ _zod: { def } }) => ('maximum' in def ? [Number(def.maximum)] : []));
  const most = z.globalRegistry.get(schema)?.['maxProperties'];
  return limits[0] ?? (typeof most === 'number' ? most : undefined);
}

/** Fields that are not read, each with its reason. */
const allowed: Readonly<Record<string, string>> = {
  'appendMessage.citations: unknown': 'Ignored: only the run of an answer cites.',
};

const inputs = Object.entries(endpoints).map(([name, { query, params, body }]) => ({
  name,
  shapes: [query, params, body],
}));

it('no call takes text, a list or a record without a maximum', () => {
  const open = inputs.flatMap(({ name, shapes }) => shapes.flatMap((shape) => inspect(shape, name).open));
  expect(open.filter((field) => !(field in allowed))).toEqual([]);
});

it.each(inputs)('$name takes all it says it takes', ({ name, shapes }) => {
  for (const shape of shapes) {
    expect(inspect(shape, name).values).toBeLessThan(MAX_BODY_VALUES);
    expect(Object.keys(shape.shape).length).toBeLessThan(MAX_FIELDS);
  }
});

it.each([
  ['text', z.object({ a: z.string() })],
  ['text in a list', z.object({ a: z.array(z.string()).max(3).optional() })],
  ['a list', z.object({ a: z.array(z.number()).nullable() })],
  ['a record', z.object({ a: z.record(z.string().max(3), z.number()) })],
  ['anything', z.object({ a: z.unknown() })],
])('would notice %s without a maximum', (_, shape) => {
  expect(inspect(shape, 'call').open).toHaveLength(1);
});
