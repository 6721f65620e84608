import { getChat } from '../../../api/contract/chats/chat.ts';
import { chatResponse } from '../../../api/contract/chats/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import { listAnswerRequests } from '../../harness/app/modelRequests.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { collect, foldAnswer, makeChat, MODEL } from '../../harness/client/answers.ts';

let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp({ features: { functionCalling: true } });
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 0 });
});

async function ask(person: Client, text: string, changes: { convo_id?: string; function_calling?: boolean } = {}) {
  const convo_id = changes.convo_id ?? (await makeChat(person));
  const ids = { convo_id, event_session_id: crypto.randomUUID(), model: MODEL };
  const stream = await person.stream(chatResponse, { function_calling: true, ...ids, ...changes, text });
  return { convo_id, answer: foldAnswer(await collect(stream)) };
}

it('Ada asks who somebody is: the model calls a function, and the call is shown, cited and stored', async () => {
  const { convo_id, answer } = await ask(ada, 'Who is Ben?');
  expect(answer.calls).toMatchObject([{ title: 'Find people', asked: 'Ben', state: { name: 'done', found: 1 } }]);
  expect(answer.content).toMatch(/Ben .*\[1\]/);
  expect(answer.links).toMatchObject([{ number: 1, datatype: 'PERSON', opens: 'nothing' }]);
  const [, stored] = (await ada.call(getChat, { convo_id })).Messages;
  expect(stored).toMatchObject({ calls: answer.calls, content: answer.content });
  expect(await listAnswerRequests(app)).toHaveLength(2);
});
