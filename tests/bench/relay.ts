import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The least that could stand between a client and the model server: passes bytes on and keeps nothing. A process of its
 * own, like the API; argument 1 is the model server's address. Ends with its parent.
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
