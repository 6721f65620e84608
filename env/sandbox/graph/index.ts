import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getSandboxCertificate } from '../server/certificate.ts';
import { assertNotProduction, serveHttps, type SandboxServer } from '../server/httpsServer.ts';
import { readBytes, readText } from '../server/requestBody.ts';
import { authenticate, authorize, type Issuer } from './authenticate.ts';
import { batchRoute } from './batch.ts';
import { controls, type Controls } from './controls.ts';
import { errorBody, GraphError, graphErrors } from './errors.ts';
import { photoRoutes } from './photos.ts';
import { relevantPeopleRoutes } from './relevantPeople.ts';
import { routeOf, type Caller, type GraphReply, type GraphRoute } from './route.ts';
import { openSites, type Sites } from './sites/index.ts';
import { userRoutes } from './users.ts';

export type { Caller, GraphReply, GraphRequest, GraphRoute } from './route.ts';
export type { RecordedCall } from './controls.ts';

export type GraphOptions = {
  /** 0 picks a free one. */
  port: number;
  /** AVA's data folder: the certificate is kept there. */
  folder: string;
  /** Whose tokens are accepted: what `startIdentity` returned. */
  identity: Issuer;
  /** Further routes, before the ones that are always there. */
  routes?: GraphRoute[];
};

type Call = {
  method: string;
  /** After `/v1.0`, with its query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: unknown;
  inBatch: boolean;
};

type Desk = { base: string; routes: GraphRoute[]; sites: Sites; identity: Issuer; controls: Controls };

const VERSION = '/v1.0';
/** Graph's limit on what is uploaded in one call. */
const LARGEST_FILE_BYTES = 250 * 1024 * 1024;
const always: GraphRoute[] = [...userRoutes, ...photoRoutes, ...relevantPeopleRoutes, batchRoute];

/** Starts the part of Microsoft Graph that AVA uses, over the sample organizations. */
export async function startGraph({ port, folder, identity, routes = [] }: GraphOptions): Promise<SandboxServer> {
  assertNotProduction('graph');
  const certificate = await getSandboxCertificate(folder);
  return serveHttps('graph', { port, certificate }, (url) => {
    const sites = openSites();
    const desk: Desk = {
      base: url + VERSION,
      routes: [...routes, ...always, ...sites.routes],
      sites,
      identity,
      controls: controls(sites.controls),
    };
    return (request, response) => answerHttp(desk, request, response);
  });
}

async function answerHttp(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const path = url.split('?')[0] ?? '/';
  if (path.startsWith('/_sandbox/')) return desk.controls.answer(path, request, response);
  if (Object.hasOwn(desk.sites.openAddresses, path)) return answerOpenly(desk, path, request, response);

  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));
  const method = request.method ?? 'GET';
  const call: Call = { method, url: url.slice(VERSION.length), headers, body: undefined, inBatch: false };
  const reply = await answer(desk, call, async () => {
    if (!path.startsWith(`${VERSION}/`)) throw graphErrors.badRequest('Invalid version: only v1.0 is here.');
    call.body = await bodyOf(request);
  });
  send(response, reply, headers['client-request-id']);
}

/** Answers at an address that opens without a token. It is remembered whether one came along all the same. */
async function answerOpenly(
  desk: Desk,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const query = new URLSearchParams(request.url?.split('?')[1]);
  const answered = async () => {
    desk.controls.throttle(path);
    return desk.sites.openAddresses[path]?.(query, request, response);
  };
  const method = request.method ?? 'GET';
  const reply = await answered().catch((error: unknown) => refusalReply(error, undefined));
  if (reply) send(response, reply, undefined);
  const carriedToken = request.headers.authorization ? ({ carriedToken: true } as const) : {};
  const status = reply?.status ?? response.statusCode;
  const at = new Date().toISOString();
  desk.controls.record({ at, method, path, query: {}, status, person: null, inBatch: false, ...carriedToken });
}

/** Answers one call, alone or in a batch; refusals become replies here, and every call is remembered. */
async function answer(desk: Desk, call: Call, prepare?: () => Promise<void>): Promise<GraphReply> {
  const [path = '/', search = ''] = call.url.split('?');
  const query = new URLSearchParams(search);
  let caller: Caller | undefined;
  const replied = async (): Promise<GraphReply> => {
    await prepare?.();
    desk.controls.throttle(path);
    caller = await authenticate(desk.identity, call.headers['authorization']);
    return perform(desk, call, { path, query }, caller);
  };
  const reply = await replied().catch((error: unknown) => refusalReply(error, call.headers['client-request-id']));
  desk.controls.record({
    at: new Date().toISOString(),
    method: call.method,
    path,
    query: Object.fromEntries(query),
    status: reply.status,
    person: caller?.person?.userPrincipalName ?? null,
    inBatch: call.inBatch,
  });
  return reply;
}

async function perform(
  desk: Desk,
  call: Call,
  { path, query }: { path: string; query: URLSearchParams },
  caller: Caller,
): Promise<GraphReply> {
  const { route, params } = routeOf(desk.routes, call.method, path);
  authorize(route, caller);
  const { authorization } = call.headers;
  const request = {
    ...call,
    path,
    params,
    query,
    base: desk.base,
    perform: (inner: Omit<Call, 'inBatch'>) =>
      answer(desk, { ...inner, headers: { ...inner.headers, authorization }, inBatch: true }),
  };
  if (route.may && !route.may(caller, request)) throw graphErrors.accessDenied();
  return route.handle(request, caller);
}

function refusalReply(error: unknown, clientRequestId: string | undefined): GraphReply {
  if (!(error instanceof GraphError)) throw error;
  return { status: error.status, headers: error.headers, body: errorBody(error, clientRequestId) };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (!request.headers['content-type']?.includes('json')) return readBytes(request, LARGEST_FILE_BYTES);
  const text = await readText(request);
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw graphErrors.badRequest('Unable to read JSON request payload.');
  }
}

function send(
  response: ServerResponse,
  { status, headers, body }: GraphReply,
  clientRequestId: string | undefined,
): void {
  const requestId = randomUUID();
  response.writeHead(status, {
    'content-type': 'application/json; odata.metadata=minimal; charset=utf-8',
    'request-id': requestId,
    'client-request-id': clientRequestId ?? requestId,
    ...headers,
  });
  response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}
