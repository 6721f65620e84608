import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { findRefusal } from '../../../env/sandbox/models/strictness.ts';

/** What a model server answers to a request that it accepts. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** The lines of a stream. */
  stream?: string[];
  json?: unknown;
  /** Whether the connection stays open after the last line. */
  open?: boolean;
  /** Lines that come every 50 ms before the reply, for as many times. */
  comments?: number;
  /** Whether nothing comes, not even headers. */
  silent?: boolean;
}

export interface StandIn {
  url: string;
  requests: Record<string, unknown>[];
  close(): Promise<void>;
}

/** Starts a server that refuses what a provider refuses and otherwise answers with one reply. */
export async function startStandIn(provider: string | null, reply: Reply): Promise<StandIn> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer((req, res) => {
    void json(req).then((body) => {
      requests.push(body as Record<string, unknown>);
      const refusal = findRefusal(provider, body);
      const { status = 200, headers = {}, stream, silent } = reply;
      if (silent) return;
      if (refusal || !stream) {
        res.writeHead(refusal?.status ?? status, { 'content-type': 'application/json', ...headers });
        res.end(JSON.stringify(refusal?.body ?? reply.json));
        return;
      }
      res.writeHead(status, { 'content-type': 'text/event-stream', ...headers });
      sendStream(reply, stream, (text, isLast) => (isLast && !reply.open ? res.end(text) : res.write(text)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendStream({ comments = 0 }: Reply, lines: string[], write: (text: string, isLast: boolean) => void): void {
  if (comments === 0) return write(lines.join('\n'), true);
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    if (sent <= comments) return write(': processing\n\n', false);
    clearInterval(timer);
    write(lines.join('\n'), true);
  }, 50);
}
