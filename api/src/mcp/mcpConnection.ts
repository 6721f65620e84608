import type { Client, JsonSchemaValidator, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpFetch } from './mcpFetch.ts';
import type { McpServerOptions } from './mcpFile.ts';

/** Longest time to end a session that a server has opened, after its result was received. */
const END_SESSION_MS = 2_000;
const MAX_PAGES = 5;

/** What a server learns about a person, if the configuration allows it. */
export interface CallerIdentity {
  tenantId: string;
  id: string;
}

/** Headers that name the person who asked. */
function toIdentityHeaders({ tenantId, id }: CallerIdentity): Record<string, string> {
  return { 'ava-tenant-id': tenantId, 'ava-person-id': id };
}

/**
 * Opens a connection for one piece of work. No connection is shared, so that no server can mix people up. The client
 * offers a server nothing: no sampling, no elicitation, no roots.
 * @param caller sent only if the configuration of the server says so
 */
export async function connect<T>(
  server: McpServerOptions,
  { caller, signal }: { caller?: CallerIdentity | undefined; signal: AbortSignal },
  work: (client: Client, options: { signal: AbortSignal; timeout: number }) => Promise<T>,
): Promise<T> {
  const broken = new AbortController();
  const ended = new AbortController();
  const time = AbortSignal.timeout(server.timeoutMs);
  const during = AbortSignal.any([signal, broken.signal, time]);
  // Loaded only if a system is connected.
  const sdk = await import('@modelcontextprotocol/client');
  const client = new sdk.Client(
    { name: 'AVA', version: '1' },
    {
      versionNegotiation: { mode: 'auto' },
      inputRequired: { autoFulfill: false },
      listMaxPages: MAX_PAGES,
      // AVA reads text only. A schema of a server could contain an expression that takes forever.
      jsonSchemaValidator: {
        getValidator:
          <Value>(): JsonSchemaValidator<Value> =>
          (data) => ({ valid: true, data: data as Value, errorMessage: undefined }),
      },
    },
  );
  const identity = server.passIdentity && caller ? toIdentityHeaders(caller) : {};
  const transport = new sdk.StreamableHTTPClientTransport(server.url, {
    fetch: createMcpFetch(server, {
      signal: AbortSignal.any([during, ended.signal]),
      onBroken: (error) => broken.abort(error),
    }),
    requestInit: { headers: { ...server.headers, ...identity }, redirect: 'error' },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 1_000,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const options = { signal: during, timeout: server.timeoutMs };
  try {
    await client.connect(transport, options);
    const result = await work(client, options);
    void endSession(transport)
      .finally(() => client.close())
      .catch(() => undefined);
    return result;
  } catch (error) {
    await client.close().catch(() => undefined);
    during.throwIfAborted();
    throw error;
  }

  /** Frees what an older server keeps for a connection. Its answer is not waited for. */
  async function endSession(opened: StreamableHTTPClientTransport): Promise<void> {
    if (opened.sessionId === undefined) return;
    const timer = setTimeout(() => ended.abort(), END_SESSION_MS);
    await opened.terminateSession().catch(() => undefined);
    clearTimeout(timer);
  }
}
