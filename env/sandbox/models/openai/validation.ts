import { badRequest } from './apiError.ts';

/** A JSON object whose properties are not validated. */
export type JsonObject = Record<string, unknown>;

/** True for an object that is neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The type of a value in OpenAI's messages: "a string", "an array", "null" … */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'boolean') return 'a boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return `a ${typeof value}`;
}

/** The 400 for a value of the wrong type. `expected` includes the article: "an array". */
export function invalidType(param: string, expected: string, value: unknown) {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${describeType(value)} instead.`;
  return badRequest(message, param, 'invalid_type');
}

type Range = { min?: number; max?: number; integer?: boolean };

/** Parses an optional number within bounds. Null counts as undefined, as for OpenAI. */
export function parseNumber(body: JsonObject, param: string, { min, max, integer = false }: Range): number | undefined {
  const value = body[param];
  if (value === undefined || value === null) return undefined;
  const kind = integer ? 'integer' : 'decimal';
  const isValid = typeof value === 'number' && (!integer || Number.isInteger(value));
  if (!isValid) throw invalidType(param, integer ? 'an integer' : 'a decimal', value);
  if (min !== undefined && value < min) throw outOfRange(param, kind, 'below minimum', `>= ${min}`, value);
  if (max !== undefined && value > max) throw outOfRange(param, kind, 'above maximum', `<= ${max}`, value);
  return value;
}

function outOfRange(param: string, kind: string, side: string, bound: string, value: number) {
  const code = `${kind}_${side.startsWith('below') ? 'below_min' : 'above_max'}_value`;
  const message = `Invalid '${param}': ${kind} ${side} value. Expected a value ${bound}, but got ${value} instead.`;
  return badRequest(message, param, code);
}

/** Parses an optional boolean. Null counts as undefined, as for OpenAI. */
export function parseBoolean(body: JsonObject, param: string): boolean | undefined {
  const value = body[param];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidType(param, 'a boolean', value);
  return value;
}

export function parseModelId(body: JsonObject): string {
  const { model } = body;
  if (model === undefined || model === null || model === '') throw badRequest('you must provide a model parameter');
  if (typeof model !== 'string') throw invalidType('model', 'a string', model);
  return model;
}

/** Rejects unknown parameters, as OpenAI does, so that tests notice a misspelled one. */
export function rejectUnknownParameters(body: JsonObject, known: ReadonlySet<string>): void {
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw badRequest(`Unknown parameter: '${unknown}'.`, unknown, 'unknown_parameter');
}
