import type { AvaError } from '#contract/errors.ts';
import { applyTaskEvent, emptyTaskRun, type TaskEvent, type TaskRunView } from '#contract/tasks/taskEvents.ts';
import type { Clock } from '#platform/clock.ts';
import type { RunKind, Unnumbered } from '#api/runs/runKind.ts';

export const TASK_RUN_KIND = 'task';

const ABANDONED_REASON =
  'AVA stopped twice while working on this step, so it will not try again. Please change the step, or run it later.';

/** A run as its events describe it, and the outputs that are not saved yet. */
interface TaskRunLog {
  view: TaskRunView;
  unsaved: Set<string>;
}

/** The kind of run that writes the outputs of a task. If the process dies, another one continues it. */
export function createTaskRunKind(clock: Pick<Clock, 'now'>): RunKind<TaskEvent, TaskRunLog> {
  const finish = (state: 'stopped' | 'failed', error: AvaError | null): Unnumbered<TaskEvent> => ({
    type: 'finished',
    state,
    error: error && { code: error.code, detail: error.detail },
    endedAt: clock.now().getTime(),
  });
  return {
    name: TASK_RUN_KIND,
    createState: (run) => ({ view: emptyTaskRun(run.id), unsaved: new Set() }),
    fold({ view, unsaved }, event) {
      if (event.type === 'step') unsaved.add(event.step_id);
      if (event.type === 'finished')
        for (const [id, { state }] of Object.entries(view.outputs)) if (state.name === 'running') unsaved.add(id);
      applyTaskEvent(view, event);
    },
    takeResult({ view, unsaved }) {
      const outputs = [...unsaved].flatMap((stepId) => {
        const output = view.outputs[stepId];
        return output ? [{ stepId, output: structuredClone(output) }] : [];
      });
      unsaved.clear();
      return { task: { outputs, state: view.state === 'running' ? null : view.state } };
    },
    isCheckpoint: (event) => event.type === 'finished' || (event.type === 'step' && finalEvents.has(event.event.type)),
    isUrgent: (event) => event.type !== 'step' || finalEvents.has(event.event.type),
    merge: (first, second) =>
      first.type === 'step' &&
      second.type === 'step' &&
      first.step_id === second.step_id &&
      first.event.type === 'chunk' &&
      second.event.type === 'chunk'
        ? { ...first, event: { type: 'chunk', chunk: first.event.chunk + second.event.chunk } }
        : null,
    stopped: () => finish('stopped', null),
    failed: (error) => finish('failed', error),
    interrupted: () => null,
    abandoned: () => ({
      type: 'finished',
      state: 'failed',
      error: { code: 'unexpected', detail: ABANDONED_REASON },
      endedAt: clock.now().getTime(),
    }),
  };
}

const finalEvents = new Set(['done', 'failed', 'needs_you']);
