import restify, { type Request, type Response } from 'restify';
import { createClient } from '../../api/contract/client.ts';
import { isLoopback } from '../../api/contract/hosts.ts';
import { DRAIN_MS } from '../../api/contract/limits.ts';
import { hardenServer } from '../../api/platform/hardenServer.ts';
import { createAdapter } from './adapter.ts';
import { Bot } from './bot.ts';
import { systemClock } from '../../api/platform/clock.ts';
import { answer } from './http/answer.ts';
import { readBody } from './http/readBody.ts';
import { EnvironmentError } from '../../api/platform/environment.ts';
import { readEnvironment, type BotEnvironment } from './env.ts';
import { createFetchFile } from './files.ts';
import { createLinks } from './links.ts';
import { createLog, type Log } from '../../api/platform/log.ts';
import { createReception, type Received } from './reception.ts';
import { createSeal } from './seal.ts';
import { createSilentToken } from './sandboxToken.ts';
import { createTokens } from './tokens.ts';

/** Teams sends what it has in one go. */
const HEADERS_MS = 15_000;
const REQUEST_MS = 30_000;
/** The channel's token, by its looks alone. */
const BEARER = /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/i;

function environment(): BotEnvironment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Whether a request names this machine: a page elsewhere may point its own name here, and nobody else is asked for proof. */
function isAskedHere({ headers }: Request): boolean {
  const address = `http://${headers.host ?? ''}/`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

function start(env: BotEnvironment, log: Log): void {
  const adapter = createAdapter(env);
  const world = {
    clientOf: (token: string) => createClient({ baseUrl: env.apiUrl, token: async () => token }),
    tokens: createTokens(systemClock),
    silentToken: createSilentToken(env.sandboxTokenUrl),
    fetchFile: createFetchFile({ hosts: env.fileHosts, serviceUrls: env.channel.serviceUrls }),
    // Nobody is asked for a password in the playground; there it is enough that a seal holds as long as the process.
    seal: createSeal(env.registration?.password ?? crypto.randomUUID()),
    links: createLinks(env),
    clock: systemClock,
    log,
  };
  const bot = new Bot(world, (reference, turn) => adapter.resume(reference, turn));
  const expected = { serviceUrls: env.channel.serviceUrls, tenantId: env.registration?.tenantId ?? null };
  const reception = createReception(adapter, (context) => bot.run(context), expected, log);

  /** Without a token nothing is read: the channel has one. */
  async function take(request: Request): Promise<Received> {
    const authorization = request.headers.authorization ?? '';
    if (env.registration === null ? !isAskedHere(request) : !BEARER.test(authorization))
      return { status: 401, body: { error: 'This caller is not known.' } };
    const body = await readBody(request);
    if (body.name === 'refused') return { status: body.status, body: { error: body.error } };
    return reception.receive(body.value, authorization);
  }

  const server = restify.createServer({ name: 'AVA bot', handleUncaughtExceptions: false } as restify.ServerOptions);
  hardenServer(server.server, { headersMs: HEADERS_MS, requestMs: REQUEST_MS }, () =>
    JSON.stringify({ error: 'The request could not be taken.' }),
  );
  server.on(
    'restifyError',
    (request: Request, response: Response, error: { statusCode?: number }, done: () => void) => {
      void done;
      answer(request, response, error.statusCode ?? 500, { error: 'The request could not be taken.' });
    },
  );
  server.post('/api/messages', async (request: Request, response: Response) => {
    const received = await take(request);
    answer(request, response, received.status, received.body);
  });
  server.get('/health', async (request: Request, response: Response) => {
    answer(request, response, 200, { status: 'ok' });
  });
  server.listen(env.port, env.host, () => log.info({ port: env.port }, 'the bot listens'));

  const close = (): void => {
    server.close();
    void Promise.race([reception.finished(), systemClock.sleep(DRAIN_MS)]).then(() => process.exit(0));
  };
  process.once('SIGTERM', close);
  process.once('SIGINT', close);
}

const env = environment();
start(env, createLog(env.logLevel));
