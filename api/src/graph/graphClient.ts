import { AuthenticationHandler, Client, GraphError, HTTPMessageHandler } from '@microsoft/microsoft-graph-client';
import { AvaError, isAvaError } from '../../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Identity } from '../identity/identity.ts';
import type { Person } from '../identity/person.ts';
import { RetryHandler, Throttle } from './retryHandler.ts';

export interface GraphOptions {
  /** Origin of Graph, without a path. */
  baseUrl: string;
  identity: Pick<Identity, 'getGraphToken'>;
  clock: Clock;
}

export interface GraphClient {
  clock: Clock;
  get<T>(person: Person, path: string, signal?: AbortSignal): Promise<T>;
  post<T>(person: Person, path: string, body: object): Promise<T>;
  /** Returns null on 404. */
  getBytes(person: Person, path: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  /** Returns the address that Graph redirects to. It needs no token. */
  getRedirect(person: Person, path: string, signal?: AbortSignal): Promise<string>;
  /** The path of an address of this Graph; null for any other address. */
  findPath(url: string): string | null;
  /**
   * Returns the path of a link from a Graph response, such as `@odata.nextLink`. Throws if it points to another host,
   * because the path is requested with the person's token.
   */
  getLinkPath(link: string): string;
}

export function createGraphClient({ baseUrl, identity, clock }: GraphOptions): GraphClient {
  const throttles = new Map<string, Throttle>();
  const host = new URL(baseUrl).hostname;
  // The SDK sends tokens to Microsoft's hosts and to custom hosts that are listed here; the sandbox's host is custom.
  const hosts = host.endsWith('.microsoft.com') ? {} : { customHosts: new Set([host]) };

  function createClient(person: Person, redirect: 'error' | 'manual' = 'error', signal?: AbortSignal): Client {
    const throttle = throttles.get(person.tenantId) ?? new Throttle(clock);
    throttles.set(person.tenantId, throttle);
    const authentication = new AuthenticationHandler({ getAccessToken: () => identity.getGraphToken(person) });
    const retry = new RetryHandler(throttle);
    // Retries come after the token: the SDK adds it to the token of a request that it has already sent.
    authentication.setNext(retry);
    retry.setNext(new HTTPMessageHandler());
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    return Client.initWithMiddleware({
      baseUrl: `${baseUrl}/`,
      middleware: authentication,
      fetchOptions: { signal: signal ? AbortSignal.any([timeout, signal]) : timeout, redirect },
      ...hosts,
    });
  }

  async function getResponse(client: Client, path: string): Promise<Response> {
    return (await client
      .api(path)
      .responseType('raw' as never)
      .get()) as Response;
  }

  function findPath(url: string): string | null {
    const start = `${baseUrl}/v1.0/`;
    return url.toLowerCase().startsWith(start.toLowerCase()) ? url.slice(start.length - 1) : null;
  }

  return {
    clock,

    async get<T>(person: Person, path: string, signal?: AbortSignal): Promise<T> {
      try {
        return (await createClient(person, 'error', signal).api(path).get()) as T;
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async post<T>(person: Person, path: string, body: object): Promise<T> {
      try {
        return (await createClient(person).api(path).post(body)) as T;
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async getBytes(person, path) {
      try {
        const response = await getResponse(createClient(person), path);
        if (response.status === 404) return null;
        if (!response.ok) throw toStatusError(response.status);
        return {
          type: response.headers.get('content-type') ?? 'application/octet-stream',
          bytes: new Uint8Array(await response.arrayBuffer()),
        };
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async getRedirect(person, path, signal) {
      try {
        const response = await getResponse(createClient(person, 'manual', signal), path);
        await response.body?.cancel();
        const location = response.headers.get('location');
        if (location === null) throw toStatusError(response.status);
        return location;
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    findPath,

    getLinkPath(link) {
      const path = findPath(link);
      if (path !== null) return path;
      throw new AvaError('graph_unavailable', {
        cause: new Error('a link in a Graph response points to another host'),
      });
    },
  };
}

function toStatusError(status: number): AvaError {
  return toAvaError(new GraphError(status, `Graph answered ${status}`));
}

function toAvaError(cause: unknown): AvaError {
  if (isAvaError(cause)) return cause;
  if (
    cause instanceof GraphError &&
    (cause.statusCode === 404 || cause.statusCode === 403 || cause.statusCode === 400)
  ) {
    return new AvaError('not_found', { cause });
  }
  return new AvaError('graph_unavailable', { cause });
}

/** The HTTP status of a failed Graph request; null if the error did not come from a response. */
export function getGraphStatus(error: unknown): number | null {
  const cause = isAvaError(error) ? error.cause : error;
  return cause instanceof GraphError ? cause.statusCode : null;
}
