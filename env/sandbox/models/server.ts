import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { findModel, models } from './catalog.ts';
import { isObject } from './openai/validation.ts';
import { completeChat } from './endpoints/chatCompletions.ts';
import { DEFAULT_PACE } from './serverContext.ts';
import { controls } from './endpoints/controls.ts';
import { createEmbeddings } from './endpoints/embeddings.ts';
import { ApiError, missingKey, unknownModel } from './openai/apiError.ts';
import { applyFault } from './scenarios/responseFaults.ts';
import { createDisconnectSignal } from '#sandbox/server/disconnectSignal.ts';
import { readJson, sendError, sendJson } from './openai/http.ts';
import { createPacer } from './streaming/pacer.ts';
import { readRecordedCase, sendRecordedReply } from './recordedCases.ts';
import { findRefusal, parseProvider } from './strictness.ts';
import { createRequestLog } from './requestLog.ts';
import { createScenarios } from './scenarios/scenarios.ts';
import type { Pace, ServerContext } from './serverContext.ts';
import type { LoggedRequest } from './requestLog.ts';
import type { Endpoint } from './scenarios/scenarios.ts';

type ServerOptions = {
  port: number;
  host?: string;
  record?: boolean;
  pace?: Pace | undefined;
  /** The server refuses the requests that this provider refuses; if undefined, it has its own rules. */
  provider?: string | undefined;
  /** The recorded case that answers every chat completion; none if it is undefined. */
  recordedCase?: string | undefined;
};
type RunningServer = { url: string; port: number; close(): Promise<void> };

/**
 * Starts the sandbox's model server on loopback. Port 0 picks a free port. An OpenAI client's base URL is `${url}/v1`.
 * Throws in production and if the port is in use (`EADDRINUSE`).
 */
export async function startModels({
  port,
  host = '127.0.0.1',
  record = true,
  pace: initialPace = DEFAULT_PACE,
  provider: providerName,
  recordedCase: caseName,
}: ServerOptions): Promise<RunningServer> {
  if (process.env['NODE_ENV'] === 'production') throw new Error('The sandbox model server does not run in production.');
  const provider = providerName === undefined ? null : parseProvider(providerName);
  const recordedCase = caseName === undefined ? null : readRecordedCase(caseName);
  const context: ServerContext = {
    provider,
    initialProvider: provider,
    recordedCase,
    initialCase: recordedCase,
    pace: { ...initialPace },
    initialPace,
    pacer: createPacer(),
    scenarios: createScenarios(),
    requestLog: createRequestLog(record),
  };
  const server = createServer((req, res) => {
    route(context, req, res).catch((error: unknown) => sendFailure(res, error));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const boundPort = (server.address() as AddressInfo).port;
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    close: () =>
      new Promise((resolve) => {
        context.pacer.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendFailure(res: ServerResponse, error: unknown): void {
  // A disconnect of the client is not a failure.
  if (res.destroyed) return;
  if (!(error instanceof ApiError)) console.error('sandbox model server failed', error);
  sendError(res, error);
}

async function route(context: ServerContext, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname } = new URL(req.url ?? '/', 'http://localhost');
  const call = `${req.method} ${pathname}`;
  const control = controls[call];
  if (control) return control(context, req, res);
  if (!hasKey(req)) throw missingKey();
  const id = `req_${randomUUID().replaceAll('-', '')}`;
  res.setHeader('x-request-id', id);
  const { verb, model } = parseResource(pathname);
  if (req.method === 'GET' && verb === 'models') return sendModels(context, res, id, model);
  if (req.method === 'POST' && verb === 'chat/completions')
    return handleCall('chat', completeChat, { context, req, res, id, model });
  if (req.method === 'POST' && verb === 'embeddings')
    return handleCall('embeddings', createEmbeddings, { context, req, res, id, model });
  throw new ApiError({ status: 404, message: `Invalid URL (${call})` });
}

/** OpenAI's clients send a bearer token, Azure's an `api-key`. Every value is accepted. */
function hasKey({ headers }: IncomingMessage): boolean {
  return /^Bearer\s+\S/i.test(headers.authorization ?? '') || Boolean(headers['api-key']);
}

/** OpenAI's requests name the model in the body, Azure's older ones in the path: `/openai/deployments/{model}/…`. */
function parseResource(pathname: string): { verb: string; model: string | undefined } {
  const [, deployment, rest] = /^\/(?:v1|openai\/v1|openai\/deployments\/([^/]+))\/(.+?)\/?$/.exec(pathname) ?? [];
  const model = /^models\/(.+)$/.exec(rest ?? '')?.[1];
  if (model !== undefined) return { verb: 'models', model: decodeURIComponent(model) };
  return { verb: rest ?? '', model: deployment === undefined ? undefined : decodeURIComponent(deployment) };
}

async function sendModels(
  context: ServerContext,
  res: ServerResponse,
  id: string,
  modelId: string | undefined,
): Promise<void> {
  const entry = context.requestLog.add(id, 'models', {}, 0);
  logEnd(res, entry);
  const scenario = context.scenarios.take('models', '');
  entry.scenario = scenario?.name ?? null;
  if (scenario && (await applyFault(res, scenario, false, createDisconnectSignal(res)))) return;
  if (modelId === undefined) return sendJson(res, 200, { object: 'list', data: models });
  const model = findModel(modelId);
  if (!model) throw unknownModel(modelId);
  sendJson(res, 200, model);
}

type Handler = (context: ServerContext, res: ServerResponse, body: unknown, entry: LoggedRequest) => Promise<void>;
type ApiCall = {
  context: ServerContext;
  req: IncomingMessage;
  res: ServerResponse;
  id: string;
  model: string | undefined;
};

async function handleCall(kind: Endpoint, handle: Handler, { context, req, res, id, model }: ApiCall): Promise<void> {
  const { body: sentBody, bytes } = await readJson(req);
  const body = model !== undefined && isObject(sentBody) ? { ...sentBody, model } : sentBody;
  const entry = context.requestLog.add(id, kind, body, bytes);
  logEnd(res, entry);
  const recorded = kind === 'chat' ? context.recordedCase : null;
  const refusal = kind === 'chat' ? findRefusal(recorded?.provider ?? context.provider, body) : null;
  if (refusal) return sendJson(res, refusal.status, refusal.body);
  if (recorded) return sendRecordedReply(res, recorded.reply);
  await handle(context, res, body, entry);
}

/** Records the end of the response. */
function logEnd(res: ServerResponse, entry: LoggedRequest): void {
  res.once('close', () => {
    entry.endedAt = new Date().toISOString();
    entry.status = res.headersSent ? res.statusCode : null;
    if (res.writableEnded || entry.scenario === 'cutOff') return;
    entry.aborted = true;
    entry.abortedAt = entry.endedAt;
  });
}
