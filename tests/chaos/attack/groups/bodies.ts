import { gzipSync } from 'node:zlib';
import { appendMessage, upsertChat } from '#contract/chats/chat.ts';
import { addressOf } from '#contract/client.ts';
import { saveSettings } from '#contract/settings.ts';
import { chatResponse } from '#contract/chats/chat.ts';
import { startFileText } from '#contract/files/files.ts';
import type { Attack, Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';
import { makeChat, MODEL } from '#tests/harness/client/answers.ts';

const MB = 1_048_576;
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const JSON_TYPE = 'application/json';

const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const parts = (count: number) =>
  Buffer.from(`${Array.from({ length: count }, (_, index) => part(`f${index}`, 'tea')).join('')}--x--\r\n`);
const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',');

const forms = {
  'a form of 100 KB of a&a&a': Buffer.from('a&'.repeat(50_000)),
  'a form of 200 KB of a&a&a': Buffer.from('a&'.repeat(100_000)),
  'a form of 200 KB of percent signs': Buffer.from('%'.repeat(200_000)),
  'a form with a name of 200 KB': Buffer.from(`${'a'.repeat(200_000)}=1&text=tea`),
};
const jsons = {
  'JSON with 100,000 keys': Buffer.from(`{${keys(100_000)}}`),
  'settings with 100,000 keys': Buffer.from(`{"settings":{${keys(100_000)}}}`),
  'JSON nested 200,000 deep': Buffer.from(`{"settings":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
  'JSON with 30,000 objects 30 deep': Buffer.from(
    `{"settings":[${Array(30_000)
      .fill('{"a":'.repeat(3) + '1' + '}'.repeat(3))
      .join(',')}]}`,
  ),
};
const bomb = gzipSync(Buffer.alloc(50 * MB));

/** Bodies that are costly to parse. */
export const bodies: AttackGroup = {
  name: 'bodies',
  attacks: [
    ...Object.entries(forms).map(([name, body]) => makeChatAttack(name, FORM, body)),
    ...Object.entries(jsons).map(([name, body]) => makeSettingsAttack(name, body)),
    makeChatAttack('a form of 10,000 parts', MULTIPART, parts(10_000)),
    {
      name: 'an upload of 10,000 parts',
      run: async (attacker) => void (await post(attacker, startFileText.path, MULTIPART, parts(10_000))),
    },
    {
      name: 'a gzip bomb to the API',
      run: async (attacker) =>
        void (await post(attacker, upsertChat.path, JSON_TYPE, bomb, { 'content-encoding': 'gzip' })),
    },
    { name: 'a gzip bomb to the bot', run: bombBot },
    { name: 'an append with 100,000 keys', run: appendKeys },
  ],
};

const appendBody = Buffer.from(`{"text":"tea","citations":[{${keys(100_000)}}]}`);

async function appendKeys(attacker: Attacker): Promise<void> {
  const convo_id = await getChatId(attacker);
  await post(attacker, addressOf(appendMessage, { convo_id, message_type: 'user' }), JSON_TYPE, appendBody);
}

function makeChatAttack(name: string, type: string, body: Uint8Array): Attack {
  const run = async (attacker: Attacker) => {
    const query = { convo_id: await getChatId(attacker), event_session_id: crypto.randomUUID(), model: MODEL };
    await post(attacker, addressOf(chatResponse, query), type, body);
  };
  return { name, run };
}

function makeSettingsAttack(name: string, body: Uint8Array): Attack {
  return { name, run: async (attacker) => void (await post(attacker, saveSettings.path, JSON_TYPE, body)) };
}

async function bombBot(attacker: Attacker): Promise<void> {
  const headers = {
    authorization: `Bearer ${attacker.target.channelToken}`,
    'content-type': JSON_TYPE,
    'content-encoding': 'gzip',
  };
  await attacker.send({ method: 'POST', path: '/api/messages', headers, body: bomb }, attacker.target.bot);
}

const getChatId = (attacker: Attacker) => attacker.getOrCreate('chat of bodies', () => makeChat(attacker.client));

function post(attacker: Attacker, path: string, type: string, body: Uint8Array, more: Record<string, string> = {}) {
  const headers = { 'content-type': type, 'content-length': String(body.length), ...more };
  return attacker.send({ method: 'POST', path, headers, body });
}
