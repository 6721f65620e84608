import { chatResponse, getChat, newChat } from '#contract/chats/chat.ts';
import { getConfig } from '#contract/organization.ts';
import { finishWelcome, login, refreshSession } from '#contract/people.ts';
import { applyEvent, emptyAnswer } from '#contract/runs/answerEvents.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** @proves call:login call:chatResponse */
it('Ada signs in, asks and gets an answer', async () => {
  const ada = app.as('ada');
  expect(await ada.call(login, {})).toMatchObject({ name: 'Ada Moreau', first_login: true });
  expect((await ada.call(getConfig, {})).message.features.chat).toBe(true);
  const { ConversationId } = await ada.call(newChat, {});
  const stream = await ada.stream(chatResponse, {
    convo_id: ConversationId,
    event_session_id: crypto.randomUUID(),
    model: 'gpt-4.1-foundry-2025-04-14',
    text: 'write 40 words about budgets',
  });
  const answer = emptyAnswer(crypto.randomUUID(), null);
  for await (const event of stream) applyEvent(answer, event);
  expect(answer.state).toEqual({ name: 'complete', finish: 'stop' });
  expect(answer.content.split(/\s+/).length).toBeGreaterThan(30);
  const chat = await ada.call(getChat, { convo_id: ConversationId });
  expect(chat.Messages.map((message) => message.content)).toEqual(['write 40 words about budgets', answer.content]);
});

/** @proves call:refreshSession */
it('Ben is welcomed until he skips it, on every device', async () => {
  const ben = app.as('ben');
  expect(await ben.call(login, {})).toMatchObject({ first_login: true });
  expect(await ben.call(refreshSession, {})).toMatchObject({ first_login: true, department: 'Finance' });
  expect(await ben.call(login, {})).toMatchObject({ first_login: true });
  expect(await ben.call(finishWelcome, {})).toEqual({ first_login: false });
  expect(await ben.call(login, {})).toMatchObject({ first_login: false });
  expect(await ben.call(refreshSession, {})).toMatchObject({ first_login: false });
});
