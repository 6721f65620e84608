import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '#contract/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { draftHtml } from '#contract/exports/emailDrafts.ts';
import { exportChat, exportHtml, getDocx, getPdf } from '#contract/exports/exports.ts';
import { createSections, generatePresentation, ingestTemplate } from '#contract/exports/presentations.ts';
import { makePng } from '#sandbox/documents/png.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { makeInlineFile } from '#tests/harness/client/uploads.ts';
import { encodeCall, type CallInput } from '#tests/harness/http/request.ts';
import type { Attack, Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';

/** Markdown for which a parser needs more than linear time. An answer of 12 KB contains it, with a picture. */
const texts: Readonly<Record<string, string>> = {
  'quotes and lists in turn': '> - '.repeat(2_500),
  'lists in lists': `${'- '.repeat(5_000)}a`,
  'footnotes in footnotes': `${'[^a]: '.repeat(2_000)}a`,
  'pictures in pictures': `${'!['.repeat(2_000)}a${'](a.png)'.repeat(800)}`,
};
const hostile = Object.values(texts).join('\n\n');

/** Length of a text that is almost the longest of one export, and number of calls at once. */
const LARGE_CHARACTERS = 1_900_000;
const CALLS = 25;
/** How long a client waits before it leaves. */
const STAY_MS = 500;
const FILE_START = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pptx"\r\n\r\nPK';

const large = 'Tea is at four. '.repeat(LARGE_CHARACTERS / 16);
const largeCalls: [endpoint: Endpoint, input: CallInput][] = [
  [getPdf, { content: large, title: 'Tea' }],
  [getDocx, { content: large, title: 'Tea' }],
  [exportHtml, { html: large, filename: 'Tea.docx' }],
  [draftHtml, { html: large, subject: 'Tea', key: crypto.randomUUID() }],
  [createSections, { content: large }],
  [
    generatePresentation,
    {
      title_slide: { title: 'Tea' },
      sections: [{ title: 'Tea', content: large.slice(0, 100_000) }],
      template_folder: 'ava',
    },
  ],
];

/** Exports, drafts and presentations that are costly, many or abandoned. */
export const exports: AttackGroup = {
  name: 'exports',
  attacks: [
    ...Object.entries(texts).map(([name, text]): Attack => ({
      name: `an export of an answer with a picture and ${name}`,
      maxTimes: 10,
      run: (attacker) => exportAnswerWithPicture(attacker, text),
    })),
    {
      name: 'slides of hostile Markdown',
      run: async (attacker) => void (await attacker.call(createSections, { content: hostile })),
    },
    { name: 'many large exports at once', maxTimes: 10, run: exportMany },
    { name: 'many large exports whose client leaves', run: exportAndLeave },
    { name: 'templates and exports whose bodies never end', run: sendEndlessBodies },
  ],
};

async function exportAnswerWithPicture(attacker: Attacker, text: string): Promise<void> {
  const convo_id = await makeChat(attacker.client);
  const picture = Buffer.from(makePng(16, 16)).toString('base64');
  const file = makeInlineFile(picture, { fileName: 'a.png', fileType: 'PNG', imageTokenCount: 255 });
  await ask(attacker.client, { convo_id, text: `repeat after me: ![x](a.png)\n\n${text}`, file_context: [file] });
  await attacker.call(exportChat, { chat_id: convo_id, format: 'pdf', name: 'Tea' });
}

async function exportMany(attacker: Attacker): Promise<void> {
  const calls = Array.from({ length: CALLS }, (_, index) => largeCalls[index % largeCalls.length]!);
  await Promise.all(calls.map(([endpoint, input]) => attacker.call(endpoint, input)));
}

async function exportAndLeave(attacker: Attacker): Promise<void> {
  const bodies = await Promise.all(largeCalls.map(([endpoint, input]) => encodeCall(endpoint, input, attacker.bearer)));
  const calls = Array.from({ length: CALLS }, (_, index) => bodies[index % bodies.length]!);
  await Promise.all(calls.map(({ path, headers = {}, body }) => leave(attacker, path, headers, body as string, true)));
}

async function sendEndlessBodies(attacker: Attacker): Promise<void> {
  const json = { authorization: `Bearer ${attacker.bearer}`, 'content-type': 'application/json' };
  const form = { ...json, 'content-type': 'multipart/form-data; boundary=x' };
  await Promise.all([
    ...Array.from({ length: CALLS }, () => leave(attacker, addressOf(ingestTemplate, {}), form, FILE_START, false)),
    ...largeCalls.map(([endpoint]) => leave(attacker, addressOf(endpoint, {}), json, `{"a":"${large}`, false)),
  ]);
}

/** Sends a body, or only its start, and leaves without reading the reply. */
async function leave(
  attacker: Attacker,
  path: string,
  headers: Record<string, string>,
  body: string,
  isWhole: boolean,
): Promise<void> {
  const call = request(`${attacker.target.api}${path}`, { method: 'POST', headers, agent: false });
  call.on('error', () => undefined);
  let status: number | null = null;
  call.on('response', (response) => (status = response.resume().on('error', () => undefined).statusCode ?? null));
  if (isWhole) call.end(body);
  else call.write(body);
  await sleep(STAY_MS);
  call.destroy();
  attacker.count(status, `POST ${path}`);
}
