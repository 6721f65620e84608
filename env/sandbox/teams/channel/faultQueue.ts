import { z } from 'zod';
import { ConnectorError } from './connectorErrors.ts';

/** An error reply of the connector to one of the bot's next sends. */
export const Fault = z.strictObject({
  status: z.union([z.literal(403), z.literal(412), z.literal(429), z.literal(500), z.literal(502), z.literal(504)]),
  /** Seconds. */
  retryAfter: z.number().optional(),
  /** Whether the message is sent although the reply is an error, as happens when Teams' gateway fails. */
  arrived: z.boolean().default(false),
  /** Number of sends that succeed before this fault. */
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

/** Faults for the bot's next sends, in order. */
export class FaultQueue {
  #waiting: Fault[] = [];

  add(faults: readonly Fault[]): void {
    this.#waiting.push(...faults);
  }

  /**
   * Runs a send, or lets it fail with the next fault.
   *
   * @throws ConnectorError for a fault; if the fault has `arrived`, after the send.
   */
  async runNext<T>(send: () => Promise<T>): Promise<T> {
    const [fault] = this.#waiting;
    if (!fault) return send();
    if (fault.after > 0) {
      fault.after -= 1;
      return send();
    }
    this.#waiting.shift();
    if (fault.arrived) await send();
    const { status, retryAfter } = fault;
    throw new ConnectorError(status, codes[status], 'The faults control asked for this fault.', retryAfter);
  }
}
