import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { readControl, sendJson } from '../secureServer.ts';
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
};

const Throttle = z.strictObject({
  count: z.number().int().positive(),
  /** Seconds. */
  retryAfter: z.number().int().nonnegative(),
  /** Only calls whose path starts so: `/me/photo`. */
  path: z.string().startsWith('/').optional(),
  status: z.union([z.literal(429), z.literal(503)]).default(429),
});

const MOST_RECORDED = 1_000;

export type Controls = {
  /** Throws the answer that was ordered for this call, if any is left. */
  throttle(path: string): void;
  record(call: RecordedCall): void;
  answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
};

/** What tests may ask of this Graph: to be busy, and what it was asked. */
export function controls(): Controls {
  let orders: z.infer<typeof Throttle>[] = [];
  let calls: RecordedCall[] = [];

  return {
    throttle: (path) => {
      const order = orders.find((each) => path.startsWith(each.path ?? '/'));
      if (!order) return;
      order.count -= 1;
      orders = orders.filter((each) => each.count > 0);
      throw graphErrors.throttled(order.status, order.retryAfter);
    },
    record: (call) => {
      calls = [...calls, call].slice(-MOST_RECORDED);
    },
    answer: async (path, request, response) => {
      const control = `${request.method} ${path}`;
      if (control === 'POST /_sandbox/throttle') {
        orders.push(await readControl(request, Throttle));
        sendJson(response, 200, { orders: orders.length });
      } else if (control === 'DELETE /_sandbox/throttle') {
        orders = [];
        sendJson(response, 200, { orders: 0 });
      } else if (control === 'GET /_sandbox/requests') {
        sendJson(response, 200, { requests: calls });
      } else if (control === 'DELETE /_sandbox/requests') {
        calls = [];
        sendJson(response, 200, { requests: [] });
      } else {
        sendJson(response, 404, { error: 'not_found', detail: `The sandbox has no control ${control}.` });
      }
    },
  };
}
