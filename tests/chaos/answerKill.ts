import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '#tests/harness/eventually.ts';
import {
  assertStored,
  getExchange,
  followRunTimes,
  waitRandomly,
  waitForSettledAnswer,
  watchAnswer,
} from './answerWatchers.ts';
import type { AppStory } from './chaosStory.ts';
import { ask, makeChat, openAnswer } from '#tests/harness/client/answers.ts';

/**
 * The API process is killed while Ada and Ben get answers in several windows. After the restart everything that a window
 * has shown is stored exactly once, and each answer can be retried.
 */
export const answerKill: AppStory = {
  name: 'answerKill',
  withinMs: 120_000,
  async round(app) {
    await app.control('models', 'pace', { ms: Math.ceil(Math.random() * 15), wordsPerDelta: 1 });
    const answers = await Promise.all(
      ['ada', 'ben'].map(async (name) => {
        const person = app.as(name);
        const chatId = await makeChat(person);
        const question = { convo_id: chatId, request_id: randomUUID(), text: 'write 300 words about budgets' };
        const watchers = [watchAnswer(openAnswer(person, question))];
        const runId = await eventually(async () => {
          const [, answer] = await getExchange(person, chatId);
          ok(answer.run_id);
          return answer.run_id;
        });
        await waitRandomly(0, 300);
        watchers.push(...followRunTimes(person, runId, 3));
        return { person, chatId, question, watchers };
      }),
    );
    await waitRandomly(0, 1_500);
    await app.kill();
    await Promise.all(answers.flatMap(({ watchers }) => watchers.map(({ finished }) => finished)));
    await app.restart();
    await app.control('models', 'pace', { ms: 0 });
    for (const { person, chatId, question, watchers } of answers) {
      const saved = await waitForSettledAnswer(person, chatId);
      ok(['interrupted', 'complete'].includes(saved.state.name), `the answer is ${saved.state.name}`);
      await assertStored(person, saved, watchers);
      const again = await ask(person, question);
      strictEqual(again.state.name, 'complete');
      const [storedQuestion, storedAnswer] = await getExchange(person, chatId);
      strictEqual(storedQuestion.content, question.text);
      strictEqual(storedAnswer.message_id, saved.message_id);
      strictEqual(storedAnswer.content, again.content);
    }
  },
};
