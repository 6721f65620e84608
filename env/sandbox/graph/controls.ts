import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { sendJson } from '../server/httpsServer.ts';
import { control, type ControlTable } from './controlTable.ts';
import { graphErrors } from './errors.ts';

/** One call, as it is remembered: never its token. */
export type RecordedCall = {
  at: string;
  method: string;
  path: string;
  query: Record<string, string>;
  status: number;
  /** Sign-in name; null for an application or an unknown caller. */
  person: string | null;
  inBatch: boolean;
  /** A token came along to an address that opens without one. */
  carriedToken?: true;
};

const Throttle = z.strictObject({
  count: z.number().int().positive(),
  /** Seconds. */
  retryAfter: z.number().int().nonnegative(),
  /** Only calls whose path starts so: `/me/photo`. */
  path: z.string().startsWith('/').optional(),
  /** Only calls with this in their path: `/children`. */
  containing: z.string().optional(),
  /** Lets so many of them pass first. */
  after: z.number().int().nonnegative().default(0),
  status: z.union([z.literal(429), z.literal(500), z.literal(503), z.literal(504)]).default(429),
});

const MOST_RECORDED = 1_000;

export type Controls = {
  /** Throws the answer that was ordered for this call, if any is left. */
  throttle(path: string): void;
  record(call: RecordedCall): void;
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** What tests may ask of this Graph: to be busy, what it was asked, and whatever `further` offers. */
export function controls(further: ControlTable = {}): Controls {
  let orders: z.infer<typeof Throttle>[] = [];
  let calls: RecordedCall[] = [];
  const table: ControlTable = {
    'POST /_sandbox/throttle': control(Throttle, (order) => ({ orders: orders.push(order) })),
    'DELETE /_sandbox/throttle': () => Promise.resolve({ orders: (orders = []).length }),
    'GET /_sandbox/requests': () => Promise.resolve({ requests: calls }),
    'DELETE /_sandbox/requests': () => Promise.resolve({ requests: (calls = []) }),
    ...further,
  };
  return {
    throttle: (path) => {
      const order = orders.find((each) => path.startsWith(each.path ?? '/') && path.includes(each.containing ?? ''));
      if (!order) return;
      if (order.after > 0) {
        order.after -= 1;
        return;
      }
      order.count -= 1;
      orders = orders.filter((each) => each.count > 0);
      throw graphErrors.throttled(order.status, order.retryAfter);
    },
    record: (call) => {
      calls = [...calls, call].slice(-MOST_RECORDED);
    },
    answer: async (path, request, response) => {
      const name = `${request.method} ${path}`;
      const answer = Object.hasOwn(table, name) ? table[name] : undefined;
      if (answer) sendJson(response, 200, await answer(request));
      else sendJson(response, 404, { error: 'not_found', detail: `The sandbox has no control ${name}.` });
    },
  };
}
