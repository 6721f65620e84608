import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { AvaError } from '#contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import { isMicrosoftGraph } from '#platform/microsoftClouds.ts';
import { createPublicLookup, type ResolveHost } from '#platform/publicLookup.ts';

/** Hosts on which Microsoft 365 stores the bytes of files. */
const CONTENT_HOST = /(^|\.)(sharepoint\.(com|us|cn)|sharepoint-mil\.us|svc\.ms|1drv\.com|files\.1drv\.com)$/;
const MAX_REDIRECTS = 3;

interface ContentRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
}

/** Requests the pre-authenticated addresses that Graph returns for file content. Never sends a token. */
export interface ContentClient {
  /** Follows redirects of a GET to allowed hosts only. Throws `graph_unavailable`. */
  send(url: string, options: ContentRequest): Promise<IncomingMessage>;
}

/** @param baseUrl Graph's origin; if it is not Microsoft's (the sandbox), content comes from the same origin */
export function createContentClient(baseUrl: string, resolveHost?: ResolveHost): ContentClient {
  const base = new URL(baseUrl);
  const isMicrosoft = isMicrosoftGraph(baseUrl);
  const resolution = isMicrosoft ? { lookup: createPublicLookup(resolveHost) } : {};

  function checkUrl(url: URL): void {
    const isAllowed = isMicrosoft
      ? url.protocol === 'https:' && url.port === '' && CONTENT_HOST.test(url.hostname)
      : url.origin === base.origin;
    if (!isAllowed || url.username !== '') throw toUnavailable(`bytes are not fetched from ${url.hostname}`);
  }

  function sendOnce(url: URL, { method, headers = {}, body, signal }: ContentRequest): Promise<IncomingMessage> {
    checkUrl(url);
    return new Promise((resolve, reject) => {
      const timeout = { timeout: REQUEST_TIMEOUT_MS, ...(signal ? { signal } : {}) };
      const call = request(url, { method, headers, ...timeout, ...resolution }, resolve);
      call.on('timeout', () => call.destroy(new Error('the address was silent for too long')));
      call.on('error', (cause) => reject(new AvaError('graph_unavailable', { cause })));
      call.end(body);
    });
  }

  return {
    async send(address, options) {
      let url = parseUrl(address);
      for (let redirects = 0; ; redirects += 1) {
        const response = await sendOnce(url, options);
        const { statusCode = 0, headers } = response;
        if (options.method !== 'GET' || statusCode < 300 || statusCode > 399 || !headers.location) return response;
        response.resume();
        if (redirects === MAX_REDIRECTS) throw toUnavailable('too many redirects');
        url = parseUrl(headers.location, url);
      }
    },
  };
}

function parseUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw toUnavailable('Graph returned an invalid address');
  return url;
}

function toUnavailable(reason: string): AvaError {
  return new AvaError('graph_unavailable', { cause: new Error(reason) });
}
