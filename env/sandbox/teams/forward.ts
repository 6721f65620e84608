import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { sendJson } from '../server/httpsServer.ts';

/**
 * Passes a request on to another server of the sandbox and its answer back, a stream as it comes. Answers 502 when that
 * server is not there, and lets it know when the client leaves.
 * @param url The whole address there.
 */
export function forward(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, ...headers } = request.headers;
  return new Promise((done) => {
    const onward = ask(url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
      answer.pipe(response);
      answer.on('close', done);
    });
    onward.on('error', () => {
      if (response.headersSent) response.destroy();
      else
        sendJson(response, 502, {
          error: 'bad_gateway',
          detail: `Nothing answers at ${new URL(url).origin} behind ${host}.`,
        });
      done();
    });
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
}
