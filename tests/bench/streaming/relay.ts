import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A minimal proxy in front of the model server, in a separate process like the API. Argument: URL of the model server.
 * Exits with its parent.
 */
const [target = ''] = process.argv.slice(2);

const server = createServer((incoming, outgoing) => {
  const call = request(
    new URL(incoming.url ?? '/', target),
    { method: 'POST', headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  call.on('error', () => outgoing.destroy());
  incoming.pipe(call);
});

process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
