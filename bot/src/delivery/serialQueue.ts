/** Runs tasks with the same key one after the other, and tasks with different keys in parallel. */
export interface SerialQueue {
  run(key: string, task: () => Promise<void>): Promise<void>;
}

/** Teams streams one message at a time in a chat, and people expect answers in the order of their questions. */
export function createSerialQueue(): SerialQueue {
  const lastTasks = new Map<string, Promise<void>>();
  return {
    run(key, task) {
      const running = (lastTasks.get(key) ?? Promise.resolve()).catch(() => undefined).then(task);
      lastTasks.set(key, running);
      const remove = () => {
        if (lastTasks.get(key) === running) lastTasks.delete(key);
      };
      running.then(remove, remove);
      return running;
    },
  };
}
