import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { sendJson } from '../server/httpsServer.ts';

/**
 * Forwards a request to another server of the sandbox and streams its response back. Responds with 502 if that server
 * is unreachable. Aborts the forwarded request when the client disconnects.
 */
export function forwardRequest(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { host, ...headers } = request.headers;
  return new Promise((done) => {
    const forwarded = sendRequest(url, { method: request.method, headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      response.flushHeaders();
      reply.pipe(response);
      reply.on('close', done);
    });
    forwarded.on('error', () => {
      if (response.headersSent) response.destroy();
      else {
        const detail = `There is no server at ${new URL(url).origin} behind ${host}.`;
        sendJson(response, 502, { error: 'bad_gateway', detail });
      }
      done();
    });
    response.on('close', () => forwarded.destroy());
    request.pipe(forwarded);
  });
}
