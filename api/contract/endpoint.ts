import { z } from 'zod';
import { parseJson } from './json.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The organization's switches. The server refuses a call whose switch is off; the tab only hides it. */
export const toggles = [
  'chat',
  'knowledgeSearch',
  'tools',
  'tasks',
  'functionCalling',
  'uploadBlob',
  'showMeetingTranscripts',
  'teamsBotEnabled',
] as const;
export type Toggle = (typeof toggles)[number];

/**
 * What an id in a call stands for. The permission suite walks every route and hands it somebody else's id of that kind;
 * `own` marks an id that only names a row of the caller's own and cannot reach another person's; `graph` one that is
 * kept as it came and means something to Microsoft 365 alone, which asks for the reader's right itself.
 */
export type Noun = 'chat' | 'message' | 'run' | 'file' | 'site' | 'corpusFile' | 'person' | 'own' | 'graph';

/** How the body travels: JSON, form fields, or one file with form fields beside it. */
export type Encoding = 'json' | 'form' | 'upload';

type Shape = z.ZodObject;
type Nothing = z.ZodObject<Record<never, never>>;

/** One call of the API: its place, who may make it, what goes in and what comes out. Written once, typed at both ends. */
export interface Endpoint<
  Query extends Shape = Shape,
  Params extends Shape = Shape,
  Body extends Shape = Shape,
  Reply extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Path with `{name}` for its parameters. With and without the last slash it answers alike. */
  path: string;
  summary: string;
  /** `anyone` needs no token; `person` needs a signed-in member of the organization. */
  access: 'anyone' | 'person';
  toggle: Toggle | null;
  ids: Readonly<Record<string, Noun>>;
  encoding: Encoding;
  query: Query;
  params: Params;
  body: Body;
  /** JSON reply; `null` where the call answers with a file or a stream. */
  reply: Reply | null;
  /** One event of the stream; `null` where the call does not stream. */
  event: Event | null;
  /** Content type of a call that answers with bytes. */
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
  ids?: Record<string, Noun>;
  encoding?: Encoding;
  query?: Query;
  params?: Params;
  body?: Body;
  reply?: Reply;
  event?: Event;
  bytes?: string;
}

/** Makes an endpoint from its definition; what is left out is empty, and a person must be signed in. */
export function endpoint<
  Query extends Shape = Nothing,
  Params extends Shape = Nothing,
  Body extends Shape = Nothing,
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

export type QueryOf<E> = E extends Endpoint<infer Q, infer _P, infer _B, infer _R, infer _V> ? Q : never;
export type ParamsOf<E> = E extends Endpoint<infer _Q, infer P, infer _B, infer _R, infer _V> ? P : never;
export type BodyOf<E> = E extends Endpoint<infer _Q, infer _P, infer B, infer _R, infer _V> ? B : never;
export type ReplyOf<E> = E extends Endpoint<infer _Q, infer _P, infer _B, infer R, infer _V> ? z.output<R> : never;
export type EventOf<E> = E extends Endpoint<infer _Q, infer _P, infer _B, infer _R, infer V> ? z.output<V> : never;

/** zod types an empty object as `Record<string, never>`, which would forbid the names of the other parts. */
type Named<T> = string extends keyof T ? Record<never, unknown> : T extends Record<string, unknown> ? T : never;

/** Everything a call takes, in one flat object, as a caller writes it. */
export type AskOf<E> = Named<z.input<QueryOf<E>>> & Named<z.input<ParamsOf<E>>> & Named<z.input<BodyOf<E>>>;
/** The same after checking, as a route reads it. */
export type InputOf<E> = Named<z.output<QueryOf<E>>> & Named<z.output<ParamsOf<E>>> & Named<z.output<BodyOf<E>>>;

/** A random id made by either side. */
export const Id = z.uuid().describe('a UUID');

/** A switch in a query or a form: `true`, `1` and `yes` are on; nothing, `false`, `0` and `no` are off. */
export const Flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0', 'yes', 'no', 'True', 'False', ''])])
  .default(false)
  .transform((value) => value === true || value === 'true' || value === 'True' || value === '1' || value === 'yes');

/** A value that travels as JSON text inside a form field or a query, and as itself inside a JSON body. */
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

/** An integer that may arrive as text. */
export const Count = z.coerce.number().int().min(0);
