import {
  AuthenticationHandler,
  Client,
  GraphError,
  HTTPMessageHandler,
  type Context,
  type Middleware,
} from '@microsoft/microsoft-graph-client';
import { AvaError, isAvaError } from '../../contract/errors.ts';
import { GRAPH_MAX_RETRIES, GRAPH_RETRY_BASE_MS, REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Identity } from '../identity/identity.ts';
import type { Person } from '../identity/person.ts';

export interface GraphOptions {
  /** Origin of Graph, without a path. */
  baseUrl: string;
  identity: Identity;
  clock: Clock;
}

/** One gate for each tenant: who is told to wait makes everybody wait, so that a throttled tenant is left in peace. */
class Gate {
  #until = 0;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  close(ms: number): void {
    this.#until = Math.max(this.#until, this.#clock.monotonic() + ms);
  }

  async pass(): Promise<void> {
    const wait = this.#until - this.#clock.monotonic();
    if (wait > 0) await this.#clock.sleep(wait);
  }
}

const RETRIED = new Set([429, 503, 504]);

/** Tries again what Graph put off: at most three times, after Retry-After or 2 s doubling (section 9). */
class PatientHandler implements Middleware {
  #next: Middleware | null = null;
  readonly #gate: Gate;

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  setNext(next: Middleware): void {
    this.#next = next;
  }

  async execute(context: Context): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      await this.#gate.pass();
      await this.#next?.execute(context);
      if (!context.response || !RETRIED.has(context.response.status) || attempt === GRAPH_MAX_RETRIES) return;
      const after = Number(context.response.headers.get('retry-after')) * 1_000;
      this.#gate.close(after > 0 ? after : GRAPH_RETRY_BASE_MS * 2 ** attempt);
      await context.response.body?.cancel();
    }
  }
}

export interface GraphClient {
  clock: Clock;
  get<T>(person: Person, path: string, signal?: AbortSignal): Promise<T>;
  post<T>(person: Person, path: string, body: object): Promise<T>;
  /** Null where Graph has nothing there. */
  bytes(person: Person, path: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  /** Where Graph sends who asks for this path: an address that needs no token. */
  redirect(person: Person, path: string, signal?: AbortSignal): Promise<string>;
  /** The path of a link that Graph gave, to be asked for with a token. Throws where it leads elsewhere. */
  pathOf(link: string): string;
}

export function createGraphClient({ baseUrl, identity, clock }: GraphOptions): GraphClient {
  const gates = new Map<string, Gate>();
  const host = new URL(baseUrl).hostname;
  // A host of our own choosing must be named for the client to send it a token; Microsoft's are known to it.
  const own = host.endsWith('.microsoft.com') ? {} : { customHosts: new Set([host]) };

  function clientFor(person: Person, redirect: 'error' | 'manual' = 'error', signal?: AbortSignal): Client {
    const gate = gates.get(person.tenantId) ?? new Gate(clock);
    gates.set(person.tenantId, gate);
    const sign = new AuthenticationHandler({ getAccessToken: () => identity.graphToken(person) });
    const patient = new PatientHandler(gate);
    patient.setNext(sign);
    sign.setNext(new HTTPMessageHandler());
    const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return Client.initWithMiddleware({
      baseUrl: `${baseUrl}/`,
      middleware: patient,
      fetchOptions: { signal: signal ? AbortSignal.any([limit, signal]) : limit, redirect },
      ...own,
    });
  }

  async function raw(client: Client, path: string): Promise<Response> {
    return (await client
      .api(path)
      .responseType('raw' as never)
      .get()) as Response;
  }

  return {
    clock,

    async get<T>(person: Person, path: string, signal?: AbortSignal): Promise<T> {
      try {
        return (await clientFor(person, 'error', signal).api(path).get()) as T;
      } catch (cause) {
        throw failureOf(cause);
      }
    },

    async post<T>(person: Person, path: string, body: object): Promise<T> {
      try {
        return (await clientFor(person).api(path).post(body)) as T;
      } catch (cause) {
        throw failureOf(cause);
      }
    },

    async bytes(person, path) {
      try {
        const response = await raw(clientFor(person), path);
        if (response.status === 404) return null;
        if (!response.ok) throw refusal(response.status);
        return {
          type: response.headers.get('content-type') ?? 'application/octet-stream',
          bytes: new Uint8Array(await response.arrayBuffer()),
        };
      } catch (cause) {
        throw failureOf(cause);
      }
    },

    async redirect(person, path, signal) {
      try {
        const response = await raw(clientFor(person, 'manual', signal), path);
        await response.body?.cancel();
        const location = response.headers.get('location');
        if (location === null) throw refusal(response.status);
        return location;
      } catch (cause) {
        throw failureOf(cause);
      }
    },

    pathOf(link) {
      const start = `${baseUrl}/v1.0/`;
      if (link.toLowerCase().startsWith(start.toLowerCase())) return link.slice(start.length - 1);
      throw new AvaError('graph_unavailable', { cause: new Error('a link of Graph leads to another host') });
    },
  };
}

function refusal(status: number): AvaError {
  const cause = new GraphError(status, `Graph answered ${status}`);
  return failureOf(cause);
}

function failureOf(cause: unknown): AvaError {
  if (isAvaError(cause)) return cause;
  if (
    cause instanceof GraphError &&
    (cause.statusCode === 404 || cause.statusCode === 403 || cause.statusCode === 400)
  ) {
    return new AvaError('not_found', { cause });
  }
  return new AvaError('graph_unavailable', { cause });
}

/** The status that Graph answered with, where an error came from an answer of it. */
export function graphStatus(error: unknown): number | null {
  const cause = isAvaError(error) ? error.cause : error;
  return cause instanceof GraphError ? cause.statusCode : null;
}
