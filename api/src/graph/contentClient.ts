import { lookup as resolve, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { AvaError } from '../../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import { isPublic } from '../../platform/publicAddress.ts';

/** Where Microsoft keeps the bytes of files. */
const CONTENT_HOST = /(^|\.)(sharepoint\.(com|us|cn)|svc\.ms|1drv\.com|files\.1drv\.com)$/;
const MAX_REDIRECTS = 3;

export interface DoorRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  body?: Uint8Array;
  signal?: AbortSignal | undefined;
}

/** Addresses that Graph hands out for bytes: they need no token, and none is ever sent to them. */
export interface Door {
  /** Opens an address; a redirect of a GET is followed to allowed hosts only. Throws `graph_unavailable`. */
  open(url: string, options: DoorRequest): Promise<IncomingMessage>;
}

/** How a host's name becomes addresses; handed in by tests. */
type Resolve = (host: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const resolveAll: Resolve = (host, done) => resolve(host, { all: true }, done);

/** @param baseUrl Graph's own origin; where it is not Microsoft's (the sandbox), bytes come from that very origin. */
export function createDoor(baseUrl: string, resolver: Resolve = resolveAll): Door {
  const base = new URL(baseUrl);
  const isMicrosoft = base.hostname.endsWith('.microsoft.com');

  function check(url: URL): void {
    const fits = isMicrosoft
      ? url.protocol === 'https:' && url.port === '' && CONTENT_HOST.test(url.hostname)
      : url.origin === base.origin;
    if (!fits || url.username !== '') throw away(`bytes are not fetched from ${url.hostname}`);
  }

  function once(url: URL, { method, headers = {}, body, signal }: DoorRequest): Promise<IncomingMessage> {
    check(url);
    return new Promise((done, failed) => {
      const timeout = { timeout: REQUEST_TIMEOUT_MS, ...(signal ? { signal } : {}) };
      const lookup = isMicrosoft ? { lookup: publicOnly(resolver) } : {};
      const call = request(url, { method, headers, ...timeout, ...lookup }, done);
      call.on('timeout', () => call.destroy(new Error('the address was silent for too long')));
      call.on('error', (cause) => failed(new AvaError('graph_unavailable', { cause })));
      call.end(body);
    });
  }

  return {
    async open(address, options) {
      let url = urlOf(address);
      for (let followed = 0; ; followed += 1) {
        const reply = await once(url, options);
        const { statusCode = 0, headers } = reply;
        if (options.method !== 'GET' || statusCode < 300 || statusCode > 399 || !headers.location) return reply;
        reply.resume();
        if (followed === MAX_REDIRECTS) throw away('too many redirects');
        url = urlOf(headers.location, url);
      }
    },
  };
}

/** Looks a name up and keeps public addresses only; the socket is opened to what was looked at, not looked up again. */
function publicOnly(resolver: Resolve): LookupFunction {
  return (host, options, done) => {
    resolver(host, (error, addresses) => {
      const open = addresses?.filter(({ address }) => isPublic(address)) ?? [];
      const [first] = open;
      if (error || !first) return done(error ?? new Error(`${host} has no public address`), '', 4);
      if (options.all) return done(null, open);
      done(null, first.address, first.family);
    });
  };
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href);
  if (!url) throw away('Graph gave an address that is none');
  return url;
}

function away(reason: string): AvaError {
  return new AvaError('graph_unavailable', { cause: new Error(reason) });
}
