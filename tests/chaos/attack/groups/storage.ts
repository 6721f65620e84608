import { randomUUID } from 'node:crypto';
import { createClient } from '#contract/client.ts';
import { isAvaError } from '#contract/errors.ts';
import { startImageContent } from '#contract/files/files.ts';
import { MAX_FILE_BYTES, UPLOAD_BYTES_PER_PERSON } from '#contract/limits.ts';
import { MAX_TASK_BYTES } from '#api/storage/tables/tasks/saveTask.ts';
import { saveLibraryTask } from '#contract/tasks/taskLibrary.ts';
import { deleteTask, saveTask, shareTask } from '#contract/tasks/tasks.ts';
import { getPerson } from '#sandbox/people.ts';
import { makeStep } from '#tests/harness/client/tasks.ts';
import type { Attacker, AttackGroup } from '#tests/chaos/attack/attacker.ts';

const SHARER = 'hugo';
/** The member who receives the copies. No other attack of this member creates tasks. */
const RECEIVER = 'ines';
const UPLOADER = 'jonas';
const STEP_CHARACTERS = 190_000;
/** A task is saved in parts, because one save can contain fewer bytes than a task. */
const STEPS_PER_SAVE = 20;
/** Just below the largest task. */
const STEPS = Math.floor(MAX_TASK_BYTES / STEP_CHARACTERS) - 5;
const SHARES_PER_ATTACK = 15;
const UPLOADS_PER_ATTACK = 4;
const content = Buffer.alloc(MAX_FILE_BYTES - 1_000, 'tea ');

/** Fills the space of other people, and the disk. */
export const storage: AttackGroup = {
  name: 'storage',
  attacks: [
    { name: 'a task of 15 MB shared again and again', by: [SHARER], maxTimes: 4, run: shareLargeTask },
    { name: 'items of 15 MB in the library of others', by: [SHARER], maxTimes: 4, run: fillLibrary },
    { name: 'uploads without end', by: [UPLOADER], maxTimes: 12, run: uploadWithoutEnd },
  ],
};

const getLargeTask = (attacker: Attacker) =>
  attacker.getOrCreate('large task', async () => {
    const TaskId = randomUUID();
    let version = 0;
    for (let from = 0; from < STEPS; from += STEPS_PER_SAVE) {
      const count = Math.min(STEPS_PER_SAVE, STEPS - from);
      const TaskData = Array.from({ length: count }, () => ({
        ...makeStep('p'.repeat(STEP_CHARACTERS)),
        stepId: randomUUID(),
        version: 0,
      }));
      ({ version } = await attacker.client.call(saveTask, { task_data: { TaskId, version, TaskData } }));
    }
    return TaskId;
  });

async function shareLargeTask(attacker: Attacker): Promise<void> {
  const task_id = await getLargeTask(attacker);
  for (let count = 0; count < SHARES_PER_ATTACK && !attacker.stopped.aborted; count += 1)
    await attacker.call(shareTask, { task_id, peers: [getPerson(RECEIVER).oid] });
  await checkReceiver(attacker);
}

async function fillLibrary(attacker: Attacker): Promise<void> {
  const TaskId = await getLargeTask(attacker);
  const TaskLibraryId = randomUUID();
  const names = { TaskLibraryTitle: TaskLibraryId, TaskLibraryDescription: 'Tea' };
  const peers = [getPerson(RECEIVER).oid];
  await attacker.call(saveLibraryTask, { library_task: { TaskId, TaskLibraryId, ...names, peers } });
  await checkReceiver(attacker);
}

/** Checks that the receiver of the copies can still save a task. */
async function checkReceiver(attacker: Attacker): Promise<void> {
  const token = attacker.target.tokens[RECEIVER] ?? '';
  const receiver = createClient({ baseUrl: attacker.target.api, token: async () => token });
  const TaskId = randomUUID();
  const TaskData = [{ ...makeStep('Make tea.'), stepId: randomUUID(), version: 0 }];
  try {
    await receiver.call(saveTask, { task_data: { TaskId, TaskData } });
    await receiver.call(deleteTask, { session_id: TaskId });
  } catch (error) {
    if (isAvaError(error) && error.status === 413)
      attacker.reportBreach(`copies fill the space of ${RECEIVER}: ${error.code}`);
  }
}

/** Sends files that are refused after they arrived, because their bytes stay on the disk for a day. */
async function uploadWithoutEnd(attacker: Attacker): Promise<void> {
  const sent = await attacker.getOrCreate('sent bytes', async () => ({ bytes: 0 }));
  for (let count = 0; count < UPLOADS_PER_ATTACK && !attacker.stopped.aborted; count += 1) {
    const file = new File([randomUUID(), content], 'tea.txt', { type: 'text/plain' });
    const code = await attacker.client.upload(startImageContent, {}, file).then(
      () => 'accepted',
      (error: unknown) => (isAvaError(error) ? error.code : 'none'),
    );
    if (code === 'uploads_used_up' || code === 'files_full') return;
    if (code === 'unreadable_file') sent.bytes += file.size;
    if (sent.bytes > UPLOAD_BYTES_PER_PERSON + MAX_FILE_BYTES)
      attacker.reportBreach(`${sent.bytes} bytes of one person were stored on one day`);
  }
}
