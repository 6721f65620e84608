import { randomUUID } from 'node:crypto';
import * as chat from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getSettings, saveSettings } from '#contract/settings.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat, MODEL } from '#tests/harness/client/answers.ts';

let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp();
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});
afterEach(() => expectHealthyProcess(app));

const titleOf = async (convo_id: string) => (await ada.call(chat.getChat, { convo_id })).Title;
const QUESTION = 'How many days of leave does a new colleague have in the first year?';

describe('the title of a chat', () => {
  /** @proves call:generateTitle */
  /** @shows New Chat */
  it('is generated from its first message', async () => {
    const convo_id = await makeChat(ada);
    expect(await titleOf(convo_id)).toBe('New Chat');
    const title = await ada.call(chat.generateTitle, { convo_id, text: QUESTION });
    expect(title).toMatch(/\S/);
    expect(title.length).toBeLessThanOrEqual(81);
    expect(await titleOf(convo_id)).toBe(title);
    expect(await ada.call(chat.generateTitle, { convo_id, text: 'Something else entirely, about trains' })).toBe(title);
  });

  it('is its first message if the model finds no other one, as for a greeting', async () => {
    const convo_id = await makeChat(ada);
    expect(await ada.call(chat.generateTitle, { convo_id, text: 'Hello!' })).toBe('Hello!');
  });

  it('is its first message if the model fails, as after a failed answer', async () => {
    const convo_id = await makeChat(ada);
    await app.control('models', 'scenario', { name: '401', count: 5 });
    expect(await ada.call(chat.generateTitle, { convo_id, text: QUESTION })).toBe(QUESTION);
    expect(await titleOf(convo_id)).toBe(QUESTION);
    await app.control('models', 'reset');
  });

  /** @proves call:renameChat */
  it('that a person has set is not replaced', async () => {
    const convo_id = await makeChat(ada);
    expect(await ada.call(chat.renameChat, { convo_id, title: '  Leave  ' })).toMatchObject({ Title: 'Leave' });
    expect(await ada.call(chat.generateTitle, { convo_id, text: QUESTION })).toBe('Leave');
    expect(await titleOf(convo_id)).toBe('Leave');
  });

  it('that a person sets during the generation is kept', async () => {
    const convo_id = await makeChat(ada);
    await app.control('models', 'scenario', { name: 'late', ms: 300, count: 1 });
    const generated = ada.call(chat.generateTitle, { convo_id, text: QUESTION });
    await eventually(async () => expect(await app.listRequests('models')).toHaveLength(1));
    await ada.call(chat.renameChat, { convo_id, title: 'Leave' });
    await generated;
    expect(await titleOf(convo_id)).toBe('Leave');
  });

  it.each(['', '   ', 'x'.repeat(201)])('cannot be %j', async (title) => {
    const convo_id = await makeChat(ada);
    await expect(ada.call(chat.renameChat, { convo_id, title })).rejects.toMatchObject({ code: 'bad_request' });
    expect(await titleOf(convo_id)).toBe('New Chat');
  });
});

describe('an appended message', () => {
  /** @proves call:appendMessage */
  it('is added once, even if its id is sent again with another text', async () => {
    const convo_id = await makeChat(ada);
    const message = { convo_id, message_type: 'user' as const, message_id: randomUUID(), text: 'Noted by hand.' };
    const appends = Array.from({ length: 5 }, () => ada.call(chat.appendMessage, message));
    for (const append of appends) expect(await append).toEqual({ message_id: message.message_id });
    await ada.call(chat.appendMessage, { ...message, text: 'Written over.' });
    const { Messages } = await ada.call(chat.getChat, { convo_id });
    expect(Messages).toMatchObject([{ message_id: message.message_id, source: 'User', content: 'Noted by hand.' }]);
  });

  it('does not change an answer that a run has stored', async () => {
    const convo_id = await makeChat(ada);
    const answer = await ask(ada, { convo_id, text: 'repeat after me: seven' });
    const before = await ada.call(chat.getChat, { convo_id });
    await ada.call(chat.appendMessage, {
      convo_id,
      message_type: 'system',
      message_id: answer.message_id,
      code: 'invalid_mention',
    });
    expect((await ada.call(chat.getChat, { convo_id })).Messages).toEqual(before.Messages);
  });

  it('is part of the model’s next prompt', async () => {
    const convo_id = await makeChat(ada);
    await ada.call(chat.appendMessage, { convo_id, message_type: 'user', text: 'The kettle is in room twelve.' });
    await ask(ada, { convo_id, text: 'repeat after me: thanks' });
    expect(JSON.stringify(await app.listRequests('models'))).toContain('The kettle is in room twelve.');
  });
});

describe('the metadata of an answer', () => {
  it('is available by the id of the message', async () => {
    const convo_id = await makeChat(ada);
    const answer = await ask(ada, { convo_id, text: 'repeat after me: one two three' });
    const metadata = await eventually(async () => {
      const metadata = await ada.call(chat.getAnswerMetadata, { message_id: answer.message_id });
      expect(metadata.used_model).toBe('Sandbox model (quotes your text) – Recommended');
      return metadata;
    });
    expect(metadata).toMatchObject({
      message_id: answer.message_id,
      temperature: 0.5,
      training_data_cutoff: '2024-06-01',
      EMBEDDING_MODEL: null,
    });
    expect(metadata.answer_tokens).toBeGreaterThan(0);
    expect(metadata.first_token_ms).toBeLessThanOrEqual(metadata.total_ms ?? 0);
  });

  it('contains the settings of the message', async () => {
    const convo_id = await makeChat(ada);
    const input = {
      convo_id,
      event_session_id: randomUUID(),
      model: MODEL,
      temperature: 0.2,
      concise_mode: 'true' as const,
      text: 'repeat after me: short',
    };
    for await (const event of await ada.stream(chat.chatResponse, input)) void event;
    const [request] = await app.listRequests<{ params: { temperature: number }; messages: unknown }>('models');
    expect(request?.params.temperature).toBe(0.2);
    expect(JSON.stringify(request?.messages)).toContain('Answer concisely');
  });

  it.each([
    ['Pacific/Kiritimati', 'Pacific/Kiritimati'],
    ['Mars/Olympus', 'UTC'],
    [undefined, 'UTC'],
  ])('is preceded by the day in the time zone %s of the person', async (time_zone, zone) => {
    const convo_id = await makeChat(ada);
    const input = { convo_id, event_session_id: randomUUID(), model: MODEL, text: 'repeat after me: now', time_zone };
    for await (const event of await ada.stream(chat.chatResponse, input)) void event;
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toMatch(
      new RegExp(`Today is \\w+, \\w+ \\d+, \\d{4} \\(${zone}\\)`),
    );
  });
});

describe("a person's chats", () => {
  it('are sorted by their last change', async () => {
    const hugo = app.as('hugo');
    const [first, second, third] = [await makeChat(hugo), await makeChat(hugo), await makeChat(hugo)];
    const listed = async (limit?: number) => {
      const { chats } = await hugo.call(chat.getChats, limit === undefined ? {} : { limit });
      return chats.map(({ ConversationId }) => ConversationId);
    };
    expect(await listed()).toEqual([third, second, first]);
    await ask(hugo, { convo_id: first, text: 'repeat after me: up' });
    await hugo.call(chat.renameChat, { convo_id: second, title: 'Second' });
    expect(await listed()).toEqual([second, first, third]);
    expect(await listed(1)).toEqual([second]);
    await hugo.call(chat.deleteChat, { convo_id: second });
    expect(await listed()).toEqual([first, third]);
    await expect(hugo.call(chat.deleteChat, { convo_id: second })).rejects.toMatchObject({ code: 'not_found' });
  });

  /** @proves call:newChat */
  it('are created once per id, even by five calls at once', async () => {
    const chat_id = randomUUID();
    const created = await Promise.all(Array.from({ length: 5 }, () => ada.call(chat.newChat, { chat_id })));
    expect(new Set(created.map(({ ConversationId }) => ConversationId))).toEqual(new Set([chat_id]));
    await ask(ada, { convo_id: chat_id, text: 'repeat after me: kept' });
    await ada.call(chat.newChat, { chat_id });
    expect((await ada.call(chat.getChat, { convo_id: chat_id })).Messages).toHaveLength(2);
  });

  /** @proves call:upsertChat */
  it('keep the fields that an upsert omits', async () => {
    const chat_id = randomUUID();
    const settings = { selectedModel: 'o4-mini', selectedTemperature: 'Creative', useConciseMode: true } as const;
    await ada.call(chat.upsertChat, { chat_id, chat_title: 'Garden', chat_settings: settings });
    const workspace_id = randomUUID();
    const changed = await ada.call(chat.upsertChat, { chat_id, workspace_id });
    expect(changed).toMatchObject({
      ConversationId: chat_id,
      Title: 'Garden',
      WorkspaceId: workspace_id,
      ChatSettings: settings,
    });
    expect(await ada.call(chat.upsertChat, { chat_id, chat_settings: null })).toMatchObject({
      Title: 'Garden',
      ChatSettings: null,
    });
  });
});

/** @proves call:saveSettings */
it('three tabs that save different settings at once do not overwrite each other', async () => {
  await Promise.all([
    ada.call(saveSettings, { settings: { customInstructions: 'Be brief.' } }),
    ada.call(saveSettings, { settings: { stickyPanelSizes: false } }),
    ada.call(saveSettings, { settings: { defaultTheme: 'dark' } }),
  ]);
  const { settings } = await ada.call(getSettings, {});
  expect(settings).toMatchObject({ customInstructions: 'Be brief.', stickyPanelSizes: false, defaultTheme: 'dark' });
});
