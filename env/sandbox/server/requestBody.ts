import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';

/** Thrown for an invalid request; the client gets 400. */
export class BadRequest extends Error {}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Reads a body as text. Throws BadRequest above 4 MB. */
export async function readText(request: IncomingMessage): Promise<string> {
  return (await readBytes(request, MAX_BODY_BYTES)).toString('utf8');
}

/** Reads a body. Throws BadRequest above `maxBytes`. */
export async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new BadRequest(`The body is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads the JSON body of a control call. Throws BadRequest if it does not match the schema. Only `application/json` is
 * accepted: a page of another origin cannot send it without a CORS preflight.
 */
export async function readControlBody<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  if (!request.headers['content-type']?.startsWith('application/json')) {
    throw new BadRequest('Controls accept application/json only.');
  }
  const checked = schema.safeParse(parseJson(await readText(request)));
  if (!checked.success) {
    throw new BadRequest(checked.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  return checked.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch (cause) {
    throw new BadRequest('The body is not JSON.', { cause });
  }
}
