import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendMessage, chatResponse, getChat } from '../../../../api/contract/chat.ts';
import { getFileBytes, startFileText } from '../../../../api/contract/files.ts';
import { encodeCall, type CallInput } from '../../../harness/http/request.ts';
import type { Endpoint } from '../../../../api/contract/endpoint.ts';
import type { Attacker, AttackGroup } from '../attacker.ts';
import { makeChat, MODEL } from '../../../harness/client/answers.ts';

const SLOW_MS = 25_000;
const LARGE_TEXT = 'Tea is at four in the yellow room. '.repeat(90_000);

/** Readers that break off in the middle, or that hardly read. */
export const streams: AttackGroup = {
  name: 'streams',
  attacks: [
    { name: 'downloads that are reset', run: resetDownloads },
    { name: 'answers that are reset', run: resetAnswers },
    { name: 'slow readers of a download', run: readSlowly },
    { name: 'slow readers of a chat', run: readChatSlowly },
  ],
};

/** A file of 3 MB, to be downloaded. */
function fileOf(attacker: Attacker): Promise<string> {
  return attacker.own('large file', async () => {
    const { job_id, file_id } = await attacker.client.upload(startFileText, {}, new File([LARGE_TEXT], 'large.txt'));
    await attacker.settled(job_id);
    return file_id;
  });
}

async function resetDownloads(attacker: Attacker): Promise<void> {
  const file_id = await fileOf(attacker);
  for (const waitMs of [0, 5, 30]) await reset(await opened(attacker, getFileBytes, { file_id }), waitMs);
}

async function resetAnswers(attacker: Attacker): Promise<void> {
  for (const waitMs of [0, 30, 400]) {
    const ask = { convo_id: await makeChat(attacker.client), event_session_id: randomUUID(), model: MODEL };
    await reset(await opened(attacker, chatResponse, { ...ask, text: 'write 200 words about tea' }), waitMs);
  }
}

async function readSlowly(attacker: Attacker): Promise<void> {
  const file_id = await fileOf(attacker);
  await hold(attacker, await Promise.all([1, 2, 3].map(() => opened(attacker, getFileBytes, { file_id }))));
}

async function readChatSlowly(attacker: Attacker): Promise<void> {
  const convo_id = await attacker.own('chat for slow readers', async () => {
    const chat = await makeChat(attacker.client);
    await attacker.call(appendMessage, { convo_id: chat, message_type: 'user', text: LARGE_TEXT });
    return chat;
  });
  await hold(attacker, await Promise.all([1, 2, 3].map(() => opened(attacker, getChat, { convo_id }))));
}

/** A connection on which a call was made and that reads nothing. */
async function opened(attacker: Attacker, endpoint: Endpoint, ask: CallInput): Promise<Socket> {
  const { method, path, headers, body = '' } = await encodeCall(endpoint, ask, attacker.bearer);
  const bytes = Buffer.from(body as string | Uint8Array);
  const lines = Object.entries({ Host: 'a', ...headers, 'Content-Length': String(bytes.length) });
  const socket = connect(Number(new URL(attacker.target.api).port), '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect').catch(() => undefined);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
  socket.write(bytes);
  return socket;
}

async function reset(socket: Socket, waitMs: number): Promise<void> {
  await sleep(waitMs);
  socket.resetAndDestroy();
}

/** Reads a little every second, then leaves without a word. */
async function hold(attacker: Attacker, sockets: Socket[]): Promise<void> {
  for (const end = Date.now() + SLOW_MS; Date.now() < end && !attacker.stopped.aborted; await sleep(1_000))
    for (const socket of sockets) socket.read(1_024);
  for (const socket of sockets) socket.destroy();
}
