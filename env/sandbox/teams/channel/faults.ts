import { z } from 'zod';
import { ConnectorRefusal } from './refusal.ts';

/** How the next sends of the bot are to fail. */
export const Fault = z.strictObject({
  status: z.union([z.literal(403), z.literal(412), z.literal(429), z.literal(500), z.literal(502), z.literal(504)]),
  /** Seconds the refusal asks to wait. */
  retryAfter: z.number().optional(),
  /** The send is done all the same and only its answer fails: the connector's word that is not to be trusted. */
  arrived: z.boolean().default(false),
  /** How many sends to let through before. */
  after: z.number().int().default(0),
});
export type Fault = z.infer<typeof Fault>;

const codes: Record<Fault['status'], string> = {
  403: 'ContentStreamNotAllowed',
  412: 'PreconditionFailed',
  429: 'TooManyRequests',
  500: 'ServiceError',
  502: 'BadGateway',
  504: 'GatewayTimeout',
};

/** Faults waiting for the bot's next sends, first come first served. */
export class FaultQueue {
  #waiting: Fault[] = [];

  add(faults: readonly Fault[]): void {
    this.#waiting.push(...faults);
  }

  /**
   * Does a send as the next fault wants it.
   * @throws ConnectorRefusal when it is to fail: before the send, or after it when it `arrived`.
   */
  async around<T>(send: () => Promise<T>): Promise<T> {
    const [fault] = this.#waiting;
    if (!fault) return send();
    if (fault.after > 0) {
      fault.after -= 1;
      return send();
    }
    this.#waiting.shift();
    if (fault.arrived) await send();
    const { status, retryAfter } = fault;
    throw new ConnectorRefusal(status, codes[status], 'The sandbox was told to fail here.', retryAfter);
  }
}
