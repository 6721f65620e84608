import type { z } from 'zod';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import { parsePairs, readForm, readJsonObject, type BodyReading } from './readBody.ts';
import type { Request } from './server.ts';

const MAX_NAME_CHARACTERS = 80;

/** Reads and validates the input of a call from its address and body. Throws `bad_request` naming the first invalid field. */
export async function readInput<E extends Endpoint>(
  endpoint: E,
  request: Request,
  reading?: BodyReading,
): Promise<InputOf<E>> {
  const hasBody = Object.keys(endpoint.body.shape).length > 0;
  const read = endpoint.encoding === 'form' ? readForm : readJsonObject;
  const fields = hasBody ? await read(request, reading) : {};
  return validateInput(endpoint, request, fields);
}

/** Validates the input of a call whose body was already read into `fields`. */
export function validateInput<E extends Endpoint>(endpoint: E, request: Request, fields: unknown): InputOf<E> {
  const query = parseFields(endpoint.query, Object.fromEntries(parseQuery(request)));
  const params = parseFields(endpoint.params, request.params ?? {});
  const body = parseFields(endpoint.body, fields);
  return { ...query, ...params, ...body } as InputOf<E>;
}

/** Reads the query without `new URL`, which throws for an invalid address such as `//`. */
function parseQuery({ url = '' }: Request): URLSearchParams {
  const start = url.indexOf('?');
  return parsePairs(start < 0 ? '' : url.slice(start + 1));
}

function parseFields(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = issue ? describeIssue(issue, value) : '';
  throw new AvaError('bad_request', { detail: `The request isn't valid: ${problem}`, cause: result.error });
}

function describeIssue(issue: z.core.$ZodIssue, value: unknown): string {
  const name = issue.path.join('.').slice(0, MAX_NAME_CHARACTERS);
  if (getValue(value, issue.path) === undefined) return `${name} is missing.`;
  if (issue.code === 'invalid_type') return `${name} should be of type ${issue.expected}.`;
  return `${name} is invalid: ${issue.message}.`;
}

function getValue(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, name) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[name],
    value,
  );
}
