import type { CallOptions, Client, EventStream } from '#contract/client.ts';
import type { RequestOf, Endpoint, EventOf, ReplyOf } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';

type Reply<E extends Endpoint> = (
  ask: RequestOf<E>,
  signal: AbortSignal | undefined,
) => ReplyOf<E> | Promise<ReplyOf<E>>;
type Open<E extends Endpoint> = (ask: RequestOf<E>) => FakeStream<EventOf<E>>;

/** A recorded call. */
export interface Call {
  method: string;
  path: string;
  input: Record<string, unknown>;
}

/** A client with answers that the test defines for each endpoint; other endpoints answer 404. */
export interface FakeApi extends Client {
  /** All calls in order. */
  calls: Call[];
  /** Inputs of the calls to one endpoint. */
  requestsTo<E extends Endpoint>(endpoint: E): RequestOf<E>[];
  answer<E extends Endpoint>(endpoint: E, reply: Reply<E>): void;
  /** Like `answer`, for an endpoint that returns bytes. */
  answerBytes(endpoint: Endpoint, reply: (ask: Record<string, unknown>) => Blob | Promise<Blob>): void;
  open<E extends Endpoint>(endpoint: E, stream: Open<E>): void;
  /** Forgets all calls and answers. */
  reset(): void;
}

/** A stream of events that a test writes while it is read. */
export interface FakeStream<Event> extends EventStream<Event> {
  send(...events: Event[]): void;
  /** Ends the stream, as the server does. */
  end(): void;
  /** Breaks the connection. */
  disconnect(cause?: unknown): void;
}

function getEndpointKey({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

export function createFakeApi(): FakeApi {
  const replies = new Map<string, Reply<Endpoint>>();
  const streams = new Map<string, Open<Endpoint>>();
  const calls: Call[] = [];

  function recordCall(endpoint: Endpoint, ask: unknown): void {
    calls.push({ method: endpoint.method, path: endpoint.path, input: ask as Record<string, unknown> });
  }

  async function call<E extends Endpoint>(
    endpoint: E,
    ask: RequestOf<E>,
    options: CallOptions = {},
  ): Promise<ReplyOf<E>> {
    recordCall(endpoint, ask);
    const reply = replies.get(getEndpointKey(endpoint));
    if (!reply) throw new AvaError('not_found');
    return (await reply(ask as RequestOf<Endpoint>, options.signal)) as ReplyOf<E>;
  }

  return {
    calls,
    requestsTo: (endpoint) =>
      calls
        .filter((call) => call.method === endpoint.method && call.path === endpoint.path)
        .map((call) => call.input as RequestOf<typeof endpoint>),
    answer: (endpoint, reply) => void replies.set(getEndpointKey(endpoint), reply as unknown as Reply<Endpoint>),
    answerBytes: (endpoint, reply) => void replies.set(getEndpointKey(endpoint), reply as unknown as Reply<Endpoint>),
    open: (endpoint, stream) => void streams.set(getEndpointKey(endpoint), stream as unknown as Open<Endpoint>),
    reset() {
      replies.clear();
      streams.clear();
      calls.length = 0;
    },
    call,
    async stream(endpoint, ask, options = {}) {
      recordCall(endpoint, ask);
      const open = streams.get(getEndpointKey(endpoint));
      if (!open) throw new AvaError('not_found');
      const stream = open(ask as RequestOf<Endpoint>);
      options.signal?.addEventListener('abort', () => stream.disconnect(options.signal?.reason));
      return stream as EventStream<EventOf<typeof endpoint>>;
    },
    upload: (endpoint, ask, _file, options = {}) => call(endpoint, ask, options),
    bytes: (endpoint, ask, options = {}) => call(endpoint, ask, options) as Promise<unknown> as Promise<Blob>,
    async part(endpoint, ask, _range, options = {}) {
      const bytes = await readBlob((await call(endpoint, ask, options)) as unknown as Blob);
      return { bytes, size: bytes.length };
    },
  };
}

/** jsdom's blobs have no `arrayBuffer`. */
function readBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(new Uint8Array(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });
}

type Turn<Event> = { events: Event[] } | { end: true } | { lost: unknown };

export function createFakeStream<Event = AnswerEvent>(headers: Record<string, string> = {}): FakeStream<Event> {
  const turns: Turn<Event>[] = [];
  let wake: () => void = () => undefined;
  const write = (turn: Turn<Event>) => {
    turns.push(turn);
    wake();
  };
  return {
    headers: new Headers(headers),
    send: (...events) => write({ events }),
    end: () => write({ end: true }),
    disconnect: (cause = new AvaError('unexpected')) => write({ lost: cause }),
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const turn = turns.shift();
        if (turn === undefined) await new Promise<void>((resolve) => (wake = resolve));
        else if ('events' in turn) yield* turn.events;
        else if ('lost' in turn) throw turn.lost;
        else return;
      }
    },
  };
}
