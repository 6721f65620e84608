import { request } from 'node:https';

/** Posts JSON and trusts one certificate authority, which `fetch` cannot do for a single call. */
export function postWithCertificate(url: string, body: unknown, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // No `keepAlive`: the server can close an idle connection at the moment when it is used again.
    const options = { method: 'POST', ca, headers: { 'content-type': 'application/json' }, agent: false };
    const call = request(url, options, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => (text += part));
      reply.on('end', () => {
        if (reply.statusCode === 200 || reply.statusCode === 204) resolve(text);
        else reject(new Error(`${url}: ${reply.statusCode} ${text}`));
      });
    });
    call.on('error', reject);
    call.end(JSON.stringify(body));
  });
}
