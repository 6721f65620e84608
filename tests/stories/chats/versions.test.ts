import { randomUUID } from 'node:crypto';
import { cancelChatResponse, chatResponse, getAnswerMetadata, getChat, shareChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { chooseVersion, continueResponse, regenerateResponse } from '#contract/chats/versions.ts';
import { getPerson } from '#sandbox/people.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, collect, foldAnswer, getLatestChat, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { startSlowAnswer } from '#tests/harness/client/slowAnswer.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

let app: TestApp;
let ada: Client;
let convo_id: string;

beforeAll(async () => {
  app = await startApp();
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  convo_id = await makeChat(ada);
});
afterEach(() => expectHealthyProcess(app));

const listMessages = async () => (await ada.call(getChat, { convo_id })).Messages;
const read = async () => (await listMessages()).map(({ content }) => content);
const say = (text: string) => ask(ada, { convo_id, text: `repeat after me: ${text}` });
const options = () => ({ convo_id, event_session_id: randomUUID(), model: MODEL });

async function edit(edit_of: string, text: string, request_id = randomUUID()) {
  const fields = { ...options(), text: `repeat after me: ${text}`, edit_of, request_id };
  return foldAnswer(await collect(await ada.stream(chatResponse, fields)));
}

async function regenerate(message_id: string, more: object = {}) {
  return foldAnswer(await collect(await ada.stream(regenerateResponse, { ...options(), message_id, ...more })));
}

it('Ada edits a question: the earlier one stays a version, and the model reads only the version that is shown', async () => {
  await say('one');
  await say('two');
  await say('three');
  const two = (await listMessages())[2]?.message_id ?? '';
  await edit(two, 'deux');
  expect(await read()).toEqual(['repeat after me: one', 'one', 'repeat after me: deux', 'deux']);
  const deux = (await listMessages())[2];
  expect(deux?.versions).toEqual([two, deux?.message_id]);

  await app.control('models', 'reset');
  await say('quatre');
  const prompt = (await listAnswerRequests(app)).map(getPromptText).at(-1) ?? '';
  expect(prompt).toContain('deux');
  expect(prompt).not.toMatch(/two|three/);

  const chosen = await ada.call(chooseVersion, { convo_id, message_id: two });
  expect(chosen.Messages.map(({ content }) => content)).toEqual(await read());
  expect((await read()).at(-1)).toBe('three');
  await ada.call(chooseVersion, { convo_id, message_id: deux?.message_id ?? '' });
  expect((await read()).at(-1)).toBe('quatre');
});

it('Ada regenerates an answer with another model, and her request sent twice is one answer', async () => {
  const first = await say('tea');
  const request_id = randomUUID();
  const [second, same] = await Promise.all([
    regenerate(first.message_id, { model: 'o4-mini', request_id }),
    regenerate(first.message_id, { model: 'o4-mini', request_id }),
  ]);
  expect(second).toMatchObject({ message_id: request_id, content: 'tea', state: { name: 'complete' } });
  expect(same).toEqual(second);
  const [, answer] = await listMessages();
  expect(answer).toMatchObject({ message_id: request_id, versions: [first.message_id, request_id] });
  const { used_model } = await ada.call(getAnswerMetadata, { message_id: request_id });
  expect(used_model).toContain('without images');
});

it('a stopped answer continues in the same message, also after a reload in the middle', async () => {
  const slow = await startSlowAnswer(app, ada, convo_id, 1_000);
  await ada.call(cancelChatResponse, { convo_id, event_session_id: slow.event_session_id });
  const stopped = await slow.finished;
  expect(stopped.state).toEqual({ name: 'stopped' });

  const getInsights = () => ada.call(getAnswerMetadata, { message_id: stopped.message_id });
  // Waits, because a stop ends the run before the figures of the answer are saved.
  const before = await eventually(async () => {
    const insights = await getInsights();
    expect(insights).toMatchObject({ prompt_tokens: null, first_token_ms: expect.any(Number) as number });
    return insights;
  });
  expect(before.used_model).not.toBe('');

  const fields = { ...options(), message_id: stopped.message_id };
  const events = await collect(await ada.stream(continueResponse, fields));
  const whole = foldAnswer(events);
  expect(whole).toMatchObject({ message_id: stopped.message_id, state: { name: 'complete' } });
  expect(whole.content.startsWith(stopped.content)).toBe(true);
  expect(whole.content.length).toBeGreaterThan(stopped.content.length);
  const [, answer] = await listMessages();
  expect(answer).toMatchObject({ content: whole.content, run_id: whole.run_id });
  expect(answer?.versions).toBeUndefined();
  const after = await getInsights();
  expect(after).toMatchObject({ first_token_ms: before.first_token_ms, answer_tokens: null });
  expect(after.total_ms).toBeGreaterThan(before.total_ms ?? 0);
  await expect(ada.stream(continueResponse, fields)).rejects.toMatchObject({ code: 'not_continuable' });
});

it('nothing is regenerated or edited while the answer is being written', async () => {
  const slow = await startSlowAnswer(app, ada, convo_id, 1_000);
  const [question, answer] = await listMessages();
  const refused = { code: 'still_answering' };
  await expect(regenerate(answer?.message_id ?? '')).rejects.toMatchObject(refused);
  await expect(edit(question?.message_id ?? '', 'no')).rejects.toMatchObject(refused);
  await ada.call(cancelChatResponse, { convo_id, event_session_id: slow.event_session_id });
  await slow.finished;
  await edit(question?.message_id ?? '', 'yes');
  expect((await read()).at(-1)).toBe('yes');
});

it('two devices edit the same question at once: both are kept as versions', async () => {
  await say('one');
  const [question] = await listMessages();
  const id = question?.message_id ?? '';
  const answers = await Promise.all([edit(id, 'eins'), edit(id, 'uno')]);
  expect(answers.map(({ content }) => content)).toEqual(['eins', 'uno']);
  const versions = (await listMessages())[0]?.versions ?? [];
  expect(versions).toHaveLength(3);
  const contents = new Set<string | undefined>();
  for (const message_id of versions)
    contents.add((await ada.call(chooseVersion, { convo_id, message_id })).Messages.at(-1)?.content);
  expect(contents).toEqual(new Set(['one', 'eins', 'uno']));
});

it('Ben gets the version that Ada has chosen, and cannot find her other versions', async () => {
  await say('one');
  const [question, answer] = await listMessages();
  await edit(question?.message_id ?? '', 'eins');
  await ada.call(shareChat, { convo_id, peers: JSON.stringify([getPerson('ben').oid]) as never });
  const ben = app.as('ben');
  const copy = await getLatestChat(ben);
  expect(copy.Messages.map(({ content }) => content)).toEqual(['repeat after me: eins', 'eins']);
  expect(copy.Messages.some(({ versions }) => versions !== undefined)).toBe(false);
  const missing = { code: 'not_found' };
  for (const message_id of [question?.message_id ?? '', randomUUID()])
    await expect(ben.call(chooseVersion, { convo_id: copy.ConversationId, message_id })).rejects.toMatchObject(missing);
  const call = { ...options(), convo_id: copy.ConversationId, message_id: answer?.message_id ?? '' };
  await expect(ben.stream(regenerateResponse, call)).rejects.toMatchObject(missing);
  await expect(ben.stream(continueResponse, call)).rejects.toMatchObject(missing);
});
