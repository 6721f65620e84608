import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendMessage, chatResponse, getChat } from '#contract/chats/chat.ts';
import { getFileBytes, startFileText } from '#contract/files/files.ts';
import { encodeCall, type CallInput } from '#tests/harness/http/request.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { makeChat, MODEL } from '#tests/harness/client/answers.ts';

const SLOW_MS = 25_000;
const LARGE_TEXT = 'Tea is at four in the yellow room. '.repeat(90_000);

/** Clients that disconnect during a response or read it very slowly. */
export const streams: AttackGroup = {
  name: 'streams',
  attacks: [
    { name: 'downloads that are reset', run: resetDownloads },
    { name: 'answers that are reset', run: resetAnswers },
    { name: 'slow readers of a download', run: readSlowly },
    { name: 'slow readers of a chat', run: readChatSlowly },
  ],
};

/** Returns the id of a file of 3 MB. */
function getLargeFileId(attacker: Attacker): Promise<string> {
  return attacker.getOrCreate('large file', async () => {
    const { job_id, file_id } = await attacker.client.upload(startFileText, {}, new File([LARGE_TEXT], 'large.txt'));
    await attacker.waitForJob(job_id);
    return file_id;
  });
}

async function resetDownloads(attacker: Attacker): Promise<void> {
  const file_id = await getLargeFileId(attacker);
  for (const waitMs of [0, 5, 30]) await reset(await openStalled(attacker, getFileBytes, { file_id }), waitMs);
}

async function resetAnswers(attacker: Attacker): Promise<void> {
  for (const waitMs of [0, 30, 400]) {
    const input = { convo_id: await makeChat(attacker.client), event_session_id: randomUUID(), model: MODEL };
    await reset(await openStalled(attacker, chatResponse, { ...input, text: 'write 200 words about tea' }), waitMs);
  }
}

async function readSlowly(attacker: Attacker): Promise<void> {
  const file_id = await getLargeFileId(attacker);
  await readSlowlyAndLeave(
    attacker,
    await Promise.all([1, 2, 3].map(() => openStalled(attacker, getFileBytes, { file_id }))),
  );
}

async function readChatSlowly(attacker: Attacker): Promise<void> {
  const convo_id = await attacker.getOrCreate('chat for slow readers', async () => {
    const chat = await makeChat(attacker.client);
    await attacker.call(appendMessage, { convo_id: chat, message_type: 'user', text: LARGE_TEXT });
    return chat;
  });
  await readSlowlyAndLeave(
    attacker,
    await Promise.all([1, 2, 3].map(() => openStalled(attacker, getChat, { convo_id }))),
  );
}

/** Opens a connection, sends a call and reads nothing. */
async function openStalled(attacker: Attacker, endpoint: Endpoint, input: CallInput): Promise<Socket> {
  const { method, path, headers, body = '' } = await encodeCall(endpoint, input, attacker.bearer);
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

/** Reads a little every second, then closes the connections. */
async function readSlowlyAndLeave(attacker: Attacker, sockets: Socket[]): Promise<void> {
  for (const end = Date.now() + SLOW_MS; Date.now() < end && !attacker.stopped.aborted; await sleep(1_000))
    for (const socket of sockets) socket.read(1_024);
  for (const socket of sockets) socket.destroy();
}
