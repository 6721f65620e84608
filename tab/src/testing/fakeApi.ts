import type { CallOptions, Client, EventStream } from '../../../api/contract/client.ts';
import type { AskOf, Endpoint, EventOf, ReplyOf } from '../../../api/contract/endpoint.ts';
import { AvaError } from '../../../api/contract/errors.ts';
import type { AnswerEvent } from '../../../api/contract/runs.ts';

type Reply<E extends Endpoint> = (ask: AskOf<E>, signal: AbortSignal | undefined) => ReplyOf<E> | Promise<ReplyOf<E>>;
type Open<E extends Endpoint> = (ask: AskOf<E>) => FakeStream<EventOf<E>>;

/** One call as it was made. */
export interface Call {
  method: string;
  path: string;
  ask: Record<string, unknown>;
}

/** A client whose answers a test says, endpoint by endpoint; an endpoint nobody spoke of answers 404. */
export interface FakeApi extends Client {
  /** Everything that was asked, in order. */
  calls: Call[];
  /** What was asked of one endpoint. */
  asked<E extends Endpoint>(endpoint: E): AskOf<E>[];
  answer<E extends Endpoint>(endpoint: E, reply: Reply<E>): void;
  /** The same for a call that answers with bytes. */
  answerBytes(endpoint: Endpoint, reply: (ask: Record<string, unknown>) => Blob | Promise<Blob>): void;
  open<E extends Endpoint>(endpoint: E, stream: Open<E>): void;
  /** Forgets all calls and answers. */
  reset(): void;
}

/** A stream of events that a test writes while it is read. */
export interface FakeStream<Event> extends EventStream<Event> {
  send(...events: Event[]): void;
  /** The server ended the stream. */
  end(): void;
  /** The connection was lost. */
  lose(cause?: unknown): void;
}

function keyOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

export function createFakeApi(): FakeApi {
  const replies = new Map<string, Reply<Endpoint>>();
  const streams = new Map<string, Open<Endpoint>>();
  const calls: Call[] = [];

  function note(endpoint: Endpoint, ask: unknown): void {
    calls.push({ method: endpoint.method, path: endpoint.path, ask: ask as Record<string, unknown> });
  }

  async function call<E extends Endpoint>(endpoint: E, ask: AskOf<E>, options: CallOptions = {}): Promise<ReplyOf<E>> {
    note(endpoint, ask);
    const reply = replies.get(keyOf(endpoint));
    if (!reply) throw new AvaError('not_found');
    return (await reply(ask as AskOf<Endpoint>, options.signal)) as ReplyOf<E>;
  }

  return {
    calls,
    asked: (endpoint) =>
      calls
        .filter((call) => call.method === endpoint.method && call.path === endpoint.path)
        .map((call) => call.ask as AskOf<typeof endpoint>),
    answer: (endpoint, reply) => void replies.set(keyOf(endpoint), reply as unknown as Reply<Endpoint>),
    answerBytes: (endpoint, reply) => void replies.set(keyOf(endpoint), reply as unknown as Reply<Endpoint>),
    open: (endpoint, stream) => void streams.set(keyOf(endpoint), stream as unknown as Open<Endpoint>),
    reset() {
      replies.clear();
      streams.clear();
      calls.length = 0;
    },
    call,
    async stream(endpoint, ask, options = {}) {
      note(endpoint, ask);
      const open = streams.get(keyOf(endpoint));
      if (!open) throw new AvaError('not_found');
      const stream = open(ask as AskOf<Endpoint>);
      options.signal?.addEventListener('abort', () => stream.lose(options.signal?.reason));
      return stream as EventStream<EventOf<typeof endpoint>>;
    },
    upload: (endpoint, ask, _file, options = {}) => call(endpoint, ask, options),
    bytes: (endpoint, ask, options = {}) => call(endpoint, ask, options) as Promise<unknown> as Promise<Blob>,
  };
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
    lose: (cause = new AvaError('unexpected')) => write({ lost: cause }),
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
