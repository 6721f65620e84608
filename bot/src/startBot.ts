import restify, { type Request, type Response } from 'restify';
import { z } from 'zod';
import { createClient } from '#contract/client.ts';
import { isLoopback } from '#contract/hosts.ts';
import { DRAIN_MS } from '#contract/limits.ts';
import { systemClock } from '#platform/clock.ts';
import { hardenServer } from '#platform/hardenServer.ts';
import type { Log } from '#platform/log.ts';
import { createAdapter } from './teams/adapter.ts';
import { createCardCheck } from './cards/checkCards.ts';
import { createLinks } from './text/links.ts';
import { createPayloadSigner } from './auth/signedPayload.ts';
import { createTokenCache } from './auth/tokenCache.ts';
import { createBot } from './bot.ts';
import type { BotEnvironment } from './env.ts';
import { createFetchFile } from './files/fetchFile.ts';
import { readBody } from './http/readBody.ts';
import { sendJson } from './http/sendJson.ts';
import { createActivityHandler, type ActivityResponse } from './turn/activityHandler.ts';
import { createLogTurnError } from './teams/turnErrors.ts';
import type { BotServices } from './context.ts';

const Reply = z.object({ token: z.string() });

/** Time limits for the headers and for the whole request: Teams sends a request without pauses. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** The format of an Authorization header. It is checked before the body is read, the token itself afterwards. */
const BEARER = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i;
const BAD_REQUEST = { error: 'The request could not be handled.' };

export interface RunningBot {
  /** Rejects new requests, waits up to 25 s for running turns to end, then closes open connections. */
  close(): Promise<void>;
}

/** Protects a bot without a registration from DNS rebinding: a web page can point its host name to this machine. */
function hasLoopbackHost({ headers }: Request): boolean {
  const address = `http://${headers.host ?? ''}/`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

/** Starts the bot in this process. */
export async function startBot(env: BotEnvironment, log: Log): Promise<RunningBot> {
  const adapter = createAdapter(env);
  adapter.use(createCardCheck(log));
  const logTurnError = createLogTurnError(log);
  const services = {
    createApiClient: (token: string) => createClient({ baseUrl: env.apiUrl, token: async () => token }),
    tokens: createTokenCache(systemClock),
    fetchSandboxToken: createFetchSandboxToken(env.sandboxTokenUrl),
    fetchFile: createFetchFile({ hosts: env.fileHosts, serviceUrls: env.channel.serviceUrls }),
    // The playground's bot has no password. It signs with a random secret, so signatures are valid until the process
    // ends.
    signer: createPayloadSigner(env.registration?.password ?? crypto.randomUUID()),
    links: createLinks(env),
    clock: systemClock,
    log,
    logTurnError,
  };
  const bot = createBot(services, (reference, turn) => adapter.resume(reference, turn));
  const allowedOrigin = { serviceUrls: env.channel.serviceUrls, tenantId: env.registration?.tenantId ?? null };
  const activityHandler = createActivityHandler(adapter, (context) => bot.run(context), allowedOrigin, {
    log,
    logTurnError,
  });

  /** Does not read the body of a request without a token. */
  async function handleMessage(request: Request): Promise<ActivityResponse> {
    const authorization = request.headers.authorization ?? '';
    const isAllowed = env.registration === null ? hasLoopbackHost(request) : BEARER.test(authorization);
    if (!isAllowed) return { status: 401, body: { error: 'The caller could not be authenticated.' } };
    const body = await readBody(request);
    if (body.name === 'refused') return { status: body.status, body: { error: body.error } };
    return activityHandler.handle(body.value, authorization);
  }

  const server = restify.createServer({ name: 'AVA bot', handleUncaughtExceptions: false } as restify.ServerOptions);
  const { publicUrl } = env;
  const options = { publicUrl, headersMs: HEADERS_TIMEOUT_MS, requestMs: REQUEST_TIMEOUT_MS };
  hardenServer(server.server, options, () => JSON.stringify(BAD_REQUEST));
  server.on('restifyError', (request: Request, response: Response, error: { statusCode?: number }) => {
    // The callback is not called, because it makes restify send a second response.
    sendJson(request, response, error.statusCode ?? 500, BAD_REQUEST);
  });
  server.post('/api/messages', async (request: Request, response: Response) => {
    const { status, body } = await handleMessage(request);
    sendJson(request, response, status, body);
  });
  server.get('/health', async (request: Request, response: Response) => {
    sendJson(request, response, 200, { status: 'ok' });
  });
  await new Promise<void>((resolve, reject) => {
    // restify re-emits its server's errors; without a listener they would crash the process.
    server.on('error', (error: Error) => {
      if (server.server.listening) log.error({ error }, 'server error');
      else reject(error);
    });
    server.listen(env.port, env.host, resolve);
  });
  log.info({ port: env.port }, 'bot listening');

  return {
    async close() {
      server.close();
      const turns = Promise.all([bot.leaveRuns(), activityHandler.waitForTurns()]);
      const deadline = new AbortController();
      await Promise.race([turns, systemClock.sleep(DRAIN_MS, deadline.signal)]);
      deadline.abort();
      server.server.closeAllConnections();
    },
  };
}

/**
 * Gets Ada's token from the sandbox, because the playground cannot sign anybody in. Without a URL, returns no token.
 */
function createFetchSandboxToken(url: string | null): BotServices['fetchSandboxToken'] {
  if (url === null) return async () => null;
  return async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ person: 'ada' }) });
    if (!response.ok) throw new Error(`sandbox identity answered ${response.status}`);
    return Reply.parse(await response.json()).token;
  };
}
