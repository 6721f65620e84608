import { randomUUID } from 'node:crypto';
import { cancelChatResponse, completion, deleteChat, getChat, getChats } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { followAnswerRun } from '#contract/runs/answerEvents.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startSlowAnswer } from '#tests/harness/client/slowAnswer.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, collect, foldAnswer, makeChat, MODEL } from '#tests/harness/client/answers.ts';

let app: TestApp;
let ada: Client;
let ben: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 2, wordsPerDelta: 1 });
});
afterEach(() => expectHealthyProcess(app));

const messagesOf = async (convo_id: string) => (await ada.call(getChat, { convo_id })).Messages;

describe('a message that is sent again', () => {
  it('is stored once with one answer', async () => {
    const sending = { convo_id: await makeChat(ada), request_id: randomUUID(), text: 'repeat after me: one cup' };
    const [first, second] = [await ask(ada, sending), await ask(ada, sending)];
    expect(second).toEqual(first);
    expect((await messagesOf(sending.convo_id)).map(({ content }) => content)).toEqual([sending.text, 'one cup']);
    expect(await listAnswerRequests(app)).toHaveLength(1);
  });

  /** @proves threat:repeated-message */
  it('ten times at once is stored once with one answer', async () => {
    const sending = { convo_id: await makeChat(ada), request_id: randomUUID(), text: 'repeat after me: one spoon' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(ada, sending)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]).toMatchObject({ content: 'one spoon', state: { name: 'complete' } });
    expect(await messagesOf(sending.convo_id)).toHaveLength(2);
    expect(await listAnswerRequests(app)).toHaveLength(1);
  });

  /** @proves threat:reused-message-id */
  it('with another text under the same id is rejected, and the first one stays', async () => {
    const sending = { convo_id: await makeChat(ada), request_id: randomUUID(), text: 'repeat after me: two cups' };
    await ask(ada, sending);
    const before = await messagesOf(sending.convo_id);
    await expect(ask(ada, { ...sending, text: 'three cups' })).rejects.toMatchObject({
      code: 'different_message',
      status: 409,
    });
    expect(await messagesOf(sending.convo_id)).toEqual(before);
  });
});

describe('a message that names a deployment', () => {
  /** @proves call:completion */
  it('is answered and stored like any other', async () => {
    const input = { convo_id: await makeChat(ada), event_session_id: randomUUID(), text: 'repeat after me: green tea' };
    const events = await ada.stream(completion, { ...input, deployment_name: MODEL });
    expect(foldAnswer(await collect(events))).toMatchObject({ content: 'green tea', state: { name: 'complete' } });
    expect((await messagesOf(input.convo_id)).map(({ content }) => content)).toEqual([input.text, 'green tea']);
  });
});

describe('five tabs that send at once', () => {
  /** @proves threat:two-senders */
  it('get all their messages stored, each followed by its answer', async () => {
    const convo_id = await makeChat(ada);
    const texts = ['milk', 'sugar', 'lemon', 'honey', 'ginger'];
    const answers = await Promise.all(texts.map((text) => ask(ada, { convo_id, text: `repeat after me: ${text}` })));
    expect(answers.map(({ content }) => content)).toEqual(texts);
    const messages = await messagesOf(convo_id);
    const pairs = texts.map((_, index) =>
      messages.slice(2 * index, 2 * index + 2).map(({ source, content }) => [source, content]),
    );
    expect(pairs.toSorted()).toEqual(
      texts.toSorted().map((text) => [
        ['User', `repeat after me: ${text}`],
        ['AVA', text],
      ]),
    );
    expect(await messagesOf(convo_id)).toEqual(messages);
  });
});

describe('stopping an answer', () => {
  /** @proves call:cancelChatResponse */
  it.each(['its session', 'its run'])('by the id of %s keeps the text and stops the model', async (by) => {
    const convo_id = await makeChat(ada);
    const { event_session_id, finished, runId } = await startSlowAnswer(app, ada, convo_id);
    const id = by === 'its run' ? runId : event_session_id;
    expect(await ada.call(cancelChatResponse, { convo_id, event_session_id: id })).toEqual({ cancelled: true });
    const answer = await finished;
    expect(answer.state).toEqual({ name: 'stopped' });
    expect(answer.content).not.toBe('');
    const [request] = await listAnswerRequests(app);
    expect(request).toMatchObject({ aborted: true });
    expect((await messagesOf(convo_id))[1]).toMatchObject({ content: answer.content, state: { name: 'stopped' } });
    expect(await ada.call(cancelChatResponse, { convo_id, event_session_id })).toEqual({ cancelled: false });
  });

  it('by another person does nothing', async () => {
    const [convo_id, bensChatId] = [await makeChat(ada), await makeChat(ben)];
    const { event_session_id, finished, runId } = await startSlowAnswer(app, ada, convo_id, 40);
    await expect(ben.call(cancelChatResponse, { convo_id, event_session_id })).rejects.toMatchObject({
      code: 'not_found',
    });
    for (const id of [event_session_id, runId]) {
      expect(await ben.call(cancelChatResponse, { convo_id: bensChatId, event_session_id: id })).toEqual({
        cancelled: false,
      });
    }
    expect((await finished).state).toEqual({ name: 'complete', finish: 'stop' });
  });

  /** @proves threat:reloaded-tab */
  it('is not triggered by closing the window', async () => {
    const convo_id = await makeChat(ada);
    const { finished, leave, runId } = await startSlowAnswer(app, ada, convo_id, 40);
    leave();
    await expect(finished).rejects.toThrow();
    const followed = foldAnswer(await collect(await ada.stream(followAnswerRun, { run_id: runId })));
    expect(followed.state).toEqual({ name: 'complete', finish: 'stop' });
    expect((await messagesOf(convo_id))[1]?.content).toBe(followed.content);
  });
});

describe('following an answer', () => {
  it('gives five readers the same text from any start position', async () => {
    const convo_id = await makeChat(ada);
    const { events, finished, runId } = await startSlowAnswer(app, ada, convo_id, 60);
    const readers = [0, 1, 2, 3, 5].map(async (from) => {
      const remaining = await collect(await ada.stream(followAnswerRun, { run_id: runId, from }));
      return foldAnswer([...events.filter((event) => event.seq <= from), ...remaining]);
    });
    const answer = await finished;
    for (const reader of readers) expect(await reader).toEqual({ ...answer, message_id: answer.message_id });
    expect((await messagesOf(convo_id))[1]).toMatchObject({ content: answer.content, seq: answer.seq });
  });

  /** @proves threat:reconnecting-reader */
  it('is possible after its end from every event', async () => {
    const answer = await ask(ada, { convo_id: await makeChat(ada), text: 'repeat after me: a pot of green tea' });
    const events = await collect(await ada.stream(followAnswerRun, { run_id: answer.run_id ?? '' }));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    for (let from = 0; from <= events.length + 2; from += 1) {
      expect(await collect(await ada.stream(followAnswerRun, { run_id: answer.run_id ?? '', from }))).toEqual(
        events.slice(from),
      );
    }
  });

  it('from a future event waits for that event', async () => {
    const { finished, runId } = await startSlowAnswer(app, ada, await makeChat(ada), 30);
    const ahead = await collect(await ada.stream(followAnswerRun, { run_id: runId, from: 5 }));
    expect(ahead.every(({ seq }) => seq > 5)).toBe(true);
    expect(ahead.at(-1)?.seq).toBe((await finished).seq);
  });
});

describe('deleting a chat', () => {
  /** @proves call:deleteChat */
  it('during an answer stops the model and leaves no data', async () => {
    const convo_id = await makeChat(ada);
    const { finished } = await startSlowAnswer(app, ada, convo_id);
    await ada.call(deleteChat, { convo_id });
    expect((await finished).state).toEqual({ name: 'stopped' });
    await eventually(async () => expect(await listAnswerRequests(app)).toMatchObject([{ aborted: true }]));
    await expect(ada.call(getChat, { convo_id })).rejects.toMatchObject({ code: 'not_found' });
    const { chats } = await ada.call(getChats, {});
    expect(chats.map((chat) => chat.ConversationId)).not.toContain(convo_id);
  });

  it('while messages are sent ends each with an error, a complete answer or a stopped one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const convo_id = await makeChat(ada);
      const sent = Array.from({ length: 4 }, () => ask(ada, { convo_id, text: 'repeat after me: in time' }));
      const [, ...answers] = await Promise.allSettled([ada.call(deleteChat, { convo_id }), ...sent]);
      for (const answer of answers) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'not_found' });
        else expect(['complete', 'stopped']).toContain(answer.value.state.name);
      }
    }
  });
});
