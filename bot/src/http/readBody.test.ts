import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { readBody, type Body } from './readBody.ts';
import { sendJson } from './sendJson.ts';

let server: Server;
let bodies: Promise<Body>[];

beforeEach(async () => {
  bodies = [];
  server = createServer((request, response) => {
    const reading = readBody(request, 300);
    bodies.push(reading);
    void reading.then((body) => {
      if (body.name === 'refused') sendJson(request, response, body.status, { error: body.error });
      else sendJson(request, response, 200, body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const port = () => (server.address() as AddressInfo).port;
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

it('reads JSON as Teams sends it', async () => {
  for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])
    expect(await (await post('{"text":"Tee für zwei 🍵"}', { 'content-type': type })).json()).toEqual({
      name: 'read',
      value: { text: 'Tee für zwei 🍵' },
    });
  expect((await post('{}', { 'content-encoding': 'identity' })).status).toBe(200);
});

it('refuses a body that takes too long', async () => {
  const socket = connect(port(), '127.0.0.1');
  let received = '';
  socket.on('data', (part) => (received += part.toString('latin1')));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  const dripping = setInterval(() => socket.write(' '), 50);
  await once(socket, 'close');
  clearInterval(dripping);
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  expect(received).toContain('took too long');
});

it('refuses a body whose sender disconnects halfway', async () => {
  const socket = connect(port(), '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
  await once(server, 'request');
  socket.resetAndDestroy();
  expect(await bodies[0]).toMatchObject({ name: 'refused', status: 400 });
});

it('accepts a body of exactly one megabyte and rejects a larger one', async () => {
  expect((await post(`"${'x'.repeat(1_048_574)}"`)).status).toBe(200);
  expect((await post(`"${'x'.repeat(1_048_575)}"`)).status).toBe(413);
});
