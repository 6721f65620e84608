import { randomUUID } from 'node:crypto';
import { getChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { errors } from '#contract/errors.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { listAnswerRequests, getPromptText } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';

let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp();
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 2, wordsPerDelta: 1 });
});
afterEach(() => expectHealthyProcess(app));

const SENTENCE = errors.model_unavailable.detail;
const NO_ANSWER = errors.no_answer.detail;
const REFUSED = errors.model_refused.detail;
const BUSY = errors.too_many_requests.detail;
const WORDS = 'one two three four five six seven eight';

/**
 * A fault of the model, the sentence that the person reads, and the text that was shown before. The last word that the
 * model sent is not shown, because it can be half a word.
 */
const faults: [name: string, scenario: object, sentence: string, shown: RegExp][] = [
  ['is throttled all the time', { name: '429', retryAfter: 1 }, BUSY, /^$/],
  [
    'is throttled for longer than a person waits silently',
    { name: '429', retryAfter: 45 },
    "I'm getting too many requests right now. Please try again in 45 seconds.",
    /^$/,
  ],
  ['responds with an internal error', { name: '500' }, SENTENCE, /^$/],
  ['is temporarily unavailable', { name: '500', status: 503 }, SENTENCE, /^$/],
  ['rejects AVA’s key', { name: '401' }, errors.model_key_refused.detail, /^$/],
  ['is cut off in the middle', { name: 'cutOff', bytes: 1_200 }, SENTENCE, /^one\b/],
  ['is cut off before its first token', { name: 'cutOff', bytes: 40 }, SENTENCE, /^$/],
  ['closes the stream without an end', { name: 'noEnd', deltas: 4 }, SENTENCE, /^one two three ?$/],
  ['sends an error in the middle', { name: 'errorAfter', deltas: 3 }, SENTENCE, /^one two ?$/],
  ['sends an error before any token', { name: 'errorAfter', deltas: 0 }, SENTENCE, /^$/],
  ['sends an empty response', { name: 'empty' }, SENTENCE, /^$/],
  ['sends an empty stream', { name: 'emptyStream' }, NO_ANSWER, /^$/],
  ['sends a complete answer without text', { name: 'script', text: '' }, NO_ANSWER, /^$/],
  ['responds with an HTML page', { name: 'html' }, REFUSED, /^$/],
  ['sends broken JSON', { name: 'malformed', deltas: 2 }, SENTENCE, /^one ?$/],
  [
    'is stopped by its content filter',
    { name: 'contentFilter', deltas: 2 },
    'The model declined to answer because of its content rules.',
    /^one ?$/,
  ],
];

describe.each(faults)('a model that %s', (_, scenario, sentence, shown) => {
  /** @proves threat:model-faults */
  it('fails the answer with a sentence, keeps its text, and Retry asks the model again', async () => {
    await app.control('models', 'scenario', { ...scenario, match: WORDS });
    const message = { convo_id: await makeChat(ada), request_id: randomUUID(), text: `repeat after me: ${WORDS}` };
    const failed = await ask(ada, message);
    expect(failed.state).toEqual({ name: 'failed', error: { code: expect.any(String), detail: sentence } });
    expect(failed.content).toMatch(shown);
    const { Messages: stored } = await ada.call(getChat, { convo_id: message.convo_id });
    expect(stored).toMatchObject([
      { content: message.text },
      { content: failed.content, state: failed.state, message_id: failed.message_id },
    ]);
    if (failed.content !== '') expect(await listAnswerRequests(app)).toHaveLength(1);

    await app.control('models', 'reset');
    const retried = await ask(ada, message);
    expect(retried).toMatchObject({ content: WORDS, state: { name: 'complete' }, message_id: failed.message_id });
    expect(retried.run_id).not.toBe(failed.run_id);
    const { Messages: final } = await ada.call(getChat, { convo_id: message.convo_id });
    expect(final.map(({ content }) => content)).toEqual([message.text, WORDS]);
    const [request] = await listAnswerRequests(app);
    expect(getPromptText(request).split(WORDS)).toHaveLength(2);
  });
});

/** @proves threat:model-faults */
describe('a model that fails once before its first token', () => {
  it.each([
    ['throttled', { name: '429', retryAfter: 1 }],
    ['with an internal error', { name: '500' }],
  ])('is retried without a visible error: %s', async (_, scenario) => {
    await app.control('models', 'scenario', { ...scenario, count: 1, match: WORDS });
    const answer = await ask(ada, { convo_id: await makeChat(ada), text: `repeat after me: ${WORDS}` });
    expect(answer).toMatchObject({ content: WORDS, state: { name: 'complete' } });
    const requests = await listAnswerRequests(app);
    expect(requests.map(({ status }) => status)).toEqual([expect.any(Number), 200]);
    const delayMs = Date.parse(requests[1]?.receivedAt ?? '') - Date.parse(requests[0]?.receivedAt ?? '');
    if (scenario.name === '429') expect(delayMs).toBeGreaterThanOrEqual(950);
  });
});

it('an answer that reached the model’s limit has the state `finish: length`', async () => {
  await app.control('models', 'scenario', { name: 'script', text: 'tea '.repeat(16_500), chunk: 4_000, ms: 0 });
  const answer = await ask(ada, {
    convo_id: await makeChat(ada),
    model: 'GPT-4o-2024-11-20-WUS3',
    text: 'write at length',
  });
  expect(answer.state).toEqual({ name: 'complete', finish: 'length' });
});

it('follow-up questions that fail do not undo an answer', async () => {
  await app.control('models', 'scenario', { name: '500', match: 'Suggest the questions' });
  const answer = await ask(ada, { convo_id: await makeChat(ada), text: `repeat after me: ${WORDS}` });
  expect(answer).toMatchObject({ content: WORDS, state: { name: 'complete' }, followUpQuestions: [] });
});

it('an unknown model is rejected before anything is stored', async () => {
  const convo_id = await makeChat(ada);
  for (const model of ['gpt-99', 'text-embedding-lexical']) {
    await expect(ask(ada, { convo_id, model, text: 'hello' })).rejects.toMatchObject({
      code: 'unknown_model',
      status: 422,
    });
  }
  expect((await ada.call(getChat, { convo_id })).Messages).toEqual([]);
});
