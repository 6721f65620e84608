import { ok, strictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { eventually } from '../harness/eventually.ts';
import { assertKept, exchangeIn, followers, pause, settledAnswer, watch } from './watching.ts';
import type { AppStory } from './story.ts';
import { ask, makeChat, openAnswer } from '../harness/client/answers.ts';

/**
 * The API's process is killed while Ada and Ben are being answered and others of their windows read along. When it is
 * there again, everything that anybody was shown is kept, once, and each answer can be retried.
 */
export const answerKill: AppStory = {
  name: 'answerKill',
  withinMs: 120_000,
  async round(app) {
    await app.control('models', 'pace', { ms: Math.ceil(Math.random() * 15) });
    const answers = await Promise.all(
      ['ada', 'ben'].map(async (name) => {
        const person = app.as(name);
        const chatId = await makeChat(person);
        const question = { convo_id: chatId, request_id: randomUUID(), text: 'write 300 words about budgets' };
        const watchers = [watch(openAnswer(person, question))];
        const runId = await eventually(async () => {
          const [, answer] = await exchangeIn(person, chatId);
          ok(answer.run_id);
          return answer.run_id;
        });
        await pause(0, 300);
        watchers.push(...followers(person, runId, 3));
        return { person, chatId, question, watchers };
      }),
    );
    await pause(0, 1_500);
    await app.kill();
    await Promise.all(answers.flatMap(({ watchers }) => watchers.map(({ over }) => over)));
    await app.restart();
    await app.control('models', 'pace', { ms: 0 });
    for (const { person, chatId, question, watchers } of answers) {
      const saved = await settledAnswer(person, chatId);
      ok(['interrupted', 'complete'].includes(saved.state.name), `the answer is ${saved.state.name}`);
      await assertKept(person, saved, watchers);
      const again = await ask(person, question);
      strictEqual(again.state.name, 'complete');
      const [asked, answered] = await exchangeIn(person, chatId);
      strictEqual(asked.content, question.text);
      strictEqual(answered.message_id, saved.message_id);
      strictEqual(answered.content, again.content);
    }
  },
};
