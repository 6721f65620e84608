import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { MAX_FIELDS } from '#api/http/readBody.ts';
import { MAX_BODY_VALUES } from './json.ts';

interface Findings {
  /** Fields with text, lists or records of any length. */
  unbounded: string[];
  /** Maximum number of values of this shape, as parseJson counts them. */
  values: number;
}

const UUID_CHARACTERS = 36;

const bounded = (values: number): Findings => ({ unbounded: [], values });
const listIf = (isUnbounded: boolean, path: string) => (isUnbounded ? [path] : []);

function sum(parts: readonly Findings[]): Findings {
  return {
    unbounded: parts.flatMap(({ unbounded }) => unbounded),
    values: parts.reduce((total, { values }) => total + values, 0),
  };
}

/** Inspects a zod schema and its parts. */
function inspect(schema: z.core.$ZodType, path: string): Findings {
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def'];
  const maximum = getMaximum(schema);
  switch (def.type) {
    case 'object': {
      const parts = Object.entries(def.shape).map(([name, field]) => inspect(field, `${path}.${name}`));
      return sum([...parts, bounded(1)]);
    }
    case 'array': {
      const { unbounded, values } = inspect(def.element, `${path}[]`);
      return {
        unbounded: [...unbounded, ...listIf(maximum === undefined, `${path}[]`)],
        values: (maximum ?? 0) * values + 1,
      };
    }
    case 'record': {
      const { unbounded, values } = sum([inspect(def.keyType, `${path}{key}`), inspect(def.valueType, `${path}{}`)]);
      return {
        unbounded: [...unbounded, ...listIf(maximum === undefined, `${path}{}`)],
        values: (maximum ?? 0) * values + 1,
      };
    }
    case 'string':
      return { unbounded: listIf(maximum === undefined, path), values: 1 };
    case 'union': {
      const options = def.options.map((option) => inspect(option, path));
      return { unbounded: sum(options).unbounded, values: Math.max(...options.map(({ values }) => values)) };
    }
    case 'pipe': {
      const [input, output] = [inspect(def.in, path), inspect(def.out, path)];
      // Input and output of a conversion need maxima. Text that is parsed as JSON needs none, because `parseJson`
      // limits it.
      return {
        unbounded: [...input.unbounded, ...output.unbounded],
        values: Math.max(input.values, output.values),
      };
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
      return bounded(1);
    default:
      return { unbounded: [`${path}: ${def.type}`], values: 0 };
  }
}

/** Maximum length of a text, or number of elements of a list or record. */
function getMaximum(schema: z.core.$ZodType): number | undefined {
  const { checks = [], format } = schema._zod.def as { checks?: z.core.$ZodCheck[]; format?: string };
  if (format === 'uuid') return UUID_CHARACTERS;
  const limits = checks.flatMap(({ _zod: { def } }) => ('maximum' in def ? [Number(def.maximum)] : []));
  const maxProperties = z.globalRegistry.get(schema)?.['maxProperties'];
  return limits[0] ?? (typeof maxProperties === 'number' ? maxProperties : undefined);
}

/** Fields that need no maximum, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'appendMessage.citations: unknown': 'Ignored: only the run of an answer cites.',
};

const inputs = Object.entries(endpoints).map(([name, { query, params, body }]) => ({
  name,
  shapes: [query, params, body],
}));

/** @proves threat:bounded-inputs */
it('no call accepts text, a list or a record without a maximum', () => {
  const unbounded = inputs.flatMap(({ name, shapes }) => shapes.flatMap((shape) => inspect(shape, name).unbounded));
  expect(unbounded.filter((field) => !(field in allowed))).toEqual([]);
});

it.each(inputs)('$name accepts its largest input', ({ name, shapes }) => {
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
])('finds %s without a maximum', (_, shape) => {
  expect(inspect(shape, 'call').unbounded).toHaveLength(1);
});
