import { randomBytes, randomUUID } from 'node:crypto';
import { getChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { FILE_CONTEXT_MAX_BYTES, RUNS_PER_PERSON } from '#contract/limits.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { startSlowAnswer } from '#tests/harness/client/slowAnswer.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { makeInlineFile } from '#tests/harness/client/uploads.ts';

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
});
afterEach(() => expectHealthyProcess(app));

const messagesOf = async (convo_id: string) => (await ada.call(getChat, { convo_id })).Messages;

describe('simultaneous answers', () => {
  const busy = { code: 'too_many_requests', retryAfter: expect.any(Number) };

  /** @proves threat:person-limits */
  it('rejects a ninth answer of one person, and answers other people', async () => {
    const answers = await Promise.all(
      Array.from({ length: RUNS_PER_PERSON }, async () => startSlowAnswer(app, ada, await makeChat(ada), 120)),
    );
    await expect(ask(ada, { convo_id: await makeChat(ada), text: 'and one more?' })).rejects.toMatchObject(busy);
    expect((await ask(ben, { convo_id: await makeChat(ben), text: 'repeat after me: hello' })).content).toBe('hello');
    for (const { finished } of answers) expect((await finished).state.name).toBe('complete');
    expect((await ask(ada, { convo_id: await makeChat(ada), text: 'repeat after me: now' })).content).toBe('now');
  });

  it('rejects eight of sixteen simultaneous requests', async () => {
    await app.control('models', 'scenario', { name: 'slow', ms: 20 });
    const convo_id = await makeChat(ada);
    const requests = Array.from({ length: 2 * RUNS_PER_PERSON }, () =>
      ask(ada, { convo_id, text: 'write 100 words about tea' }),
    );
    const outcomes = await Promise.allSettled(requests);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject(busy);
    expect(refused).toHaveLength(RUNS_PER_PERSON);
    expect(await messagesOf(convo_id)).toHaveLength(2 * RUNS_PER_PERSON);
  });

  it('does not count a message that is sent again', async () => {
    const sending = { convo_id: await makeChat(ada), request_id: randomUUID(), text: 'repeat after me: again' };
    const first = await ask(ada, sending);
    const answers = await Promise.all(
      Array.from({ length: RUNS_PER_PERSON }, async () => startSlowAnswer(app, ada, await makeChat(ada), 60)),
    );
    expect(await ask(ada, sending)).toEqual(first);
    for (const { finished } of answers) await finished;
  });
});

describe('the files of a message', () => {
  it.each([
    ['one of a megabyte', () => [makeInlineFile('a'.repeat(FILE_CONTEXT_MAX_BYTES))]],
    [
      'many that make a megabyte',
      () => Array.from({ length: 8 }, () => makeInlineFile('tea '.repeat(FILE_CONTEXT_MAX_BYTES / 32))),
    ],
    [
      'an image of a megabyte',
      () => [makeInlineFile(Buffer.alloc(FILE_CONTEXT_MAX_BYTES, 1).toString('base64'), { fileType: 'PNG' })],
    ],
  ])('are rejected if they are too large: %s', async (_, files) => {
    const convo_id = await makeChat(ada);
    const sending = ask(ada, { convo_id, text: 'Well?', file_context: files() });
    await expect(sending).rejects.toMatchObject({ code: 'file_context_too_large', status: 413 });
    expect(await messagesOf(convo_id)).toEqual([]);
  });

  it('can be one byte smaller than a megabyte', async () => {
    const pasted = makeInlineFile('tea '.repeat(FILE_CONTEXT_MAX_BYTES / 4).slice(1));
    expect((await ask(ada, { convo_id: await makeChat(ada), text: 'Well?', file_context: [pasted] })).state.name).toBe(
      'complete',
    );
  });
});

describe('the context window of a model', () => {
  /** Makes a text of random words, each of which takes more than two tokens. */
  const makeWords = (count: number) => Array.from({ length: count }, () => randomBytes(2).toString('hex')).join(' ');
  const model = 'GPT-4o-2024-11-20-WUS3';

  it('rejects a message that does not fit, whatever its files are', async () => {
    const convo_id = await makeChat(ada);
    const full = { code: 'too_large', status: 413 };
    const text = makeWords(60_000);
    await expect(ask(ada, { convo_id, model, text })).rejects.toMatchObject(full);
    await expect(ask(ada, { convo_id, model, text, file_context: [makeInlineFile(text)] })).rejects.toMatchObject(full);
    expect(await messagesOf(convo_id)).toEqual([]);
  });

  it('is enough for a text file that does not fit, also if it is declared as a small image: AVA looks it up', async () => {
    const convo_id = await makeChat(ada);
    const text = makeInlineFile(`${makeWords(60_000)}.\n\nThe quay is green.`);
    const disguised = { ...text, fileType: 'PNG', imageTokenCount: 1 } as const;
    for (const file of [text, disguised]) {
      const answer = await ask(ada, { convo_id, model, text: 'Which color does the quay have?', file_context: [file] });
      expect(answer.links).toMatchObject([
        { fileid: text.scrapedFileId, quote: expect.stringContaining('quay is green') },
      ]);
    }
  });

  it('counts earlier messages', async () => {
    const convo_id = await makeChat(ada);
    await app.control('models', 'scenario', { name: 'script', text: 'Noted.', ms: 0 });
    await ask(ada, { convo_id, model, text: makeWords(22_000) });
    await expect(ask(ada, { convo_id, model, text: makeWords(22_000) })).rejects.toMatchObject({ code: 'too_large' });
    expect((await ask(ada, { convo_id, model: 'gpt-4.1-foundry-2025-04-14', text: 'And now?' })).content).toBe(
      'Noted.',
    );
  });
});
