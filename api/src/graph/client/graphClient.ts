import { AuthenticationHandler, Client, GraphError, HTTPMessageHandler } from '@microsoft/microsoft-graph-client';
import { z } from 'zod';
import { AvaError, isAvaError } from '../../../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { GraphPermissions, Identity } from '../../identity/identity.ts';
import type { Person } from '../../identity/person.ts';
import { isRefused, isThrottled } from './retry.ts';
import { RetryHandler, Throttle } from './retryHandler.ts';

/** The part of Graph's errors that AVA reads. Graph spells the inner error in two ways. */
const GraphErrorBody = z
  .looseObject({
    code: z.string().default(''),
    innerError: z.looseObject({ code: z.string().optional() }).optional(),
    innererror: z.looseObject({ code: z.string().optional() }).optional(),
  })
  .transform(({ innererror, ...error }) => ({ ...error, innerError: error.innerError ?? innererror }));
const ErrorReply = z.object({ error: GraphErrorBody });

export interface GraphOptions {
  /** Origin of Graph, without a path. */
  baseUrl: string;
  identity: Pick<Identity, 'getGraphToken'>;
  clock: Clock;
}

export interface GraphClient {
  clock: Clock;
  /** The same client with the token of another group of permissions. */
  withPermissions(permissions: GraphPermissions): GraphClient;
  get<T>(person: Person, path: string, signal?: AbortSignal): Promise<T>;
  /** For calls that read or can be repeated without harm. */
  post<T>(person: Person, path: string, body: object, signal?: AbortSignal): Promise<T>;
  /** Creates something once: the call is repeated only if Graph has certainly not acted on it. */
  create<T>(person: Person, path: string, body: object): Promise<T>;
  delete(person: Person, path: string): Promise<void>;
  /** Returns null on 404. */
  getBytes(person: Person, path: string): Promise<{ type: string; bytes: Uint8Array } | null>;
  /** Returns text, such as a mail in MIME format; at most `maxBytes`. Throws `file_too_large`. */
  getText(
    person: Person,
    path: string,
    options: { accept: string; maxBytes: number; signal?: AbortSignal | undefined },
  ): Promise<string>;
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

export function createGraphClient(options: GraphOptions): GraphClient {
  return createClientFor(options, 'files', new Map());
}

function createClientFor(
  options: GraphOptions,
  permissions: GraphPermissions,
  throttles: Map<string, Throttle>,
): GraphClient {
  const { baseUrl, identity, clock } = options;
  const host = new URL(baseUrl).hostname;
  // The SDK sends tokens to Microsoft's hosts and to custom hosts that are listed here; the sandbox's host is custom.
  const hosts = host.endsWith('.microsoft.com') ? {} : { customHosts: new Set([host]) };

  interface CallOptions {
    redirect?: 'error' | 'manual';
    signal?: AbortSignal | undefined;
    canRetry?: (status: number) => boolean;
  }

  async function createClient(
    person: Person,
    { redirect = 'error', signal, canRetry = isThrottled }: CallOptions = {},
  ): Promise<Client> {
    // Not inside the SDK, which replaces the error, so that a missing consent would look like a failure of Graph.
    const token = await identity.getGraphToken(person, permissions);
    const throttle = throttles.get(person.tenantId) ?? new Throttle(clock);
    throttles.set(person.tenantId, throttle);
    const authentication = new AuthenticationHandler({ getAccessToken: async () => token });
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const retry = new RetryHandler(throttle, canRetry, either);
    // Retries come after the token: the SDK adds it to the token of a request that it has already sent.
    authentication.setNext(retry);
    retry.setNext(new HTTPMessageHandler());
    return Client.initWithMiddleware({
      baseUrl: `${baseUrl}/`,
      middleware: authentication,
      fetchOptions: { signal: either, redirect },
      ...hosts,
    });
  }

  async function getResponse(client: Client, path: string, headers: Record<string, string> = {}): Promise<Response> {
    return (await client
      .api(path)
      .headers(headers)
      .responseType('raw' as never)
      .get()) as Response;
  }

  function findPath(url: string): string | null {
    const start = `${baseUrl}/v1.0/`;
    return url.toLowerCase().startsWith(start.toLowerCase()) ? url.slice(start.length - 1) : null;
  }

  return {
    clock,

    withPermissions: (other) => createClientFor(options, other, throttles),

    async getText(person, path, { accept, maxBytes, signal }) {
      try {
        const response = await getResponse(await createClient(person, { signal }), path, { accept });
        if (!response.ok) throw await readGraphError(response);
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of response.body ?? []) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new AvaError('file_too_large');
          chunks.push(chunk);
        }
        return Buffer.concat(chunks).toString('utf8');
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async get<T>(person: Person, path: string, signal?: AbortSignal): Promise<T> {
      try {
        return (await (await createClient(person, { signal })).api(path).get()) as T;
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async post<T>(person: Person, path: string, body: object, signal?: AbortSignal): Promise<T> {
      try {
        return (await (await createClient(person, { signal })).api(path).post(body)) as T;
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async create<T>(person: Person, path: string, body: object): Promise<T> {
      try {
        return (await (await createClient(person, { canRetry: isRefused })).api(path).post(body)) as T;
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async delete(person, path) {
      try {
        await (await createClient(person)).api(path).delete();
      } catch (cause) {
        throw toAvaError(cause);
      }
    },

    async getBytes(person, path) {
      try {
        const response = await getResponse(await createClient(person), path);
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
        const response = await getResponse(await createClient(person, { redirect: 'manual', signal }), path);
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

/** The error of a response whose body was not parsed by the SDK. */
async function readGraphError(response: Response): Promise<GraphError> {
  const error = new GraphError(response.status, `Graph answered ${response.status}`);
  const body = ErrorReply.safeParse(await response.json().catch(() => null));
  if (body.success) {
    error.code = body.data.error.code;
    error.body = JSON.stringify(body.data.error);
  }
  return error;
}

/** The HTTP status of a failed Graph request; null if the error did not come from a response. */
export function getGraphStatus(error: unknown): number | null {
  const cause = isAvaError(error) ? error.cause : error;
  return cause instanceof GraphError ? cause.statusCode : null;
}

/** The code of a failed Graph request and that of its inner error; empty if there is none. */
export function getGraphCodes(error: unknown): string[] {
  const cause = isAvaError(error) ? error.cause : error;
  if (!(cause instanceof GraphError)) return [];
  const body = GraphErrorBody.safeParse(parseBody(cause.body));
  return [cause.code, body.data?.innerError?.code].flatMap((code) => code ?? []);
}

function parseBody(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : body;
  } catch {
    return null;
  }
}
