import { z } from 'zod';
import { parseJson } from './json.ts';
import type { Toggle } from './toggles.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The kind of an id in a call. The permission tests call every endpoint with another person's id of that kind. `own`: the id
 * is looked up among the caller's own rows. `graph`: the id is stored unchanged, and Microsoft 365 checks access to it.
 */
export type IdKind =
  | 'chat'
  | 'message'
  | 'run'
  | 'file'
  | 'site'
  | 'corpusFile'
  | 'task'
  | 'libraryTask'
  | 'template'
  | 'prompt'
  | 'person'
  | 'own'
  | 'graph';

/** How the body is sent: JSON, form fields, or a file with form fields. */
export type Encoding = 'json' | 'form' | 'upload';

type Shape = z.ZodObject;
type EmptyShape = z.ZodObject<Record<never, never>>;

/** One call of the API: path, access, input and output. Defined once, typed for server and clients. */
export interface Endpoint<
  Query extends Shape = Shape,
  Params extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Path with `{name}` for its parameters. Works with and without a trailing slash. */
  path: string;
  summary: string;
  /** `anyone` needs no token; `person` needs a signed-in member of the organization. */
  access: 'anyone' | 'person';
  toggle: Toggle | null;
  ids: Readonly<Record<string, IdKind>>;
  encoding: Encoding;
  query: Query;
  params: Params;
  body: Body;
  /** JSON reply; `null` for a call that returns a file or a stream. */
  reply: Reply | null;
  /** One event of the stream; `null` for a call without a stream. */
  event: Event | null;
  /** Content type of a call that returns bytes. */
  bytes: string | null;
}

interface Definition<
  Query extends Shape,
  Params extends Shape,
  Body extends Shape,
  Reply extends z.ZodType,
  Event extends z.ZodType,
> {
  method: Method;
  path: string;
  summary: string;
  access?: 'anyone' | 'person';
  toggle?: Toggle;
  ids?: Record<string, IdKind>;
  encoding?: Encoding;
  query?: Query;
  params?: Params;
  body?: Body;
  reply?: Reply;
  event?: Event;
  bytes?: string;
}

/** Creates an endpoint. Omitted parts are empty, and the caller must be signed in. */
export function endpoint<
  Query extends Shape = EmptyShape,
  Params extends Shape = EmptyShape,
  Body extends Shape = EmptyShape,
  Reply extends z.ZodType = z.ZodNever,
  Event extends z.ZodType = z.ZodNever,
>(definition: Definition<Query, Params, Body, Reply, Event>): Endpoint<Query, Params, Body, Reply, Event> {
  return {
    method: definition.method,
    path: definition.path,
    summary: definition.summary,
    access: definition.access ?? 'person',
    toggle: definition.toggle ?? null,
    ids: definition.ids ?? {},
    encoding: definition.encoding ?? 'json',
    query: definition.query ?? (z.object({}) as Query),
    params: definition.params ?? (z.object({}) as Params),
    body: definition.body ?? (z.object({}) as Body),
    reply: definition.reply ?? null,
    event: definition.event ?? null,
    bytes: definition.bytes ?? null,
  };
}

type QueryOf<E> = E extends Endpoint<infer Q, infer _P, infer _B, infer _R, infer _V> ? Q : never;
type ParamsOf<E> = E extends Endpoint<infer _Q, infer P, infer _B, infer _R, infer _V> ? P : never;
export type BodyOf<E> = E extends Endpoint<infer _Q, infer _P, infer B, infer _R, infer _V> ? B : never;
export type ReplyOf<E> = E extends Endpoint<infer _Q, infer _P, infer _B, infer R, infer _V> ? z.output<R> : never;
export type EventOf<E> = E extends Endpoint<infer _Q, infer _P, infer _B, infer _R, infer V> ? z.output<V> : never;

/** zod types an empty object as `Record<string, never>`, which would forbid the fields of the other parts. */
type KnownFields<T> = string extends keyof T ? Record<never, unknown> : T extends Record<string, unknown> ? T : never;

/** All input of a call in one flat object, as a client sends it. */
export type RequestOf<E> = KnownFields<z.input<QueryOf<E>>> &
  KnownFields<z.input<ParamsOf<E>>> &
  KnownFields<z.input<BodyOf<E>>>;
/** All input of a call after validation, as a route receives it. */
export type InputOf<E> = KnownFields<z.output<QueryOf<E>>> &
  KnownFields<z.output<ParamsOf<E>>> &
  KnownFields<z.output<BodyOf<E>>>;

/** A random id from server or client. */
export const Id = z.uuid().describe('a UUID');

/** A boolean in a query or a form: `true`, `1` and `yes` are true; `false`, `0`, `no` and a missing value are false. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'yes', 'no', 'True', 'False', ''])])
  .default(false)
  .transform((value) => value === true || value === 'true' || value === 'True' || value === '1' || value === 'yes');

export const TimeZone = z
  .string()
  .max(100)
  .optional()
  .describe("the IANA name of the person's time zone, such as `Europe/Berlin`; an unknown one is ignored");

/** A value that is JSON text in a form field or a query, and a plain value in a JSON body. */
export function asJson<T extends z.ZodType>(schema: T) {
  return z.preprocess((value, context) => {
    if (typeof value !== 'string') return value;
    try {
      return parseJson(value);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON' });
      return z.NEVER;
    }
  }, schema);
}

/** An integer of at least 0. Text such as `20` in a query is converted. */
export const Count = z.coerce.number().int().min(0);
