import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/client';
import { isLoopback } from '#contract/hosts.ts';
import { createPublicLookup, type ResolveHost } from '#platform/publicLookup.ts';
import type { McpServerOptions } from './mcpFile.ts';

/** A server can send this much in answer to one request. */
export const MAX_RESPONSE_BYTES = 1_048_576;

/** Thrown for a response that is larger than `MAX_RESPONSE_BYTES`. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
}

type Server = Pick<McpServerOptions, 'url' | 'privateNetwork'>;

interface FetchOptions {
  signal: AbortSignal;
  onBroken: (error: Error) => void;
  /** Replaced by tests. */
  resolveHost?: ResolveHost;
}

/**
 * Sends requests to the server's address only: without redirects, to public addresses unless the configuration allows
 * others, until `signal` is aborted. `onBroken` is called for a response that breaks off, because the client of the
 * protocol would wait for the rest.
 */
export function createMcpFetch(server: Server, { signal, onBroken, resolveHost }: FetchOptions): FetchLike {
  const isUnrestricted = server.privateNetwork || isLoopback(server.url.hostname);
  const resolution = isUnrestricted ? {} : { lookup: createPublicLookup(resolveHost) };
  const request = server.url.protocol === 'https:' ? requestHttps : requestHttp;

  function send(init: RequestInit): Promise<IncomingMessage> {
    const signals = [signal, init.signal ?? null].filter((one) => one !== null);
    const headers = Object.fromEntries(new Headers(init.headers));
    return new Promise((resolve, reject) => {
      // A pooled connection could have been opened without this lookup.
      const options = { method: init.method ?? 'GET', headers, signal: AbortSignal.any(signals), agent: false };
      const call = request(server.url, { ...options, ...resolution }, resolve);
      call.on('error', reject);
      call.end(init.body ?? undefined);
    });
  }

  async function* limit(response: IncomingMessage): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      for await (const part of response as AsyncIterable<Uint8Array>) {
        bytes += part.byteLength;
        if (bytes > MAX_RESPONSE_BYTES)
          throw new TooLargeError(`the response has more than ${MAX_RESPONSE_BYTES} bytes`);
        yield part;
      }
    } catch (error) {
      onBroken(error as Error);
      throw error;
    }
  }

  return async (address, init = {}) => {
    if (new URL(address).href !== server.url.href) throw new Error('a request to another address');
    // On this stream a server could send messages that AVA did not request.
    if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 });
    const response = await send(init);
    const { statusCode: status = 0, headers } = response;
    if (status >= 300 && status <= 399) {
      response.destroy();
      throw new Error(`the server redirects (${status})`);
    }
    const hasBody = ![204, 205].includes(status);
    if (!hasBody) response.resume();
    const body = hasBody ? (Readable.toWeb(Readable.from(limit(response))) as BodyInit) : null;
    return new Response(body, {
      status,
      headers: { 'content-type': headers['content-type'] ?? '', ...pickSession(headers) },
    });
  };
}

function pickSession({ 'mcp-session-id': id }: IncomingMessage['headers']): Record<string, string> {
  return typeof id === 'string' ? { 'mcp-session-id': id } : {};
}
