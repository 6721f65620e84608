import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { followTaskRun, getTaskRun } from '#contract/tasks/taskRuns.ts';
import { getTask } from '#contract/tasks/tasks.ts';
import { startApp } from '#tests/harness/app/startApp.ts';
import { foldRun, makeTask, openRun } from '#tests/harness/client/tasks.ts';
import { waitRandomly } from './answerWatchers.ts';
import type { ChaosStory } from './chaosStory.ts';

const WORDS = ['write 60 words about tea', 'write 40 words about cake', 'write 60 words about cups'];

/**
 * The API process is killed at a random moment while Ada runs all steps of a task. After the restart the same run ends, each
 * step has one output, and no step that a window showed as complete was run again.
 */
export const taskKill: ChaosStory = {
  name: 'taskKill',
  withinMs: 120_000,
  async start() {
    const app = await startApp({ process: 'own', pace: DEFAULT_PACE, features: { tasks: true } });
    return {
      async round() {
        const ada = app.as('ada');
        await app.control('models', 'pace', { ms: Math.ceil(Math.random() * 8), wordsPerDelta: 1 });
        const { taskId, stepIds } = await makeTask(ada, { prompts: WORDS });
        const shown = new Map<string, string>();
        const texts = new Map<string, string>();
        let runId = '';
        const watcher = (async () => {
          for await (const event of await openRun(ada, taskId)) {
            if (event.type === 'started') runId = event.run_id;
            if (event.type !== 'step') continue;
            const { event: inner, step_id: id } = event;
            if (inner.type === 'chunk') texts.set(id, (texts.get(id) ?? '') + inner.chunk);
            if (inner.type === 'done') shown.set(id, texts.get(id) ?? '');
          }
        })().catch(() => undefined);
        await waitRandomly(0, 2_500);
        await app.kill();
        await watcher;
        await app.restart();
        await app.control('models', 'pace', { ms: 0 });
        const before = await ada.call(getTask, { task_id: taskId });
        // The process was killed before the run was stored: nothing was lost, because nothing was shown.
        if (!before.lastRun) return ok(runId === '', 'a shown run is not stored');
        if (runId !== '') strictEqual(before.lastRun.run_id, runId);
        const run = await foldRun(await ada.stream(followTaskRun, { run_id: before.lastRun.run_id }));
        strictEqual(run.state, 'complete');
        const { TaskData } = await ada.call(getTask, { task_id: taskId });
        deepStrictEqual(
          TaskData.map(({ stepOutput }) => stepOutput?.state.name),
          stepIds.map(() => 'complete'),
        );
        for (const { stepId, stepOutput } of TaskData) {
          strictEqual(stepOutput?.content, run.outputs[stepId]?.content);
          const text = shown.get(stepId);
          if (text !== undefined) strictEqual(stepOutput?.content, text, 'a complete step was run again');
        }
        const history = await ada.call(getTaskRun, { run_id: run.run_id });
        deepStrictEqual(
          history.steps.map(({ stepId }) => stepId),
          stepIds,
        );
      },
      stop: app.close,
    };
  },
};
