import { z } from 'zod';

/** JSON Schema of a tool's arguments, as far as AVA understands it. */
export type ToolSchema = Record<string, unknown>;

const MAX_SCHEMA_BYTES = 4_096;
const MAX_DEPTH = 5;
const MAX_PROPERTIES = 40;
const PROPERTY_NAME = /^[A-Za-z][\w.$-]{0,63}$/;

const number = z.number().optional();
const length = z.number().int().min(0).max(1_000_000).optional();
const value = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
export type SchemaValue = z.output<typeof value>;
const type = z.enum(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

/** Keywords that AVA passes on. Expressions and formats are left out: the server checks them itself. */
const Keywords = z.object({
  type: z.union([type, z.array(type).min(1).max(7)]).optional(),
  description: z.string().max(1_000).optional(),
  enum: z.array(value).min(1).max(100).optional(),
  const: value.optional(),
  default: value.optional(),
  minimum: number,
  maximum: number,
  minLength: length,
  maxLength: length,
  minItems: length,
  maxItems: length,
});

/** Keywords whose loss would change what a schema means. */
const UNSUPPORTED = ['$ref', '$dynamicRef', 'allOf', 'oneOf', 'not', 'if', 'prefixItems', 'patternProperties'];

const Node = Keywords.extend({
  properties: z.record(z.string().regex(PROPERTY_NAME), z.unknown()).optional(),
  required: z.array(z.string().max(64)).max(MAX_PROPERTIES).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).min(1).max(8).optional(),
});

/** Thrown with the reason why a schema can't be used. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

/**
 * Copies what AVA understands of a schema that a server declares. Arguments that are not declared are not allowed, so that
 * no others are sent. Throws `SchemaError`.
 */
export function readToolSchema(declared: unknown): ToolSchema {
  if (JSON.stringify(declared ?? null).length > MAX_SCHEMA_BYTES) throw new SchemaError('its schema is too large');
  const schema = readNode(declared, 0);
  if (schema['type'] !== 'object') throw new SchemaError('its schema is not an object');
  return schema;
}

function readNode(declared: unknown, depth: number): ToolSchema {
  if (depth > MAX_DEPTH) throw new SchemaError('its schema is nested too deeply');
  const parsed = Node.safeParse(declared);
  if (!parsed.success) throw new SchemaError(`its schema is not valid: ${z.prettifyError(parsed.error)}`);
  const unsupported = UNSUPPORTED.find((keyword) => Object.hasOwn(declared as object, keyword));
  if (unsupported) throw new SchemaError(`its schema has ${unsupported}`);
  const { properties, required, items, anyOf, ...keywords } = parsed.data;
  const read = (inner: unknown) => readNode(inner, depth + 1);
  const types = [keywords.type ?? (properties ? 'object' : [])].flat();
  const isClosed =
    types.length > 0 || keywords.enum !== undefined || keywords.const !== undefined || anyOf !== undefined;
  if (!isClosed || (types.includes('array') && items === undefined))
    throw new SchemaError('its schema allows any argument');
  return {
    ...keywords,
    ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    ...(types.includes('object') && readProperties(properties ?? {}, required ?? [], read)),
    ...(items !== undefined && { items: read(items) }),
    ...(anyOf && { anyOf: anyOf.map(read) }),
  };
}

function readProperties(
  properties: Record<string, unknown>,
  required: readonly string[],
  read: (inner: unknown) => ToolSchema,
): ToolSchema {
  const entries = Object.entries(properties);
  if (entries.length > MAX_PROPERTIES) throw new SchemaError('its schema has too many arguments');
  if (!required.every((name) => Object.hasOwn(properties, name)))
    throw new SchemaError('its schema requires arguments that it does not declare');
  return {
    properties: Object.fromEntries(entries.map(([name, inner]) => [name, read(inner)])),
    required,
    additionalProperties: false,
  };
}
