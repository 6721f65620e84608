import {
  AuthenticationHandler,
  Client,
  HTTPMessageHandler,
  type GraphRequest,
} from '@microsoft/microsoft-graph-client';
import { AvaError } from '#contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import type { Clock } from '#platform/clock.ts';
import { isMicrosoftGraph } from '#platform/microsoftClouds.ts';
import type { GraphPermissions, Identity } from '#api/identity/identity.ts';
import type { Person } from '#api/identity/person.ts';
import { readClaimsChallenge, readGraphError, toAvaError } from './graphErrors.ts';
import { isRefused, isThrottled } from './retry.ts';
import { RetryHandler, Throttle } from './retryHandler.ts';

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
  const hosts = isMicrosoftGraph(baseUrl) ? {} : { customHosts: new Set([host]) };

  interface CallOptions {
    path: string;
    redirect?: 'error' | 'manual';
    signal?: AbortSignal | undefined;
    canRetry?: (status: number) => boolean;
  }

  /** Calls Graph with the person's token, and with another one if Graph asks for more claims. */
  async function call<T>(person: Person, options: CallOptions, use: (request: GraphRequest) => Promise<T>): Promise<T> {
    try {
      return await use(await createRequest(person, options)).catch(async (error: unknown) => {
        const claims = readClaimsChallenge(error);
        if (claims === null) throw error;
        return use(await createRequest(person, options, claims));
      });
    } catch (cause) {
      throw toAvaError(cause, options.path);
    }
  }

  async function createRequest(
    person: Person,
    { path, redirect = 'error', signal, canRetry = isThrottled }: CallOptions,
    claims?: string,
  ): Promise<GraphRequest> {
    // The token is fetched outside of the SDK, which would replace the error, so that a missing consent would look like
    // a failure of Graph.
    const token = await identity.getGraphToken(person, permissions, claims);
    const throttle = throttles.get(person.tenantId) ?? new Throttle(clock);
    throttles.set(person.tenantId, throttle);
    const authentication = new AuthenticationHandler({ getAccessToken: async () => token });
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
    const retry = new RetryHandler(throttle, canRetry, either);
    // Retries come after the token in the chain. Before it, the SDK would add the token a second time at each retry.
    authentication.setNext(retry);
    retry.setNext(new HTTPMessageHandler());
    return Client.initWithMiddleware({
      baseUrl: `${baseUrl}/`,
      middleware: authentication,
      fetchOptions: { signal: either, redirect },
      ...hosts,
    }).api(path);
  }

  async function getResponse(request: GraphRequest): Promise<Response> {
    return (await request.responseType('raw' as never).get()) as Response;
  }

  function findPath(url: string): string | null {
    const start = `${baseUrl}/v1.0/`;
    return url.toLowerCase().startsWith(start.toLowerCase()) ? url.slice(start.length - 1) : null;
  }

  return {
    clock,

    withPermissions: (other) => createClientFor(options, other, throttles),

    getText: (person, path, { accept, maxBytes, signal }) =>
      call(person, { path, signal }, async (request) => {
        const response = await getResponse(request.headers({ accept }));
        if (!response.ok) throw await readGraphError(response);
        const chunks: Uint8Array[] = [];
        let size = 0;
        for await (const chunk of response.body ?? []) {
          size += chunk.byteLength;
          if (size > maxBytes) throw new AvaError('file_too_large');
          chunks.push(chunk);
        }
        return Buffer.concat(chunks).toString('utf8');
      }),

    get: <T>(person: Person, path: string, signal?: AbortSignal) =>
      call(person, { path, signal }, async (request) => toObject<T>(await request.get())),

    post: <T>(person: Person, path: string, body: object, signal?: AbortSignal) =>
      call(person, { path, signal }, async (request) => toObject<T>(await request.post(body))),

    create: <T>(person: Person, path: string, body: object) =>
      call(person, { path, canRetry: isRefused }, async (request) => toObject<T>(await request.post(body))),

    delete: (person, path) => call(person, { path }, async (request) => void (await request.delete())),

    getBytes: (person, path) =>
      call(person, { path }, async (request) => {
        const response = await getResponse(request);
        if (response.status === 404) return null;
        if (!response.ok) throw await readGraphError(response);
        return {
          type: response.headers.get('content-type') ?? 'application/octet-stream',
          bytes: new Uint8Array(await response.arrayBuffer()),
        };
      }),

    getRedirect: (person, path, signal) =>
      call(person, { path, redirect: 'manual', signal }, async (request) => {
        const response = await getResponse(request);
        const location = response.headers.get('location');
        if (location === null) throw await readGraphError(response);
        await response.body?.cancel();
        return location;
      }),

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

/** The SDK returns the stream of a reply that is not JSON, such as the sign-in page of a proxy. */
function toObject<T>(reply: unknown): T {
  if (typeof reply === 'object' && reply !== null && !(reply instanceof ReadableStream)) return reply as T;
  throw new AvaError('graph_unavailable', { cause: new Error('Graph answered with something other than JSON') });
}
