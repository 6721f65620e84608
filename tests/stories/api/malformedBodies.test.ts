import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf } from '#contract/client.ts';
import {
  badForms,
  badJson,
  badValues,
  oddForms,
  tooLargeJson,
  type BadBody,
} from '#tests/harness/hostile/badRequests.ts';
import { expectSafeResponse, expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { calls, makeExampleInput } from '#tests/harness/http/exampleCalls.ts';
import { listLeafPaths, withLeaf } from '#tests/harness/http/endpointFields.ts';
import { encodeCall, send, type CallInput, type Reply } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { createPersonData, type PersonData } from '#tests/harness/client/personData.ts';
import { makeChat } from '#tests/harness/client/answers.ts';

const withBody = calls.filter(([, { body, encoding }]) => encoding === 'upload' || Object.keys(body.shape).length > 0);
const inJson = withBody.filter(([, { encoding }]) => encoding === 'json');
const inForms = withBody.filter(([, { encoding }]) => encoding !== 'json');
/** Large bodies are sent only to an eighth of the calls, because the same code reads the bodies of all calls. */
const chooseEighth = (candidates: typeof calls, turn = 0) => candidates.filter((_, index) => index % 8 === turn % 8);
const chooseCalls = (candidates: typeof calls, { body }: BadBody) =>
  body.length < 1_000_000 ? candidates : chooseEighth(candidates);
/** Whether the reader of bodies accepts this body, so that the call then checks its fields. */
const reachesFields = ({ type, body }: BadBody) => body === '' || (type === 'application/json' && isObject(`${body}`));
function isObject(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)).startsWith('{');
  } catch {
    return false;
  }
}
/** If no field is required, a form of unknown fields is accepted like an empty one. */
const hasRequired = ({ encoding, body }: Endpoint) => encoding === 'upload' || !body.safeParse({}).success;
/** Each accepted body of these calls starts a process, so each field gets one of the odd texts instead of all. */
const startsProcess = ({ path }: Endpoint) => /^\/(exports|get_pdf|get_docx|presentation)/.test(path);
const isChosenText = (value: unknown) => typeof value !== 'string' || value.startsWith('half a pair');
/** Uploads also start a process, so they get only texts: a form has no other values. */
const isText = (value: unknown) => typeof value === 'string';
/** A call gets every value at least once; several fields share the values. */
function chooseValues(endpoint: Endpoint, field: number, fieldCount: number): unknown[] {
  const isChosen = startsProcess(endpoint) ? isChosenText : endpoint.encoding === 'upload' ? isText : () => true;
  const values = badValues.filter(isChosen);
  const shares = Math.min(fieldCount, MOST_SHARES);
  return values.filter((_, index) => index % shares === field % shares);
}
const MOST_SHARES = 6;

let app: TestApp;
let data: PersonData;
let token: string;

beforeAll(async () => {
  // The tests start answers faster than answers end, so the limit per person must not apply.
  const env = { RUNS_PER_PERSON: '1000' };
  app = await startApp({ env, features: { knowledgeSearch: true, teamsBotEnabled: true, tasks: true } });
  token = await app.getToken({ person: 'ada' });
  data = await createPersonData(app.as('ada'), 'Ada stays calm', (await makeFinanceCorpus(app.as('ada'))).kept);
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

/** Returns a new chat if the call has one. */
async function chooseChat(name: string): Promise<string> {
  const hasChat = JSON.stringify(makeExampleInput(name, data)).includes(data.chatId);
  return hasChat ? makeChat(app.as('ada')) : data.chatId;
}

/** Returns a valid input. */
async function makeInput(name: string): Promise<CallInput> {
  return makeExampleInput(name, { ...data, chatId: await chooseChat(name) });
}

async function post(name: string, endpoint: Endpoint, { type, body }: BadBody): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) };
  const path = addressOf(endpoint, makeExampleInput(name, data));
  return send(app.url, { method: endpoint.method, path, headers, body });
}

/** @proves threat:malformed-body */
it.each(Object.entries(badJson))('JSON calls reject %s', async (title, body) => {
  const chosen = reachesFields(body) ? inJson : chooseEighth(inJson, Object.keys(badJson).indexOf(title));
  const replies = await Promise.all(chosen.map(([name, endpoint]) => post(name, endpoint, body)));
  for (const reply of replies) expectSafeResponse(reply, 'refused');
});

/** @proves threat:malformed-body */
it.each(Object.entries(badForms))('form calls reject %s', async (_, body) => {
  for (const [name, endpoint] of chooseCalls(inForms, body))
    expectSafeResponse(await post(name, endpoint, body), hasRequired(endpoint) ? 'refused' : 'either');
});

it.each(Object.entries(oddForms))('form calls accept or reject %s', async (_, body) => {
  for (const [name, endpoint] of chooseCalls(inForms, body))
    expectSafeResponse(await post(name, endpoint, body), 'either');
});

/** @proves threat:body-limits */
it('JSON calls reject ten megabytes as too large', async () => {
  for (const [name, endpoint] of chooseCalls(inJson, tooLargeJson)) {
    const reply = await post(name, endpoint, tooLargeJson);
    expectSafeResponse(reply, 'refused');
    expect(reply.json).toMatchObject({ code: 'too_large' });
  }
});

describe.each(withBody)('%s', (name, endpoint) => {
  /** @proves threat:malformed-body */
  it('accepts or rejects any value in its fields', async () => {
    const names = Object.keys(endpoint.body.shape);
    const leaves = listLeafPaths(await makeInput(name)).filter(([field]) => names.includes(String(field)));
    const chatId = await chooseChat(name);
    for (const [index, leaf] of leaves.entries()) {
      const attempts = chooseValues(endpoint, index, leaves.length).map((value) => async () => {
        const input = withLeaf(makeExampleInput(name, { ...data, chatId }), leaf, value);
        expectSafeResponse(await send(app.url, await encodeCall(endpoint, input, token)), 'either');
      });
      // Simultaneous answers and uploads are limited per person, and a 429 would hide the actual result.
      if (endpoint.encoding === 'json') await Promise.all(attempts.map((attempt) => attempt()));
      else for (const attempt of attempts) await attempt();
    }
  });

  it('ignores unknown fields', async () => {
    const plain = await send(app.url, await encodeCall(endpoint, await makeInput(name), token));
    const request = await encodeCall(endpoint, await makeInput(name), token);
    const { 'content-type': type = '' } = request.headers ?? {};
    const body =
      endpoint.encoding === 'json' ? addMembers(String(request.body)) : addParts(type, request.body as Uint8Array);
    const reply = await send(app.url, { ...request, body });
    expectSafeResponse(reply, 'either');
    expect(reply.status).toBe(plain.status);
    expect(reply.text).not.toContain('polluted');
  });
});

const unknownFields = { is_admin: 'true', user_email: 'dev.raman@northwind.example', polluted: 'polluted' };

/** Adds members to a JSON object, some with names of Object.prototype. */
function addMembers(json: string): string {
  const prototypeMembers = '"__proto__":{"polluted":"polluted"},"constructor":{"prototype":{"polluted":"polluted"}}';
  return `{${prototypeMembers},${JSON.stringify(unknownFields).slice(1, -1)},${json.slice(1)}`;
}

/** Adds fields to a multipart form. */
function addParts(type: string, form: Uint8Array): Uint8Array {
  const boundary = type.slice(type.indexOf('boundary=') + 'boundary='.length);
  const fields = [['__proto__', 'polluted'], ['constructor', 'polluted'], ...Object.entries(unknownFields)];
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(parts.join('')), form]);
}
