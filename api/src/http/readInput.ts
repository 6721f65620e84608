import type { z } from 'zod';
import type { Endpoint, InputOf } from '../../contract/endpoint.ts';
import { AvaError } from '../../contract/errors.ts';
import { parsePairs, readForm, readJsonObject } from './readBody.ts';
import type { Request } from './server.ts';

const LONGEST_NAME = 80;

/** What a call takes, from its address and its body. Throws `bad_request` naming the first field that is not right. */
export async function readInput<E extends Endpoint>(endpoint: E, request: Request): Promise<InputOf<E>> {
  const hasBody = Object.keys(endpoint.body.shape).length > 0;
  const fields = !hasBody ? {} : endpoint.encoding === 'form' ? await readForm(request) : await readJsonObject(request);
  return checkInput(endpoint, request, fields);
}

/** The same where the fields of the body have been read already. */
export function checkInput<E extends Endpoint>(endpoint: E, request: Request, fields: unknown): InputOf<E> {
  const query = parse(endpoint.query, Object.fromEntries(queryOf(request)));
  const params = parse(endpoint.params, request.params ?? {});
  const body = parse(endpoint.body, fields);
  return { ...query, ...params, ...body } as InputOf<E>;
}

/** Not by `new URL`: an address that is none, such as `//`, must not throw. */
function queryOf({ url = '' }: Request): URLSearchParams {
  const at = url.indexOf('?');
  return parsePairs(at < 0 ? '' : url.slice(at + 1));
}

function parse(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem = issue ? problemOf(issue, value) : '';
  throw new AvaError('bad_request', { detail: `The request could not be understood: ${problem}`, cause: result.error });
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  const name = issue.path.join('.').slice(0, LONGEST_NAME);
  if (valueAt(value, issue.path) === undefined) return `${name} is missing.`;
  if (issue.code === 'invalid_type') return `${name} should be of type ${issue.expected}.`;
  return `${name} is not right: ${issue.message}.`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, name) => (inside as Record<PropertyKey, unknown> | null | undefined)?.[name],
    value,
  );
}
