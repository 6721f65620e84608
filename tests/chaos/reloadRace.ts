import { ok, strictEqual } from 'node:assert/strict';
import { followAnswerRun, type Answer } from '#contract/runs/answerEvents.ts';
import {
  assertStored,
  assertSame,
  foldNextEvents,
  getExchange,
  followRunTimes,
  waitRandomly,
  waitForSettledAnswer,
  watchAnswer,
} from './answerWatchers.ts';
import type { AppStory } from './chaosStory.ts';
import { makeChat, openAnswer } from '#tests/harness/client/answers.ts';

const RELOADS = 5;

/**
 * Ada reloads her tab at random moments of an answer. Each time her tab continues from the server's state or its cache, and
 * in the end it shows the same as a window that was never reloaded, with no event twice.
 */
export const reloadRace: AppStory = {
  name: 'reloadRace',
  withinMs: 120_000,
  async round(app) {
    await app.control('models', 'pace', { ms: Math.ceil(Math.random() * 8), wordsPerDelta: 1 });
    const ada = app.as('ada');
    const chatId = await makeChat(ada);
    const connection = new AbortController();
    const sender = watchAnswer(
      openAnswer(ada, { convo_id: chatId, text: 'write 150 words about reloading' }, connection.signal),
    );
    while (sender.shown.length === 0) await waitRandomly(1, 5);
    const { run_id: runId } = (await getExchange(ada, chatId))[1];
    ok(runId);
    const otherWindows = followRunTimes(ada, runId, 2);
    await waitRandomly(0, 400);
    connection.abort();

    let cached: Answer | null = null;
    for (let reload = 0; reload < RELOADS; reload += 1) {
      const answer: Answer = cached && Math.random() < 0.5 ? cached : (await getExchange(ada, chatId))[1];
      await foldNextEvents(
        answer,
        await ada.stream(followAnswerRun, { run_id: runId, from: answer.seq }),
        Math.ceil(Math.random() * 20),
      );
      cached = answer;
    }
    const last = cached ?? (await getExchange(ada, chatId))[1];
    await foldNextEvents(last, await ada.stream(followAnswerRun, { run_id: runId, from: last.seq }), Infinity);

    const saved = await waitForSettledAnswer(ada, chatId);
    strictEqual(saved.state.name, 'complete');
    assertSame([last.content, last.state, last.seq], [saved.content, saved.state, saved.seq]);
    await Promise.all([sender.finished, ...otherWindows.map(({ finished }) => finished)]);
    for (const { shown } of otherWindows) strictEqual(shown.at(-1)?.seq, saved.seq);
    await assertStored(ada, saved, [sender, ...otherWindows]);
  },
};
