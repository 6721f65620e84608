/** An answer that is being written, or a run of a task. */
interface RunningItem {
  kind: 'answer' | 'task';
  /** Id of the activity that an answer is for. */
  activityId?: string;
  /** Stops it on the server; what was written so far stays. False if it has ended. */
  stop(): Promise<boolean>;
  /** Updates its messages for the last time. The work continues on the server. */
  leave?: () => Promise<void>;
}

/** Answers and runs of tasks in progress, by person and conversation, so that a command or a button can stop them. */
export interface RunningWork {
  /** @returns a function that removes the item */
  add(key: string, item: RunningItem): () => void;
  /** Stops all items, or those of one kind. Returns the kinds of those that were stopped. */
  stop(key: string, kind?: RunningItem['kind']): Promise<RunningItem['kind'][]>;
  /** Stops the answers to a message and to its edited versions. */
  stopAnswersTo(key: string, activityId: string): Promise<void>;
  /** Calls `leave` of all items, because the process ends. */
  leaveAll(): Promise<void>;
}

const isVersionOf = (id: string, original: string) => id === original || id.startsWith(`${original};`);

export function createRunningWork(): RunningWork {
  const itemsByKey = new Map<string, Set<RunningItem>>();
  return {
    add(key, item) {
      const items = itemsByKey.get(key) ?? new Set();
      itemsByKey.set(key, items.add(item));
      return () => {
        items.delete(item);
        if (items.size === 0 && itemsByKey.get(key) === items) itemsByKey.delete(key);
      };
    },
    async stop(key, kind) {
      const items = [...(itemsByKey.get(key) ?? [])].filter((item) => kind === undefined || item.kind === kind);
      const results = await Promise.all(items.map(async (item) => ((await item.stop()) ? [item.kind] : [])));
      return results.flat();
    },
    async stopAnswersTo(key, activityId) {
      const answers = [...(itemsByKey.get(key) ?? [])].filter((item) => isVersionOf(item.activityId ?? '', activityId));
      await Promise.all(answers.map((item) => item.stop()));
    },
    async leaveAll() {
      const items = [...itemsByKey.values()].flatMap((items) => [...items]);
      await Promise.allSettled(items.map((item) => item.leave?.()));
    },
  };
}
