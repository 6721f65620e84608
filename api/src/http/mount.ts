import type { z } from 'zod';
import type { BodyOf, Endpoint, InputOf, ReplyOf } from '../../contract/endpoint.ts';
import { AvaError, isAvaError } from '../../contract/errors.ts';
import { sendText } from '../../platform/response.ts';
import type { Person } from '../identity/person.ts';
import type { UploadedFile } from '../files/startExtraction.ts';
import { createUploadLimit } from '../policies/personLimits.ts';
import { findUploadRoom, putFileBytes } from '../policies/uploadRoom.ts';
import type { AppContext } from '../context.ts';
import { readInput, validateInput } from './readInput.ts';
import { readUpload } from './readUpload.ts';
import { sendBytes, type BytesReply } from './sendBytes.ts';
import { createDisconnectSignal, sendEvents } from './sendEvents.ts';
import { sendError } from './sendError.ts';
import { sendJson } from './sendJson.ts';
import type { Request, Response, Server } from './server.ts';

export interface EventStreamReply {
  headers: Record<string, string>;
  batches: AsyncIterable<readonly unknown[]>;
}

export interface Mounting {
  /** A call that returns JSON. */
  call<E extends Endpoint>(endpoint: E, handler: (input: InputOf<E>, person: Person) => Promise<ReplyOf<E>>): void;
  /** A call that returns a stream of events. */
  stream<E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, person: Person, disconnected: AbortSignal) => Promise<EventStreamReply>,
  ): void;
  /** A call that uploads a file. One that AVA only passes on is not kept: it takes no space of the person. */
  upload<E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, person: Person, file: UploadedFile) => Promise<ReplyOf<E>>,
    options?: { isKept: boolean },
  ): void;
  /** A call that returns bytes, as an attachment if the reply has a name. */
  bytes<E extends Endpoint>(endpoint: E, handler: (input: InputOf<E>, person: Person) => Promise<BytesReply>): void;
  /** A download that a browser opens by its address. `person` is null without a token. */
  link<E extends Endpoint>(
    endpoint: E,
    handler: (input: InputOf<E>, person: Person | null) => Promise<BytesReply>,
  ): void;
  /** A call that returns JSON without sign-in. */
  open<E extends Endpoint>(endpoint: E, handler: () => Promise<ReplyOf<E>>): void;
}

type RequestHandler = (request: Request, response: Response) => Promise<void>;

/** Mounts endpoints of the contract: verifies the token, checks the toggle, parses the input, sends the result. */
export function createMounting(server: Server, ctx: AppContext): Mounting {
  const { identity, organizations, log } = ctx;
  const limitUploads = createUploadLimit();

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

  return {
    open(endpoint, handler) {
      register(endpoint, async (request, response) => sendJson(request, response, await handler()));
    },
    call(endpoint, handler) {
      register(endpoint, async (request, response) => {
        const person = await authenticate(endpoint, request);
        await sendJson(request, response, await handler(await readInput(endpoint, request), person));
      });
    },
    stream(endpoint, handler) {
      register(endpoint, async (request, response) => {
        const person = await authenticate(endpoint, request);
        const disconnected = createDisconnectSignal(request, response);
        const { headers, batches } = await handler(await readInput(endpoint, request), person, disconnected);
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
    bytes(endpoint, handler) {
      register(endpoint, async (request, response) => {
        const person = await authenticate(endpoint, request);
        await sendBytes(request, response, await handler(await readInput(endpoint, request), person));
      });
    },
    link(endpoint, handler) {
      register(endpoint, async (request, response) => {
        try {
          const person = request.headers.authorization === undefined ? null : await verifyBearer(request);
          await sendBytes(request, response, await handler(await readInput(endpoint, request), person));
        } catch (error) {
          // A person sees this response as a page, so it is the sentence.
          if (!isAvaError(error) || !request.headers.accept?.includes('text/html')) throw error;
          sendText(request, response, error.status, error.detail, { 'Content-Type': 'text/plain; charset=utf-8' });
        }
      });
    },
  };
}
