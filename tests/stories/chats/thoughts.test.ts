import { randomUUID } from 'node:crypto';
import { cancelChatResponse, generateTitle, getChat, getChats, shareChat } from '#contract/chats/chat.ts';
import { searchChats } from '#contract/chats/history.ts';
import { continueResponse, getMessage, regenerateResponse } from '#contract/chats/versions.ts';
import type { Client } from '#contract/client.ts';
import { exportChat } from '#contract/exports/exports.ts';
import { MAX_THOUGHT_CHARACTERS } from '#api/answers/thoughtEvents.ts';
import { followAnswerRun, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import { getPerson } from '#sandbox/people.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, getLatestChat, makeChat, MODEL, openAnswer } from '#tests/harness/client/answers.ts';
import { makeTask, runAll } from '#tests/harness/client/tasks.ts';
import { send } from '#tests/harness/http/request.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

const SECRET = 'vantablack';
const THOUGHTS = `The person means the ${SECRET} budget.`;
const ANSWER = 'The budget is forty thousand.';

let app: TestApp;
let ada: Client;
let convo_id: string;

beforeAll(async () => {
  app = await startApp({ features: { tasks: true } });
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  convo_id = await makeChat(ada);
});
afterEach(() => expectHealthyProcess(app));

const think = (thoughts: string, more: object = {}) =>
  app.control('models', 'scenario', { name: 'script', thoughts, text: ANSWER, chunk: 4_000, ...more });
const listMessages = async () => (await ada.call(getChat, { convo_id })).Messages;
const options = () => ({ convo_id, event_session_id: randomUUID(), model: MODEL });
const ask = async (text = 'How much?') => collect<AnswerEvent>(await openAnswer(ada, { convo_id, text }));

it('Ada sees what the model thinks before it answers, also on a second device and after a reload', async () => {
  await think(THOUGHTS, { chunk: 8 });
  const events = await ask();
  const types = events.map(({ type }) => type);
  expect(types.indexOf('thought')).toBeLessThan(types.indexOf('chunk'));
  const answer = foldAnswer(events);
  expect(answer).toMatchObject({ content: ANSWER, thoughts: { text: THOUGHTS, shortened: false } });
  const followed = await collect(await ada.stream(followAnswerRun, { run_id: answer.run_id ?? '', from: 0 }));
  expect(foldAnswer(followed)).toMatchObject({ content: ANSWER, thoughts: answer.thoughts });
  expect((await listMessages())[1]).toMatchObject({ content: ANSWER, thoughts: answer.thoughts });
});

it('each version of an answer has its own thoughts', async () => {
  await think(THOUGHTS, { count: 1 });
  const first = foldAnswer(await ask());
  const fields = { ...options(), message_id: first.message_id };
  const second = foldAnswer(await collect(await ada.stream(regenerateResponse, fields)));
  expect(second.thoughts).toBeNull();
  const read = async ({ message_id }: typeof first) =>
    (await ada.call(getMessage, { convo_id, message_id })).thoughts?.text ?? null;
  expect([await read(first), await read(second)]).toEqual([THOUGHTS, null]);
});

/** @proves threat:thoughts */
it('thoughts are in no prompt, title, search, export, copy or log', async () => {
  await think(THOUGHTS, { count: 1 });
  const { message_id } = foldAnswer(await ask());
  await ask('And now?');
  await ada.stream(regenerateResponse, { ...options(), message_id }).then(collect);
  await ada.call(generateTitle, { convo_id, text: 'How much?' });
  expect(JSON.stringify(await app.listRequests('models'))).not.toContain(SECRET);
  expect((await ada.call(searchChats, { text: SECRET })).results).toEqual([]);
  const { url } = await ada.call(exportChat, { chat_id: convo_id, format: 'txt', name: 'Budget' });
  const { text } = await send(app.url, { method: 'GET', path: url });
  expect(text).toContain('How much?');
  expect(text).not.toContain(SECRET);
  await ada.call(shareChat, { convo_id, peers: [getPerson('cleo').oid] });
  const copy = await getLatestChat(app.as('cleo'));
  expect(copy.Messages.map(({ thoughts }) => thoughts)).toEqual(copy.Messages.map(() => null));
  expect(JSON.stringify(await ada.call(getChats, {}))).not.toContain(SECRET);
  expect(app.readLog()).not.toContain(SECRET);
});

it('the output of a task has no thoughts', async () => {
  await think(THOUGHTS);
  const { taskId } = await makeTask(ada, { prompts: ['How much?'] });
  const run = await runAll(ada, taskId);
  expect(JSON.stringify(run)).toContain(ANSWER);
  expect(JSON.stringify(run)).not.toContain(SECRET);
});

it('Stop while the model thinks keeps the thoughts so far, and Ada can ask again', async () => {
  await think(THOUGHTS.repeat(100), { chunk: 8, ms: 20, count: 1 });
  const event_session_id = randomUUID();
  const events: AnswerEvent[] = [];
  for await (const event of await openAnswer(ada, { convo_id, text: 'How much?', event_session_id })) {
    events.push(event);
    if (event.type === 'thought') await ada.call(cancelChatResponse, { convo_id, event_session_id });
  }
  const stopped = foldAnswer(events);
  expect(stopped).toMatchObject({ state: { name: 'stopped' }, content: '' });
  expect(THOUGHTS.repeat(100).startsWith(stopped.thoughts?.text ?? '')).toBe(true);
  const [, stored] = await listMessages();
  expect(stored).toMatchObject({ state: { name: 'stopped' }, thoughts: stopped.thoughts });
  await app.control('models', 'reset');
  expect(foldAnswer(await ask('repeat after me: tea')).content).toBe('tea');
});

it('an answer that is continued keeps its thoughts and adds the new ones', async () => {
  await think('First.', {
    count: 1,
    text: 'The budget is forty thousand euros a year. '.repeat(200),
    ms: 20,
    chunk: 8,
  });
  const event_session_id = randomUUID();
  for await (const event of await openAnswer(ada, { convo_id, text: 'How much?', event_session_id }))
    if (event.type === 'chunk') await ada.call(cancelChatResponse, { convo_id, event_session_id });
  const [, stopped] = await listMessages();
  await think('Second.', { count: 1 });
  const fields = { ...options(), message_id: stopped?.message_id ?? '' };
  const whole = foldAnswer(await collect(await ada.stream(continueResponse, fields)));
  expect(whole).toMatchObject({ state: { name: 'complete' }, thoughts: { text: 'First.\n\nSecond.' } });
  expect(whole.content).toContain(stopped?.content);
});

/** @proves threat:endless-thoughts */
it('200,000 characters of thoughts are shortened, and the answer is whole', async () => {
  await think(`${THOUGHTS} `.repeat(200_000 / THOUGHTS.length));
  const answer = foldAnswer(await ask());
  expect(answer).toMatchObject({ content: ANSWER, thoughts: { shortened: true } });
  expect(answer.thoughts?.text).toHaveLength(MAX_THOUGHT_CHARACTERS);
  expect((await listMessages())[1]?.thoughts).toEqual(answer.thoughts);
});

it('a retry of an answer that failed after its thoughts begins without them', async () => {
  await think(THOUGHTS, { count: 1, text: '' });
  const request_id = randomUUID();
  const send = async () =>
    foldAnswer(await collect(await openAnswer(ada, { convo_id, text: 'How much?', request_id })));
  expect(await send()).toMatchObject({ state: { name: 'failed' }, thoughts: { text: THOUGHTS } });
  expect((await listMessages())[1]?.thoughts).toMatchObject({ text: THOUGHTS });
  expect(await send()).toMatchObject({ state: { name: 'complete' }, thoughts: null });
  expect((await listMessages())[1]?.thoughts).toBeNull();
});
