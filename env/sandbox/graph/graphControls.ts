import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { sendJson } from '#sandbox/server/httpsServer.ts';
import { control, type ControlTable } from './controlTable.ts';
import { graphErrors } from './graphErrors.ts';

/** One recorded call, without its token. */
export type RecordedCall = {
  at: string;
  method: string;
  path: string;
  query: Record<string, string>;
  /** 0 if the caller closed the connection before the reply. */
  status: number;
  /** The first characters of a JSON body, or ''. */
  body: string;
  /** Sign-in name; null for an application or an unknown caller. */
  person: string | null;
  inBatch: boolean;
  /** Whether a token was sent to an address that needs none. */
  carriedToken?: true;
};

const Throttle = z.strictObject({
  count: z.number().int().positive(),
  /** Seconds. */
  retryAfter: z.number().int().nonnegative(),
  /** Only calls whose path starts with this: `/me/photo`. */
  path: z.string().startsWith('/').optional(),
  /** Only calls with this in their path: `/children`. */
  containing: z.string().optional(),
  /** How many of these calls succeed first. */
  after: z.number().int().nonnegative().default(0),
  status: z.union([z.literal(429), z.literal(500), z.literal(503), z.literal(504)]).default(429),
});

const Delay = z.strictObject({
  path: z.string().startsWith('/'),
  count: z.number().int().positive(),
  ms: z.number().int().positive().max(60_000),
});
/** Replies of a Graph that returns whatever a test wants, such as a mail that contains instructions. */
const Script = z.strictObject({
  method: z.enum(['GET', 'POST']).default('GET'),
  path: z.string().startsWith('/'),
  count: z.number().int().positive(),
  /** JSON, or a text such as a mail in MIME format. */
  body: z.union([z.record(z.string(), z.unknown()), z.string()]),
});

const MAX_RECORDED = 1_000;

export type Controls = {
  /** Throws the next fault that a test has injected for this path, if any. */
  throttle(path: string): void;
  /** Waits as long as a test wants, or until the caller closes the connection. */
  delay(path: string, disconnect: AbortSignal | undefined): Promise<void>;
  /** Takes the body of a reply that a test has written for this call, if any. */
  takeReply(method: string, path: string): object | string | undefined;
  record(call: RecordedCall): void;
  handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** Creates the controls for tests: injected faults, recorded calls, and `additionalControls`. */
export function createControls(additionalControls: ControlTable = {}): Controls {
  let orders: z.infer<typeof Throttle>[] = [];
  let delays: z.infer<typeof Delay>[] = [];
  let scripts: z.infer<typeof Script>[] = [];
  let calls: RecordedCall[] = [];
  const table: ControlTable = {
    'POST /_sandbox/throttle': control(Throttle, (order) => ({ orders: orders.push(order) })),
    'DELETE /_sandbox/throttle': () => Promise.resolve({ orders: (orders = []).length }),
    'POST /_sandbox/delay': control(Delay, (order) => ({ orders: delays.push(order) })),
    'POST /_sandbox/reply': control(Script, (script) => ({ replies: scripts.push(script) })),
    'GET /_sandbox/requests': () => Promise.resolve({ requests: calls }),
    // The same list by POST, because the tests' helper that trusts the sandbox's certificate only sends POST requests.
    'POST /_sandbox/requests/list': () => Promise.resolve({ requests: calls }),
    'DELETE /_sandbox/requests': () => Promise.resolve({ requests: (calls = []) }),
    ...additionalControls,
  };
  return {
    throttle: (path) => {
      const order = orders.find(
        ({ path: prefix = '/', containing = '' }) => path.startsWith(prefix) && path.includes(containing),
      );
      if (!order) return;
      if (order.after > 0) {
        order.after -= 1;
        return;
      }
      order.count -= 1;
      orders = orders.filter(({ count }) => count > 0);
      throw graphErrors.throttled(order.status, order.retryAfter);
    },
    delay: async (path, disconnect) => {
      const order = delays.find((candidate) => path.startsWith(candidate.path));
      if (!order) return;
      order.count -= 1;
      delays = delays.filter(({ count }) => count > 0);
      await wait(order.ms, undefined, disconnect ? { signal: disconnect } : {}).catch(() => undefined);
    },
    takeReply: (method, path) => {
      const script = scripts.find((candidate) => candidate.method === method && path.startsWith(candidate.path));
      if (!script) return undefined;
      script.count -= 1;
      scripts = scripts.filter(({ count }) => count > 0);
      return script.body;
    },
    record: (call) => {
      calls = [...calls, call].slice(-MAX_RECORDED);
    },
    handle: async (path, request, response) => {
      const name = `${request.method} ${path}`;
      const handleControl = Object.hasOwn(table, name) ? table[name] : undefined;
      if (handleControl) sendJson(response, 200, await handleControl(request));
      else sendJson(response, 404, { error: 'not_found', detail: `The sandbox has no control ${name}.` });
    },
  };
}
