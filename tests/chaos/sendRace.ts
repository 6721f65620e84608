import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { getChat } from '#contract/chats/chat.ts';
import { isAvaError } from '#contract/errors.ts';
import { assertSame, waitRandomly } from './answerWatchers.ts';
import type { AppStory } from './chaosStory.ts';
import { collect, foldAnswer, makeChat, openAnswer } from '#tests/harness/client/answers.ts';

/**
 * Several of Ada's tabs send into one chat at once: one message ten times, one id with two different texts, and three more
 * messages. Every message is stored once with one answer, in one order.
 */
export const sendRace: AppStory = {
  name: 'sendRace',
  withinMs: 120_000,
  async round(app) {
    await app.control('models', 'pace', { ms: Math.round(Math.random() * 3), wordsPerDelta: 1 });
    const ada = app.as('ada');
    const convo_id = await makeChat(ada);
    const [repeated, disputed] = [randomUUID(), randomUUID()];
    const sends = [
      ...Array.from({ length: 10 }, () => ({ request_id: repeated, text: 'write 20 words about tea' })),
      ...Array.from({ length: 6 }, (_, index) => ({
        request_id: disputed,
        text: `write 10 words about ${index % 2 ? 'rain' : 'sun'}`,
      })),
      ...['one', 'two', 'three'].map((word) => ({ request_id: randomUUID(), text: `write 10 words about ${word}` })),
    ].toSorted(() => Math.random() - 0.5);

    const outcomes = await Promise.all(
      sends.map(async ({ request_id, text }) => {
        await waitRandomly(0, 30);
        try {
          return {
            request_id,
            text,
            answer: foldAnswer(await collect(await openAnswer(ada, { convo_id, request_id, text }))),
          };
        } catch (error) {
          if (!isAvaError(error)) throw error;
          return { request_id, text, refused: error.code };
        }
      }),
    );

    const { Messages } = await ada.call(getChat, { convo_id });
    assertSame((await ada.call(getChat, { convo_id })).Messages, Messages);
    const questions = Messages.filter(({ source }) => source === 'User');
    strictEqual(Messages.length, 10, `there are ${Messages.length} messages`);
    assertSame(
      questions.map(({ message_id }) => message_id).toSorted(),
      [...new Set(sends.map(({ request_id }) => request_id))].toSorted(),
    );
    for (const { request_id, text, answer, refused } of outcomes) {
      const index = Messages.findIndex(({ message_id }) => message_id === request_id);
      const [question, storedAnswer] = [Messages[index], Messages[index + 1]];
      if (question?.content !== text) {
        strictEqual(refused, 'different_message');
        continue;
      }
      ok(answer && storedAnswer, `${text} was refused: ${refused}`);
      strictEqual(answer.state.name, 'complete');
      assertSame([answer.message_id, answer.content], [storedAnswer.message_id, storedAnswer.content]);
    }
  },
};
