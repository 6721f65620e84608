import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { readControlBody } from '../server/requestBody.ts';

/** Reads its call and gives what is to be answered with 200. */
export type Control = (request: IncomingMessage) => Promise<unknown>;

/** By method and path: `POST /_sandbox/throttle`. */
export type ControlTable = Record<string, Control>;

/** A control that takes JSON of a shape. Whatever does not fit is a 400 that names it. */
export function control<T>(schema: z.ZodType<T>, act: (asked: T) => unknown): Control {
  return async (request) => act(await readControlBody(request, schema));
}
