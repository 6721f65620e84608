import type { z } from 'zod';
import type { Endpoint, EventOf, ReplyOf, RequestOf } from './endpoint.ts';
import { AvaError, ErrorBody, type ErrorCode } from './errors.ts';
import { REQUEST_TIMEOUT_MS, STREAM_SILENCE_MS } from './limits.ts';
import { readEvents } from './runs/sse.ts';

export interface ClientOptions {
  /** Origin of the API without a trailing slash; empty for the page's origin. */
  baseUrl: string;
  /** Returns a bearer token for AVA, or `null` if nobody is signed in. Called before every request. */
  token: () => Promise<string | null>;
  /** Called for every 401 response, so that the tab can show that the session has expired. */
  onNotSignedIn?: () => void;
  fetch?: typeof fetch;
  /** Sends an upload and reports its progress, which `fetch` does not. */
  sendWithProgress?: (url: string, init: RequestInit, onProgress: OnProgress) => Promise<Response>;
}

type SendBody = string | FormData;
type Send = (url: string, init: RequestInit) => Promise<Response>;
/** @param percent how much of the body was sent */
type OnProgress = (percent: number) => void;

export interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** Lets the request finish after the page is closed. */
  keepalive?: boolean;
}

export interface UploadOptions extends CallOptions {
  onProgress?: OnProgress;
}

/** Part of a file, or all of it if the server sent no part. */
export interface FilePart {
  bytes: Uint8Array<ArrayBuffer>;
  /** Size of the whole file in bytes. */
  size: number;
}

export interface EventStream<Event> extends AsyncIterable<Event> {
  /** Response headers: `User-Message-Id`, `Response-Sources`, `Run-Id`. */
  headers: Headers;
}

export interface Client {
  /** Makes a call. Throws `AvaError` with the server's code and sentence. */
  call<E extends Endpoint>(endpoint: E, input: RequestOf<E>, options?: CallOptions): Promise<ReplyOf<E>>;
  /** Opens a stream. Reading it throws `AvaError('unexpected')` if the connection is lost before the stream's end. */
  stream<E extends Endpoint>(endpoint: E, input: RequestOf<E>, options?: CallOptions): Promise<EventStream<EventOf<E>>>;
  /** Sends a file with the fields of the endpoint. */
  upload<E extends Endpoint>(
    endpoint: E,
    input: RequestOf<E>,
    file: File,
    options?: UploadOptions,
  ): Promise<ReplyOf<E>>;
  /** Fetches bytes. */
  bytes<E extends Endpoint>(endpoint: E, input: RequestOf<E>, options?: CallOptions): Promise<Blob>;
  /** Fetches the bytes from `start` up to, but not including, `end`, as far as the file has them. */
  part<E extends Endpoint>(
    endpoint: E,
    input: RequestOf<E>,
    range: { start: number; end: number },
    options?: CallOptions,
  ): Promise<FilePart>;
}

/** A client typed by the contract, for the tab, the bot and the tests. */
export function createClient(options: ClientOptions): Client {
  const send: Send = options.fetch ?? ((url, init) => fetch(url, init));

  async function request(
    endpoint: Endpoint,
    input: RequestFields,
    body: SendBody | null,
    signal: AbortSignal,
    { keepalive = false, range = '', sendBody = send }: { keepalive?: boolean; range?: string; sendBody?: Send } = {},
  ): Promise<Response> {
    const headers = new Headers();
    if (range) headers.set('range', range);
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    if (endpoint.access === 'person') {
      const token = await options.token();
      if (token) headers.set('authorization', `Bearer ${token}`);
    }
    const init: RequestInit = { method: endpoint.method, headers, signal, credentials: 'omit', keepalive };
    if (body !== null) init.body = body;
    const response = await sendBody(`${options.baseUrl}${addressOf(endpoint, input)}`, init).catch((cause: unknown) => {
      if (signal.aborted) throw cause;
      throw new AvaError('unexpected', { cause });
    });
    if (response.ok) return response;
    const error = await errorOf(response);
    if (error.code === 'not_signed_in') options.onNotSignedIn?.();
    throw error;
  }

  return {
    async call(endpoint, input, callOptions = {}) {
      const signal = bounded(callOptions);
      const response = await request(endpoint, input, bodyOf(endpoint, input), signal, callOptions);
      return (await jsonOf(response, signal)) as ReplyOf<typeof endpoint>;
    },
    async stream(endpoint, input, callOptions = {}) {
      const signal = callOptions.signal ?? new AbortController().signal;
      const opening = new AbortController();
      const timer = setTimeout(() => opening.abort(new AvaError('unexpected')), STREAM_SILENCE_MS);
      const response = await request(
        endpoint,
        input,
        bodyOf(endpoint, input),
        AbortSignal.any([signal, opening.signal]),
      ).finally(() => clearTimeout(timer));
      const schema = endpoint.event as z.ZodType<EventOf<typeof endpoint>>;
      return {
        headers: response.headers,
        async *[Symbol.asyncIterator]() {
          for await (const data of readEvents(response, signal)) yield schema.parse(data);
        },
      };
    },
    async upload(endpoint, input, file, callOptions = {}) {
      const form = formOf(endpoint, input);
      form.append('file', file, file.name);
      const signal = callOptions.signal ?? new AbortController().signal;
      const { sendWithProgress } = options;
      const { onProgress } = callOptions;
      const sendBody: Send =
        sendWithProgress && onProgress ? (url, init) => sendWithProgress(url, init, onProgress) : send;
      const response = await request(endpoint, input, form, signal, { sendBody });
      return (await jsonOf(response, signal)) as ReplyOf<typeof endpoint>;
    },
    async bytes(endpoint, input, callOptions = {}) {
      return (await request(endpoint, input, bodyOf(endpoint, input), bounded(callOptions))).blob();
    },
    async part(endpoint, input, { start, end }, callOptions = {}) {
      const range = `bytes=${start}-${end - 1}`;
      const response = await request(endpoint, input, null, bounded(callOptions), { range });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const size = Number(response.headers.get('content-range')?.split('/')[1]);
      return { bytes, size: size > 0 ? size : bytes.length };
    },
  };
}

type RequestFields = Record<string, unknown>;

function bounded({ signal, timeoutMs = REQUEST_TIMEOUT_MS }: CallOptions): AbortSignal {
  const limit = AbortSignal.timeout(timeoutMs);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/** Parses a JSON response. Throws `unexpected` if it is not complete JSON, such as an error page of a proxy. */
function jsonOf(response: Response, signal: AbortSignal): Promise<unknown> {
  return response.json().catch((cause: unknown) => {
    throw signal.aborted ? cause : new AvaError('unexpected', { cause });
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function fieldsOf(shape: z.ZodObject, input: RequestFields): [string, unknown][] {
  return Object.keys(shape.shape)
    .filter((name) => input[name] !== undefined)
    .map((name) => [name, input[name]]);
}

/** Path and query of a call. */
export function addressOf(endpoint: Endpoint, input: RequestFields): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(input[name])));
  const query = new URLSearchParams(
    fieldsOf(endpoint.query, input).map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  return query.size === 0 ? path : `${path}?${query}`;
}

function formOf(endpoint: Endpoint, input: RequestFields): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(endpoint.body, input)) form.append(name, textOf(value));
  return form;
}

function bodyOf(endpoint: Endpoint, input: RequestFields): SendBody | null {
  if (Object.keys(endpoint.body.shape).length === 0) return null;
  if (endpoint.encoding === 'form') return formOf(endpoint, input);
  return JSON.stringify(Object.fromEntries(fieldsOf(endpoint.body, input)));
}

const codeOfStatus: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  404: 'not_found',
  413: 'too_large',
  429: 'too_many_requests',
};

async function errorOf(response: Response): Promise<AvaError> {
  const body = ErrorBody.safeParse(await response.json().catch(() => null));
  const retryAfter = Number(response.headers.get('retry-after'));
  const wait = retryAfter > 0 ? { retryAfter } : {};
  if (body.success) return new AvaError(body.data.code, { ...body.data, ...wait });
  return new AvaError(codeOfStatus[response.status] ?? 'unexpected', wait);
}
