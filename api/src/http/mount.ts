import type { z } from 'zod';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { BodyOf, Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts';
import { AvaError, isAvaError } from '#contract/errors.ts';
import { createByteBudget } from '#platform/byteBudget.ts';
import { sendText } from '#platform/response.ts';
import type { Person } from '#api/identity/person.ts';
import type { UploadedFile } from '#api/files/startExtraction.ts';
import { createDocumentLimit, createUploadLimit, type DocumentLimit } from '#api/policies/personLimits.ts';
import { findUploadRoom, putFileBytes } from '#api/policies/uploadRoom.ts';
import type { AppContext } from '#api/context.ts';
import type { BodyReading } from './readBody.ts';
import { readInput, validateInput } from './readInput.ts';
import { readUpload } from './readUpload.ts';
import { sendBytes, type BytesReply, endWhenStalled } from './sendBytes.ts';
import { createDisconnectSignal, sendEvents } from './sendEvents.ts';
import { sendError } from './sendError.ts';
import type { Request, Response, Server } from './server.ts';

/** Bytes of JSON and form bodies in progress, of one person and of a process; one takes several times its size in memory. */
const BODY_BYTES_PER_PERSON = 16_777_216;
const BODY_BYTES_PER_PROCESS = 134_217_728;
const compress = promisify(gzip);

/** Characters of a large reply, which is worth compressing, such as a library of thousands of prompts. */
const MIN_COMPRESSED = 100_000;

export interface EventStreamReply {
  headers: Record<string, string>;
  batches: AsyncIterable<readonly unknown[]>;
}

/** Performs a call. `disconnected` aborts when its client leaves; long work ends with it. */
type Handler<E extends Endpoint, R> = (input: InputOf<E>, person: Person, disconnected: AbortSignal) => Promise<R>;

export interface Mounting {
  /** A call that returns JSON. */
  call<E extends Endpoint>(endpoint: E, handler: Handler<E, ReplyOf<E>>): void;
  /** A call that returns a stream of events. */
  stream<E extends Endpoint>(endpoint: E, handler: Handler<E, EventStreamReply>): void;
  /**
   * A call that uploads a file. With `isKept: false`, AVA only passes the file on, and it does not count toward the
   * person's storage.
   */
  upload<E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, person: Person, file: UploadedFile) => Promise<ReplyOf<E>>,
    options?: { isKept: boolean },
  ): void;
  /** A call that returns bytes, as an attachment if the reply has a name. */
  bytes<E extends Endpoint>(endpoint: E, handler: Handler<E, BytesReply>): void;
  /** Calls that make documents: each waits for its turn before its body is read. */
  documents: Pick<Mounting, 'call' | 'bytes'>;
  /** A download that a browser opens by its address. `person` is null without a token. */
  link<E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, person: Person | null) => Promise<BytesReply>,
  ): void;
  /** A call that returns JSON without sign-in. */
  open<E extends Endpoint>(endpoint: E, handler: () => Promise<ReplyOf<E>>): void;
}

/**
 * A call that makes a document holds a slot while its body arrives, so a slow body is cut off sooner than that of other
 * calls.
 */
const DOCUMENT_READING: BodyReading = { timeoutMs: 15_000, bytesPerSecond: 131_072 };

type RequestHandler = (request: Request, response: Response) => Promise<void>;

/** Mounts endpoints of the contract: verifies the token, checks the toggle, parses the input, sends the result. */
export function createMounting(server: Server, ctx: AppContext): Mounting {
  const { identity, organizations, log } = ctx;
  const limitUploads = createUploadLimit();
  const bodies = createByteBudget({ perOwner: BODY_BYTES_PER_PERSON, total: BODY_BYTES_PER_PROCESS });

  function register(endpoint: Endpoint, handle: RequestHandler): void {
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1').replace(/(.)\/$/, '$1');
    const method = endpoint.method === 'DELETE' ? 'del' : (endpoint.method.toLowerCase() as 'get' | 'post' | 'put');
    server[method](path, async (request: Request, response: Response) => {
      try {
        await handle(request, response);
      } catch (error) {
        sendError(request, response, error, log);
      }
    });
  }

  async function authenticate(endpoint: Endpoint, request: Request): Promise<Person> {
    const person = await verifyBearer(request);
    if (endpoint.toggle && !organizations.get(person.tenantId).features[endpoint.toggle]) {
      throw new AvaError(endpoint.toggle === 'uploadBlob' ? 'uploads_off' : 'switched_off');
    }
    return person;
  }

  async function verifyBearer(request: Request): Promise<Person> {
    const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (!bearer) throw new AvaError('not_signed_in');
    return identity.verifyToken(bearer);
  }

  /**
   * Reads the input of a call and performs it. The body counts toward the person's bytes in progress until the call is
   * performed.
   */
  async function perform<E extends Endpoint, R>(
    endpoint: E,
    request: Request,
    person: Person,
    work: (input: InputOf<E>) => Promise<R>,
    reading: BodyReading = {},
  ): Promise<R> {
    const account = bodies.open(`${person.tenantId}/${person.id}`);
    try {
      return await work(await readInput(endpoint, request, { ...reading, countBytes: account.add }));
    } finally {
      account.close();
    }
  }

  function createCalls(limit: DocumentLimit, reading?: BodyReading): Mounting['documents'] {
    function mount<E extends Endpoint, R>(
      endpoint: E,
      handler: Handler<E, R>,
      send: (request: Request, response: Response, reply: R) => Promise<void>,
    ): void {
      register(endpoint, async (request, response) => {
        const person = await authenticate(endpoint, request);
        const disconnected = createDisconnectSignal(request, response);
        const work = (input: InputOf<E>) => handler(input, person, disconnected);
        const make = () => perform(endpoint, request, person, work, reading);
        await limit(person, disconnected, make, (reply) => send(request, response, reply));
      });
    }
    return {
      call: (endpoint, handler) => mount(endpoint, handler, sendJson),
      bytes: (endpoint, handler) => mount(endpoint, handler, sendBytes),
    };
  }

  return {
    ...createCalls(async (_person, _disconnected, make, send) => send(await make())),
    documents: createCalls(createDocumentLimit(), DOCUMENT_READING),
    open(endpoint, handler) {
      register(endpoint, async (request, response) => sendJson(request, response, await handler()));
    },
    stream(endpoint, handler) {
      register(endpoint, async (request, response) => {
        const person = await authenticate(endpoint, request);
        const disconnected = createDisconnectSignal(request, response);
        const work = (input: InputOf<typeof endpoint>) => handler(input, person, disconnected);
        const { headers, batches } = await perform(endpoint, request, person, work);
        await sendEvents(response, headers, batches, disconnected);
      });
    },
    upload(endpoint, handler, { isKept } = { isKept: true }) {
      register(endpoint, async (request, response) => {
        const person = await authenticate(endpoint, request);
        await limitUploads(person, async () => {
          const declared = Number(request.headers['content-length']);
          const room = await findUploadRoom(ctx, person, declared || null, isKept);
          const { fields, file } = await readUpload(request, (bytes) => putFileBytes(ctx, person, bytes, room));
          const input = validateInput(endpoint, request, fields as z.input<BodyOf<typeof endpoint>>);
          await sendJson(request, response, await handler(input, person, file));
        });
      });
    },
    link(endpoint, handler) {
      register(endpoint, async (request, response) => {
        try {
          const person = request.headers.authorization === undefined ? null : await verifyBearer(request);
          await sendBytes(request, response, await handler(await readInput(endpoint, request), person));
        } catch (error) {
          // A browser shows this response as a page, so it is only the sentence of the error instead of JSON.
          if (!isAvaError(error) || !request.headers.accept?.includes('text/html')) throw error;
          sendText(request, response, error.status, error.detail, { 'Content-Type': 'text/plain; charset=utf-8' });
        }
      });
    },
  };
}

/** Sends a value as JSON; a large one compressed, if the client can read that. */
async function sendJson(request: Request, response: Response, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const isLarge = text.length >= MIN_COMPRESSED;
  const isCompressed = isLarge && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isLarge) endWhenStalled(response);
  if (!isCompressed) {
    response.writeHead(200, headers);
    response.end(text);
    return;
  }
  const body = await compress(text, { level: constants.Z_BEST_SPEED });
  response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
  response.end(body);
}
