import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { getSandboxCertificate } from '#sandbox/server/certificate.ts';
import { createDisconnectSignal } from '#sandbox/server/disconnectSignal.ts';
import { assertNotProduction, serveHttps, type SandboxServer } from '#sandbox/server/httpsServer.ts';
import { readBytes, readText } from '#sandbox/server/requestBody.ts';
import { authenticate, authorize, type Issuer } from './authenticate.ts';
import { batchRoute } from './batchRoute.ts';
import { createControls, type Controls } from './graphControls.ts';
import { errorBody, GraphError, graphErrors } from './graphErrors.ts';
import { photoRoutes } from './photoRoutes.ts';
import { relevantPeopleRoutes } from './relevantPeopleRoutes.ts';
import { findRoute, ok, type Caller, type GraphReply, type GraphRoute } from './graphRoute.ts';
import { createOddities, type Oddities } from './oddities.ts';
import { createSites, type Sites } from './sites/createSites.ts';
import { userRoutes } from './userRoutes.ts';

export type GraphOptions = {
  /** 0 picks a free port. */
  port: number;
  /** The sandbox's folder, which contains the certificate. */
  folder: string;
  /** The issuer of accepted tokens, as returned by `startIdentity`. */
  identity: Issuer;
  /** Additional routes; they precede the standard ones. */
  routes?: GraphRoute[];
  /** Names of cases of tests/world/graph that it plays. */
  cases?: readonly string[] | undefined;
};

type Call = {
  method: string;
  /** The part of the URL after `/v1.0`, including the query. */
  url: string;
  headers: Record<string, string | undefined>;
  body: unknown;
  inBatch: boolean;
  /** Aborted when the caller closes the connection before the reply. */
  disconnect?: AbortSignal;
};

type GraphServer = {
  base: string;
  routes: GraphRoute[];
  sites: Sites;
  identity: Issuer;
  controls: Controls;
  oddities: Oddities;
};

const VERSION = '/v1.0';
/** Graph's limit for an upload in one call. */
const MAX_FILE_BYTES = 250 * 1024 * 1024;
const MAX_RECORDED_BODY = 8_000;
const standardRoutes: GraphRoute[] = [...userRoutes, ...photoRoutes, ...relevantPeopleRoutes, batchRoute];

/** Starts the part of Microsoft Graph that AVA uses, with the sample organizations. */
export async function startGraph({ port, folder, identity, routes = [], cases }: GraphOptions): Promise<SandboxServer> {
  assertNotProduction('graph');
  const certificate = await getSandboxCertificate(folder);
  return serveHttps('graph', { port, certificate }, (url) => {
    const sites = createSites();
    const oddities = createOddities(url + VERSION, cases);
    const server: GraphServer = {
      base: url + VERSION,
      routes: [...routes, ...standardRoutes, ...sites.routes],
      sites,
      identity,
      controls: createControls({ ...sites.controls, ...oddities.controls }),
      oddities,
    };
    return (request, response) => handleRequest(server, request, response);
  });
}

async function handleRequest(server: GraphServer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '/';
  const path = url.split('?')[0] ?? '/';
  if (path.startsWith('/_sandbox/')) return server.controls.handle(path, request, response);
  if (Object.hasOwn(server.sites.openAddresses, path)) return handleOpenAddress(server, path, request, response);

  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));
  const method = request.method ?? 'GET';
  const disconnect = createDisconnectSignal(response);
  const call: Call = { method, url: url.slice(VERSION.length), headers, body: undefined, inBatch: false, disconnect };
  const reply = await handleCall(server, call, async () => {
    if (!path.startsWith(`${VERSION}/`)) throw graphErrors.badRequest('Invalid version: only v1.0 is supported.');
    call.body = await readBody(request);
  });
  send(response, reply, headers['client-request-id']);
}

/** Handles an address that needs no token. The recorded call tells whether a token was sent anyway. */
async function handleOpenAddress(
  server: GraphServer,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const query = new URLSearchParams(request.url?.split('?')[1]);
  const method = request.method ?? 'GET';
  const runAddress = async () => {
    server.controls.throttle(path);
    return server.oddities.answer({ method, path, query }, async () =>
      server.sites.openAddresses[path]?.(query, request, response),
    );
  };
  const reply = await runAddress().catch((error: unknown) => toErrorReply(error, undefined));
  if (reply) send(response, reply, undefined);
  const tokenFlag = request.headers.authorization ? ({ carriedToken: true } as const) : {};
  const status = reply?.status ?? response.statusCode;
  const at = new Date().toISOString();
  server.controls.record({ at, method, path, query: {}, body: '', status, person: null, inBatch: false, ...tokenFlag });
}

/** Handles one call, single or in a batch: converts errors to replies and records the call. */
async function handleCall(server: GraphServer, call: Call, prepare?: () => Promise<void>): Promise<GraphReply> {
  const [path = '/', search = ''] = call.url.split('?');
  const query = new URLSearchParams(search);
  let caller: Caller | undefined;
  const run = async (): Promise<GraphReply> => {
    await prepare?.();
    await server.controls.delay(path, call.disconnect);
    server.controls.throttle(path);
    caller = await authenticate(server.identity, call.headers['authorization']);
    const written = server.controls.takeReply(call.method, path);
    if (typeof written === 'string') return ok(Buffer.from(written), { 'content-type': 'text/plain' });
    if (written) return ok(written);
    const person = caller;
    return server.oddities.answer({ method: call.method, path, query }, (usual) =>
      runRoute(server, call, { path, query: usual }, person),
    );
  };
  const reply = await run().catch((error: unknown) => toErrorReply(error, call.headers['client-request-id']));
  server.controls.record({
    at: new Date().toISOString(),
    method: call.method,
    path,
    query: Object.fromEntries(query),
    body: describeBody(call.body),
    status: call.disconnect?.aborted ? 0 : reply.status,
    person: caller?.person?.userPrincipalName ?? null,
    inBatch: call.inBatch,
  });
  return reply;
}

/** The beginning of a JSON body. The bytes of files are not recorded. */
function describeBody(body: unknown): string {
  return body === undefined || Buffer.isBuffer(body) ? '' : JSON.stringify(body).slice(0, MAX_RECORDED_BODY);
}

async function runRoute(
  server: GraphServer,
  call: Call,
  { path, query }: { path: string; query: URLSearchParams },
  caller: Caller,
): Promise<GraphReply> {
  const { route, params } = findRoute(server.routes, call.method, path);
  authorize(route, caller);
  const { authorization } = call.headers;
  const request = {
    ...call,
    path,
    params,
    query,
    base: server.base,
    perform: (inner: Omit<Call, 'inBatch'>) =>
      handleCall(server, { ...inner, headers: { ...inner.headers, authorization }, inBatch: true }),
  };
  if (route.isAllowed && !route.isAllowed(caller, request)) throw graphErrors.accessDenied();
  return route.handle(request, caller);
}

function toErrorReply(error: unknown, clientRequestId: string | undefined): GraphReply {
  if (!(error instanceof GraphError)) throw error;
  return { status: error.status, headers: error.headers, body: errorBody(error, clientRequestId) };
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (!request.headers['content-type']?.includes('json')) return readBytes(request, MAX_FILE_BYTES);
  const text = await readText(request).catch(() => {
    throw graphErrors.requestTooLarge();
  });
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
