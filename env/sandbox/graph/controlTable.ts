import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readControlBody } from '#sandbox/server/requestBody.ts';

/** Handles a call and returns the body of the reply. */
export type Control = (request: IncomingMessage) => Promise<unknown>;

/** Controls by method and path: `POST /_sandbox/throttle`. */
export type ControlTable = Record<string, Control>;

/** Creates a control that validates its JSON body; an invalid one is rejected with 400. */
export function control<T>(schema: z.ZodType<T>, run: (body: T) => unknown): Control {
  return async (request) => run(await readControlBody(request, schema));
}
