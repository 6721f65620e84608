import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { sendRecordedReply, type RecordedReply } from '#sandbox/models/recordedCases.ts';
import { findRefusal } from '#sandbox/models/strictness.ts';

export interface StandIn {
  url: string;
  requests: Record<string, unknown>[];
  close(): Promise<void>;
}

/** Starts a server that refuses what a provider refuses and otherwise answers with one reply. */
export async function startStandIn(provider: string | null, reply: RecordedReply): Promise<StandIn> {
  const requests: Record<string, unknown>[] = [];
  const server = createServer((req, res) => {
    void json(req).then((body) => {
      requests.push(body as Record<string, unknown>);
      const refusal = findRefusal(provider, body);
      sendRecordedReply(res, refusal ? { status: refusal.status, json: refusal.body } : reply);
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
