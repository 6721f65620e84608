import { ok, strictEqual } from 'node:assert/strict';
import { followRun, type Answer } from '../../api/contract/runs.ts';
import { assertKept, assertSame, drawOn, exchangeIn, followers, pause, settledAnswer, watch } from './watching.ts';
import type { AppStory } from './story.ts';
import { makeChat, openAnswer } from '../harness/client/answers.ts';

const RELOADS = 5;

/**
 * Ada reloads her tab at random moments of an answer, sometimes at once, sometimes after its end. Each time she goes on
 * from what the server or her own cache had; in the end she reads what an undisturbed window reads, with nothing doubled.
 */
export const reloadRace: AppStory = {
  name: 'reloadRace',
  withinMs: 120_000,
  async round(app) {
    await app.control('models', 'pace', { ms: Math.ceil(Math.random() * 8) });
    const ada = app.as('ada');
    const chatId = await makeChat(ada);
    const gone = new AbortController();
    const sender = watch(openAnswer(ada, { convo_id: chatId, text: 'write 150 words about reloading' }, gone.signal));
    while (sender.shown.length === 0) await pause(1, 5);
    const { run_id: runId } = (await exchangeIn(ada, chatId))[1];
    ok(runId);
    const undisturbed = followers(ada, runId, 2);
    await pause(0, 400);
    gone.abort();

    let cached: Answer | null = null;
    for (let reload = 0; reload < RELOADS; reload += 1) {
      const answer: Answer = cached && Math.random() < 0.5 ? cached : (await exchangeIn(ada, chatId))[1];
      await drawOn(
        answer,
        await ada.stream(followRun, { run_id: runId, from: answer.seq }),
        Math.ceil(Math.random() * 20),
      );
      cached = answer;
    }
    const last = cached ?? (await exchangeIn(ada, chatId))[1];
    await drawOn(last, await ada.stream(followRun, { run_id: runId, from: last.seq }), Infinity);

    const saved = await settledAnswer(ada, chatId);
    strictEqual(saved.state.name, 'complete');
    assertSame([last.content, last.state, last.seq], [saved.content, saved.state, saved.seq]);
    await Promise.all([sender.over, ...undisturbed.map(({ over }) => over)]);
    for (const { shown } of undisturbed) strictEqual(shown.at(-1)?.seq, saved.seq);
    await assertKept(ada, saved, [sender, ...undisturbed]);
  },
};
