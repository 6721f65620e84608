import { useCallback, useSyncExternalStore } from 'react';
import { snapshot, subscribe } from 'valtio';
import { listFreshness, type Freshness } from '#contract/tasks/taskRules.ts';
import { getRunSettings } from './running/runSettings.ts';
import { getOpenTask, tasks, type OpenTask } from './tasks.state.ts';

/**
 * An open task; `null` if it is not open. Its unchanged parts are the same objects at each render, so that components of
 * other steps do not render again.
 */
export function useOpenTask(taskId: string | null): OpenTask | null {
  const listen = useCallback((onChange: () => void) => subscribe(tasks, onChange), []);
  const read = useCallback(() => {
    const open = taskId === null ? null : getOpenTask(taskId);
    return open === null ? null : (snapshot(open) as OpenTask);
  }, [taskId]);
  return useSyncExternalStore(listen, read);
}

const cache = new WeakMap<object, { key: string; freshness: Freshness[] }>();

/** How up to date the outputs of a task are; computed once for each state of the task. */
export function getFreshness({ task }: Pick<OpenTask, 'task'>): Freshness[] {
  const settings = getRunSettings();
  const key = JSON.stringify(settings);
  const known = cache.get(task.TaskData);
  const description = task.TaskSettings.taskDescription;
  const documents = task.TaskSettings.taskDocuments.map(({ dataId }) => dataId).join();
  const fullKey = `${key}\n${description}\n${documents}`;
  if (known?.key === fullKey) return known.freshness;
  const freshness = listFreshness(task.TaskSettings, task.TaskData, settings);
  cache.set(task.TaskData, { key: fullKey, freshness });
  return freshness;
}
