import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { addressOf } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { PATIENCE_MS } from '#tests/harness/patience.ts';

/** Fields of a call's path, query and body by name. */
export type CallInput = Record<string, unknown>;

/** A raw HTTP request, for tests that send what no client would. */
export interface WireRequest {
  method: string;
  /** Path with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string | AsyncIterable<Uint8Array>;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The body as text. */
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

/** A body that is shorter than this is sent in one piece. */
const SHORT_BODY = 64 * 1024;

/** A new connection for each of the thousands of requests would take half of their CPU time. */
const agent = new Agent({ keepAlive: true });

/** Sends one request. Accepts a response that arrives before the whole body was sent. */
export function send(origin: string, request: WireRequest): Promise<Reply> {
  const { method, path, headers = {}, body } = request;
  const { port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path, headers, timeout: PATIENCE_MS };
    // A long body gets a new connection: a response before its end would make the connection unusable.
    const isWhole = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const isShort = isWhole && (body?.length ?? 0) < SHORT_BODY;
    const call = httpRequest({ ...options, agent: isShort ? agent : false });
    call.on('timeout', () => call.destroy(new Error(`${method} ${path} was not answered.`)));
    call.on('error', (error: NodeJS.ErrnoException) => {
      // Sends the request again if the server closed the kept connection just when it was used.
      if (call.reusedSocket && error.code === 'ECONNRESET') resolve(send(origin, request));
      else reject(error);
    });
    call.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const text = bytes.toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, json: parseJson(text) });
        if (!isShort) call.destroy();
      });
    });
    if (isWhole) call.end(body);
    else void writeAll(body, call).catch(reject);
  });
}

async function writeAll(source: AsyncIterable<Uint8Array>, call: ReturnType<typeof httpRequest>): Promise<void> {
  const closed = new Promise((resolve) => call.once('close', resolve));
  for await (const part of source) {
    if (call.destroyed) return;
    if (!call.write(part)) await Promise.race([new Promise((resolve) => call.once('drain', resolve)), closed]);
  }
  if (!call.destroyed) call.end();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface RawOptions {
  /** Closes the connection after this time. */
  leaveAfterMs?: number;
  /** Starts reading only after everything was written. */
  readAfterWriting?: boolean;
}

/** Writes bytes to a socket and returns what it receives until the socket closes. */
export function sendRaw(origin: string, bytes: Uint8Array | string, options: RawOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    let received = '';
    if (options.readAfterWriting) socket.pause();
    socket.write(bytes, () => socket.resume());
    if (options.leaveAfterMs !== undefined) setTimeout(() => socket.destroy(), options.leaveAfterMs);
    socket.setTimeout(PATIENCE_MS, () =>
      socket.destroy(new Error(`the connection did not end; received: ${received}`)),
    );
    socket.on('data', (part) => (received += part.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}

/** Writes bytes to a socket and resets the connection after `waitMs`. */
export async function sendAndReset(origin: string, bytes: string, waitMs = 20): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  await new Promise((wake) => setTimeout(wake, waitMs));
  socket.resetAndDestroy();
  await new Promise((wake) => setTimeout(wake, 20));
}

/** Encodes a call as the client sends it. */
export async function encodeCall(endpoint: Endpoint, input: CallInput, bearer?: string): Promise<WireRequest> {
  const headers: Record<string, string> = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const request = { method: endpoint.method, path: addressOf(endpoint, input), headers };
  const fields = Object.keys(endpoint.body.shape).filter((name) => input[name] !== undefined);
  if (endpoint.encoding === 'json') {
    if (Object.keys(endpoint.body.shape).length === 0) return request;
    headers['content-type'] = 'application/json';
    return { ...request, body: JSON.stringify(Object.fromEntries(fields.map((name) => [name, input[name]]))) };
  }
  const form = new FormData();
  for (const name of fields)
    form.append(name, typeof input[name] === 'string' ? input[name] : JSON.stringify(input[name]));
  if (endpoint.encoding === 'upload') form.append('file', (input['file'] as File | undefined) ?? noteFile());
  const encoded = new Response(form);
  headers['content-type'] = encoded.headers.get('content-type') ?? '';
  return { ...request, body: new Uint8Array(await encoded.arrayBuffer()) };
}

function noteFile(): File {
  return new File(['Tea is at four.'], 'note.txt', { type: 'text/plain' });
}
