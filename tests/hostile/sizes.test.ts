import {
  appendMessage,
  deleteChat,
  getChat,
  getChats,
  newChat,
  shareChat,
  type Chat,
  type Message,
} from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { CHAT_PAGE_BYTES, MAX_CHAT_BYTES } from '#contract/limits.ts';
import { CHAT_PAGE_MESSAGES } from '#api/storage/tables/chats/messagePages.ts';
import { MAX_ANSWER_CHARACTERS } from '#api/answers/writeAnswer.ts';
import { getPerson } from '#sandbox/people.ts';
import { quickFiles, readApiMemory, readInflatingFile } from '#tests/harness/hostile/inflatingFiles.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';

const MB = 1024 * 1024;
const MESSAGE_BYTES = 500_000;
/** Quota of a person in these tests: one and a half full chats. */
const BYTES_PER_PERSON = 1.5 * MAX_CHAT_BYTES;
const MOST_APPENDS = Math.ceil(MAX_CHAT_BYTES / MESSAGE_BYTES) + 5;
const READS = 10;
/** Memory for ten pages as rows, objects and JSON, plus garbage that is not collected yet. */
const MOST_GROWTH = 150 * MB;
/** Memory to write and read the longest text of one file, plus garbage of earlier files. */
const MOST_GROWTH_BY_FILES = 512 * MB;

let app: TestApp;
let ada: Client;
let ben: Client;

beforeAll(async () => {
  app = await startApp({ process: 'own', store: 'embedded', env: { BYTES_PER_PERSON: String(BYTES_PER_PERSON) } });
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
});
afterEach(() => expectHealthyProcess(app));

const append = (person: Client, convo_id: string, text: string) =>
  person.call(appendMessage, { convo_id, message_type: 'user', text });

/** Appends large messages until the chat rejects one. Returns their ids and the error. */
async function fillChat(person: Client, convo_id: string): Promise<{ ids: string[]; refusal: unknown }> {
  const ids: string[] = [];
  try {
    while (ids.length < MOST_APPENDS) {
      const text = String(ids.length).padEnd(MESSAGE_BYTES, ' words');
      ids.push((await append(person, convo_id, text)).message_id);
    }
  } catch (refusal) {
    return { ids, refusal };
  }
  return { ids, refusal: null };
}

/** Measures the growth of the API's memory during some work, in bytes. */
async function measureGrowth(work: Promise<unknown>): Promise<number> {
  const before = readApiMemory(app);
  let highest = before;
  let done = false;
  void work.finally(() => (done = true)).catch(() => undefined);
  while (!done) {
    highest = Math.max(highest, readApiMemory(app));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await work;
  return highest - before;
}

/** Reads all messages of a chat page by page. */
async function readAll(person: Client, convo_id: string): Promise<{ messages: Message[]; pages: number }> {
  const messages: Message[] = [];
  let before: string | undefined;
  for (let pages = 1; ; pages += 1) {
    const { Messages, Earlier }: Chat = await person.call(getChat, {
      convo_id,
      ...(before === undefined ? {} : { before }),
    });
    messages.unshift(...Messages);
    if (Earlier === null) return { messages, pages };
    before = Earlier.before;
  }
}

describe('a file', () => {
  let idle: number;
  beforeAll(async () => {
    await uploadAndRead(ada, new File(['Warm.'], 'warm.txt'));
    idle = readApiMemory(app);
  });

  /** @proves threat:expanding-file */
  it.each(Object.entries(quickFiles))('with %s does not exhaust the API’s memory or block it', async (_, file) => {
    const process = app.getPid();
    const { outcome, peak } = await readInflatingFile(app, file, 'dev');
    expect(file.outcomes).toContain(outcome);
    expect(peak - idle).toBeLessThan(MOST_GROWTH_BY_FILES);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    expect(app.getPid()).toBe(process);
  });
});

describe('a message', () => {
  /** @proves threat:chat-quota */
  it.each([1, 2, 4].map((megabytes) => [megabytes]))('of %s MB is rejected', async (megabytes) => {
    const convo_id = await makeChat(ben);
    const text = 'word '.repeat(megabytes * 200_000);
    const tooLarge = { code: 'too_large', status: 413 };
    await expect(append(ben, convo_id, text)).rejects.toMatchObject(tooLarge);
    await expect(ask(ben, { convo_id, text })).rejects.toMatchObject(tooLarge);
    expect((await ben.call(getChat, { convo_id })).Messages).toEqual([]);
  });
});

describe('a chat that is full', () => {
  let convo_id: string;
  let ids: string[];
  let refusal: unknown;
  beforeAll(async () => {
    convo_id = await makeChat(ada);
    ({ ids, refusal } = await fillChat(ada, convo_id));
  });

  /** @proves threat:chat-quota */
  it('says that it is full and what to do, and keeps its messages', async () => {
    const full = { code: 'chat_full', status: 413, detail: 'This chat is full. Start a new chat to continue.' };
    expect(refusal).toMatchObject(full);
    await expect(ask(ada, { convo_id, text: 'x'.repeat(MESSAGE_BYTES) })).rejects.toMatchObject({ status: 413 });
    const { messages, pages } = await readAll(ada, convo_id);
    expect(messages.map(({ message_id }) => message_id)).toEqual(ids);
    expect(pages).toBeGreaterThanOrEqual(Math.floor((ids.length * MESSAGE_BYTES) / CHAT_PAGE_BYTES));
  });

  /** @proves threat:large-chat */
  it('is read by many people at once in little memory', async () => {
    const growth = await measureGrowth(
      Promise.all(Array.from({ length: READS }, () => ada.call(getChat, { convo_id }))),
    );
    expect(growth).toBeLessThan(MOST_GROWTH);
  });

  it('cannot be shared with so many people that the copies exceed a person’s quota', async () => {
    const peers = ['ben', 'cleo', 'dev'].map((name) => getPerson(name).oid);
    await expect(ada.call(shareChat, { convo_id, peers })).rejects.toMatchObject({
      code: 'storage_full',
      status: 413,
      detail: expect.stringContaining('Share with fewer people'),
    });
    const { chats } = await app.as('cleo').call(getChats, {});
    expect(chats.filter(({ SharedBy }) => SharedBy !== null)).toEqual([]);
  });

  it('allows other chats until the person’s quota is full; other people are not affected', async () => {
    const other = await makeChat(ada);
    const second = await fillChat(ada, other);
    expect(second.refusal).toMatchObject({ code: 'storage_full', status: 413 });
    expect(second.ids.length).toBeLessThan(ids.length);
    const third = (await ada.call(newChat, {})).ConversationId;
    const sending = {
      convo_id: third,
      text: `repeat after me: ${'tea '.repeat(80_000)}`,
      request_id: crypto.randomUUID(),
    };
    await expect(ask(ada, sending)).rejects.toMatchObject({
      code: 'storage_full',
      detail: expect.stringContaining('Delete chats you no longer need'),
    });
    expect((await ask(ben, { convo_id: await makeChat(ben), text: 'repeat after me: hello' })).content).toBe('hello');
    await ada.call(deleteChat, { convo_id: other });
    expect((await ask(ada, sending)).state.name).toBe('complete');
  });
});

describe('a long chat', () => {
  it('has pages without overlaps and gaps, and rejects a message of another chat as the end of a page', async () => {
    const convo_id = await makeChat(ben);
    const texts = Array.from({ length: 2 * CHAT_PAGE_MESSAGES + 5 }, (_, index) => `message ${index}`);
    for (const text of texts) await append(ben, convo_id, text);
    const { messages, pages } = await readAll(ben, convo_id);
    expect(messages.map(({ content }) => content)).toEqual(texts);
    expect(pages).toBe(3);
    const other = await makeChat(ben);
    const { message_id } = await append(ben, other, 'elsewhere');
    await expect(ben.call(getChat, { convo_id, before: message_id })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a model that never stops', () => {
  /** @proves threat:endless-answer */
  it('is aborted: the answer has the maximum length, and its state is `finish: length`', async () => {
    await app.control('models', 'scenario', { name: 'clock', deltas: 60_000, ms: 0 });
    const answer = await ask(ben, { convo_id: await makeChat(ben), text: 'Go on.' });
    expect(answer.content.length).toBeLessThanOrEqual(MAX_ANSWER_CHARACTERS);
    expect(answer.content.length).toBeGreaterThan(MAX_ANSWER_CHARACTERS - 100);
    expect(answer.state).toEqual({ name: 'complete', finish: 'length' });
  });
});
