import restify, { type Request, type Response } from 'restify';
import { createClient } from '../../api/contract/client.ts';
import { DRAIN_MS } from '../../api/contract/limits.ts';
import { createAdapter } from './adapter.ts';
import { Bot } from './bot.ts';
import { systemClock } from './clock.ts';
import { EnvironmentError, readEnvironment, type BotEnvironment } from './env.ts';
import { createFetchFile } from './files.ts';
import { createLinks } from './links.ts';
import { createLog, type Log } from './log.ts';
import { createReception } from './reception.ts';
import { createSeal } from './seal.ts';
import { createSilentToken } from './sandboxToken.ts';
import { createTokens } from './tokens.ts';

/** More than Teams ever sends; whoever sends more is not Teams. */
const MAX_BODY_BYTES = 1_048_576;

function environment(): BotEnvironment {
  try {
    return readEnvironment(process.env);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
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

  const server = restify.createServer({ name: 'AVA bot', handleUncaughtExceptions: false } as restify.ServerOptions);
  server.on(
    'restifyError',
    (_request: Request, response: Response, error: { statusCode?: number }, done: () => void) => {
      void done;
      if (!response.headersSent) response.json(error.statusCode ?? 500, { error: 'The request could not be taken.' });
    },
  );
  const parse = restify.plugins.bodyParser({ maxBodySize: MAX_BODY_BYTES, mapParams: false });
  server.post('/api/messages', ...[parse].flat(), async (request: Request, response: Response) => {
    const { status, body } = await reception.receive(request.body, request.headers.authorization ?? '');
    if (body === undefined) response.send(status);
    else response.json(status, body);
  });
  server.get('/health', async (_request: Request, response: Response) => {
    response.json(200, { status: 'ok' });
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
