import { randomUUID } from 'node:crypto';
import { generateTitle, newChat } from '#contract/chats/chat.ts';
import { generateTaskTitle, runTask } from '#contract/tasks/taskRuns.ts';
import { foldRun, makeTask, TASK_MODEL } from '#tests/harness/client/tasks.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';

/** Titles in one round; together with those of the other members they keep the model server busy. */
const TITLES = 25;
const STEPS = 10;
const LONG_TEXT = 'What does the very long train to Lyon cost? '.repeat(90);
/** Every run must have ended in one of these states. In `needs_you`, it met a limit and waits for the person. */
const ends = new Set(['complete', 'failed', 'stopped', 'needs_you']);

/** Calls of models for titles and tasks instead of questions, as many and as long as a member can cause. */
export const allowance: AttackGroup = {
  name: 'allowance',
  attacks: [
    { name: 'titles in parallel', maxTimes: 20, run: generateTitles },
    { name: 'runs of a task with long steps', maxTimes: 20, run: runLongTask },
    { name: 'titles of a task in parallel', maxTimes: 20, run: generateTaskTitles },
  ],
};

const getTask = (attacker: Attacker) =>
  attacker.getOrCreate('task of long steps', () =>
    makeTask(attacker.client, { prompts: Array.from({ length: STEPS }, (_, step) => `${step}: ${LONG_TEXT}`) }),
  );

async function generateTitles(attacker: Attacker): Promise<void> {
  await Promise.all(
    Array.from({ length: TITLES }, async () => {
      const { ConversationId } = await attacker.client.call(newChat, {});
      await attacker.call(generateTitle, { convo_id: ConversationId, text: LONG_TEXT });
    }),
  );
}

async function runLongTask(attacker: Attacker): Promise<void> {
  const { taskId } = await getTask(attacker);
  const input = { task_id: taskId, event_session_id: randomUUID(), model: TASK_MODEL, skip_fresh: false };
  const { state } = await foldRun(await attacker.client.stream(runTask, input));
  if (!ends.has(state) && !attacker.stopped.aborted) attacker.reportBreach(`a run of a task is ${state} after its end`);
}

async function generateTaskTitles(attacker: Attacker): Promise<void> {
  const { taskId } = await getTask(attacker);
  const task_data = { TaskId: taskId };
  await Promise.all(
    Array.from({ length: TITLES }, () =>
      attacker.call(generateTaskTitle, { event_session_id: randomUUID(), model: TASK_MODEL, task_data }),
    ),
  );
}
